import Alert from '@mui/material/Alert'
import MenuItem from '@mui/material/MenuItem'
import Skeleton from '@mui/material/Skeleton'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import type { DuplicateRow } from '#api/contract/duplicates.ts'
import { DuplicateTable } from '../../components/admin/DuplicateTable.tsx'
import { EmptyState } from '../../components/atoms/EmptyState.tsx'
import { LoadedPart } from '../../components/atoms/LoadedPart.tsx'
import { DUPLICATES_PAGE, useDuplicates, type DuplicateFilter } from '../../data/admin/useDuplicates.ts'
import { useAction } from '../../data/useAction.ts'
import { AdminSection } from './AdminSection.tsx'
import { ListPages } from './ListPages.tsx'

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
      <LoadedPart
        what="The list of duplicates"
        data={duplicates}
        error={error}
        onRetry={() => void refresh()}
        skeleton={<Skeleton animation={false} variant="rounded" height={80} />}
      >
        {(loaded) =>
          loaded.items.length === 0 ? (
            <EmptyState
              headingLevel="h3"
              title={filter.kind === 'merge' ? 'Nothing was joined' : 'Nothing to decide'}
              text={
                filter.kind === 'merge'
                  ? 'A preprint and its article, or a preprint on two servers, are shown as one paper.'
                  : 'A link between two papers that look like different ones is listed here, for 90 days.'
              }
            />
          ) : (
            <>
              <DuplicateTable
                rows={loaded.items}
                busyId={deciding.busy ? busyId : null}
                onJoin={(row) => void deciding.run(row, join)}
                onPart={(row) => void deciding.run(row, part)}
              />
              <ListPages
                skip={filter.skip}
                limit={DUPLICATES_PAGE}
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
