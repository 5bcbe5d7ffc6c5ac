import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import Skeleton from '@mui/material/Skeleton'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { SEARCH_QUERY_MAX } from '#api/contract/limits.ts'
import { ControlRow } from '../../components/atoms/ControlRow.tsx'
import { EmptyState } from '../../components/atoms/EmptyState.tsx'
import { LoadedPart } from '../../components/atoms/LoadedPart.tsx'
import { AuditTable } from '../../components/admin/AuditTable.tsx'
import { AUDIT_PAGE, useAudit, useAuditExport } from '../../data/admin/useAudit.ts'
import { AdminSection } from './AdminSection.tsx'
import { ListPages } from './ListPages.tsx'

const everyDeed = { person: '', action: '', reads: false, skip: 0 }

/**
 * What admins did, also what was refused, newest first; what only read on request, since the panel reads all the time. Filtered and paged by the server; those that match can be
 * exported.
 */
export function AuditTab() {
  const [filter, setFilter] = useState(everyDeed)
  const { data: audit, error, mutate } = useAudit(filter)
  const exporting = useAuditExport()
  const field = (name: 'person' | 'action', label: string) => (
    <TextField
      size="small"
      type="search"
      label={label}
      value={filter[name]}
      onChange={(event) => setFilter({ ...filter, [name]: event.target.value, skip: 0 })}
      slotProps={{ htmlInput: { maxLength: SEARCH_QUERY_MAX } }}
      sx={{ minWidth: 200 }}
    />
  )
  const isFiltered = filter.person.trim() !== '' || filter.action.trim() !== ''

  return (
    <AdminSection
      title="Audit log"
      action={
        <ControlRow>
          {field('person', 'E-mail of a person')}
          {field('action', 'Action')}
          <FormControlLabel
            control={
              <Checkbox checked={filter.reads} onChange={(_event, reads) => setFilter({ ...filter, reads, skip: 0 })} />
            }
            label="Reads as well"
          />
          <Button loading={exporting.busy} onClick={() => void exporting.run('csv', filter)}>
            Export as CSV
          </Button>
          <Button disabled={exporting.busy} onClick={() => void exporting.run('jsonl', filter)}>
            Export as JSON lines
          </Button>
        </ControlRow>
      }
    >
      {exporting.error && (
        <Alert severity="error" sx={{ mb: 1.5 }}>
          {exporting.error.message}
        </Alert>
      )}
      <LoadedPart
        what="The audit log"
        data={audit}
        error={error}
        onRetry={() => void mutate()}
        skeleton={<Skeleton animation={false} variant="rounded" height={200} />}
      >
        {(loaded) =>
          loaded.items.length === 0 ? (
            <EmptyState
              headingLevel="h3"
              title={isFiltered ? 'No entry matches the filter' : 'The audit log is empty'}
            />
          ) : (
            <>
              <AuditTable rows={loaded.items} />
              <ListPages
                skip={filter.skip}
                limit={AUDIT_PAGE}
                total={loaded.total}
                onSkip={(skip) => setFilter({ ...filter, skip })}
              />
            </>
          )
        }
      </LoadedPart>
    </AdminSection>
  )
}
