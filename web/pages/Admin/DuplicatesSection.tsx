import Alert from '@mui/material/Alert'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import type { DuplicateRow } from '#api/contract/duplicates.ts'
import { DuplicateTable } from '../../components/admin/DuplicateTable.tsx'
import { DUPLICATES_PAGE, useDuplicates, type DuplicateFilter } from '../../data/admin/useDuplicates.ts'
import { useAction } from '../../data/useAction.ts'
import { AdminSection } from './AdminSection.tsx'
import { ListedPart } from './ListedPart.tsx'

const NOTHING_JOINED = {
  title: 'Nothing was joined',
  text: 'A preprint and its article, or a preprint on two servers, are shown as one paper.',
}
const NOTHING_TO_DECIDE = {
  title: 'Nothing to decide',
  text: 'A link between two papers that look like different ones is listed here, for 90 days.',
}

/** The records that may be one paper, or that were joined. An admin can join, part and keep apart. */
export function DuplicatesSection() {
  const [filter, setFilter] = useState<DuplicateFilter>({ kind: 'suspect', skip: 0 })
  const { duplicates, error, refresh, join, part } = useDuplicates(filter)
  const [busyId, setBusyId] = useState<string | null>(null)
  const deciding = useAction(async (row: DuplicateRow, decide: (row: DuplicateRow) => Promise<void>) => {
    setBusyId(row.id)
    await decide(row)
  })
  return (
    <AdminSection
      title="Duplicates"
      action={
        <TextField
          select
          size="small"
          label="Show"
          value={filter.kind}
          onChange={({ target }) => setFilter({ kind: target.value as DuplicateRow['kind'], skip: 0 })}
          sx={{ minWidth: 200 }}
        >
          <MenuItem value="suspect">May be one paper</MenuItem>
          <MenuItem value="merge">Joined</MenuItem>
        </TextField>
      }
    >
      {deciding.error && (
        <Alert severity="error" sx={{ mb: 1.5 }}>
          {deciding.error.message}
        </Alert>
      )}
      <ListedPart
        what="The list of duplicates"
        list={duplicates}
        error={error}
        onRetry={() => void refresh()}
        empty={filter.kind === 'merge' ? NOTHING_JOINED : NOTHING_TO_DECIDE}
        skip={filter.skip}
        limit={DUPLICATES_PAGE}
        onSkip={(skip) => setFilter({ ...filter, skip })}
      >
        {(rows) => (
          <DuplicateTable
            rows={rows}
            busyId={deciding.busy ? busyId : null}
            onJoin={(row) => void deciding.run(row, join)}
            onPart={(row) => void deciding.run(row, part)}
          />
        )}
      </ListedPart>
    </AdminSection>
  )
}
