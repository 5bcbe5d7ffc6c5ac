import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { QuarantineTable } from '../../components/admin/QuarantineTable.tsx'
import { QUARANTINE_PAGE, useQuarantine } from '../../data/admin/useQuarantine.ts'
import { AdminSection } from './AdminSection.tsx'
import { ListedPart } from './ListedPart.tsx'

/** The records of sources that could not be parsed. An admin can have one, or all that are shown, fetched again. */
export function QuarantineSection() {
  const [skip, setSkip] = useState(0)
  const { quarantine, error, refresh, retrying, busyId, outcome } = useQuarantine(skip)
  const rows = quarantine?.items ?? []
  return (
    <AdminSection
      title="Records set aside"
      action={
        rows.length > 1 && (
          <Button
            loading={retrying.busy}
            loadingPosition="start"
            onClick={() => void retrying.run(rows.map(({ id }) => id))}
          >
            Fetch these {rows.length} again
          </Button>
        )
      }
    >
      {retrying.error && (
        <Alert severity="error" sx={{ mb: 1.5 }}>
          {retrying.error.message}
        </Alert>
      )}
      <Typography component="output" sx={{ display: 'block', mb: outcome ? 1.5 : 0, overflowWrap: 'anywhere' }}>
        {outcome}
      </Typography>
      <ListedPart
        what="The list of records"
        list={quarantine}
        error={error}
        onRetry={() => void refresh()}
        empty={{
          title: 'No record is set aside',
          text: 'A record of a source that cannot be read is listed here, and its batch goes on.',
        }}
        skip={skip}
        limit={QUARANTINE_PAGE}
        onSkip={setSkip}
      >
        {(rows) => <QuarantineTable rows={rows} busyId={busyId} onRetry={({ id }) => void retrying.run([id])} />}
      </ListedPart>
    </AdminSection>
  )
}
