import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import type { SuppressionCause, SuppressionRelease } from '#api/contract/mail.ts'
import { ControlRow } from '../../components/atoms/ControlRow.tsx'
import { ConfirmDialog } from '../../components/atoms/ConfirmDialog.tsx'
import { SuppressionTable } from '../../components/admin/SuppressionTable.tsx'
import { suppressionCauses } from '../../components/atoms/stateWords.ts'
import { SUPPRESSIONS_PAGE, useSuppressions, type SuppressionFilter } from '../../data/admin/useSuppressions.ts'
import { useAction } from '../../data/useAction.ts'
import { formatCount } from '../../shared/format.ts'
import { AdminSection } from './AdminSection.tsx'
import { ListedPart } from './ListedPart.tsx'
import { useKeptDialog } from '../../shared/keptInput.ts'

export const SUPPRESSIONS_SECTION = 'addresses-without-mail'

/** The addresses to which nothing is sent. An admin can release one, or all with the chosen cause. */
export function SuppressionsSection() {
  const [filter, setFilter] = useState<SuppressionFilter>({ skip: 0 })
  const { suppressions, isOfOtherFilter, error, refresh, release } = useSuppressions(filter)
  const [busyId, setBusyId] = useState<string | null>(null)
  const [isAsking, setAsking] = useKeptDialog('release addresses', false)
  const { cause, skip } = filter
  const releasing = useAction(async (which: SuppressionRelease) => {
    setBusyId('ids' in which ? (which.ids[0] ?? null) : null)
    await release(which)
    setAsking(false)
  })
  const releaseAll = `Release ${suppressions?.total === 1 ? '1 address' : `${formatCount(suppressions?.total ?? 0)} addresses`}`
  return (
    <AdminSection
      title="Addresses without mail"
      id={SUPPRESSIONS_SECTION}
      action={
        <ControlRow>
          {cause !== undefined && !isOfOtherFilter && suppressions !== undefined && suppressions.total > 0 && (
            <Button onClick={() => setAsking(true)}>Release all with this cause</Button>
          )}
          <TextField
            select
            size="small"
            label="Cause"
            value={cause ?? ''}
            onChange={(event) =>
              setFilter({ cause: (event.target.value || undefined) as SuppressionCause | undefined, skip: 0 })
            }
            slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
            sx={{ minWidth: 200 }}
          >
            <MenuItem value="">All</MenuItem>
            {Object.entries(suppressionCauses).map(([value, words]) => (
              <MenuItem key={value} value={value}>
                {words}
              </MenuItem>
            ))}
          </TextField>
        </ControlRow>
      }
    >
      {releasing.error && !isAsking && (
        <Alert severity="error" sx={{ mb: 1.5 }}>
          {releasing.error.message}
        </Alert>
      )}
      <ListedPart
        what="The list of addresses"
        list={suppressions}
        error={error}
        onRetry={() => void refresh()}
        empty={{
          title: cause ? 'No address with this cause' : 'No address is held back',
          text: cause ? 'Choose another cause.' : 'An address that the mail server refuses for good is listed here.',
        }}
        skip={skip}
        limit={SUPPRESSIONS_PAGE}
        onSkip={(next) => setFilter({ ...filter, skip: next })}
      >
        {(rows) => (
          <SuppressionTable
            rows={rows}
            busyId={releasing.busy ? busyId : null}
            onRelease={({ id }) => void releasing.run({ ids: [id] })}
          />
        )}
      </ListedPart>
      <ConfirmDialog
        open={isAsking}
        title={`${releaseAll}?`}
        confirmLabel={releaseAll}
        busy={releasing.busy}
        error={releasing.error?.message}
        onConfirm={() => cause && void releasing.run({ cause })}
        onClose={() => setAsking(false)}
      >
        The next mail is sent to them again. An address that the mail server refuses again comes back to this list.
      </ConfirmDialog>
    </AdminSection>
  )
}
