import Alert from '@mui/material/Alert'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import type { NoticeRow } from '#api/contract/notices.ts'
import { NoticeTable } from '../../components/admin/NoticeTable.tsx'
import { ConfirmDialog } from '../../components/atoms/ConfirmDialog.tsx'
import { NOTICES_PAGE, useNotices, type NoticeFilter } from '../../data/admin/useNotices.ts'
import { useAction } from '../../data/useAction.ts'
import { AdminSection } from './AdminSection.tsx'
import { ListedPart } from './ListedPart.tsx'
import { NoticesFile } from './NoticesFile.tsx'

const NO_NOTICES = {
  title: 'No notices',
  text: 'Retractions, corrections and other notices about papers of the library are listed here.',
}
const NONE_SET_ASIDE = { title: 'Nothing set aside', text: 'A notice that is wrong can be set aside, with a reason.' }

/** The notices about papers of the library. An admin can set one aside with a reason, and restore it. */
export function NoticesSection() {
  const [filter, setFilter] = useState<NoticeFilter>({ show: 'current', skip: 0 })
  const [chosen, setChosen] = useState<NoticeRow | null>(null)
  const [reason, setReason] = useState('')
  const [busyId, setBusyId] = useState<string | null>(null)
  const { notices, error, refresh, decide } = useNotices(filter)
  const deciding = useAction(async (row: NoticeRow, why: string | null) => {
    setBusyId(row.id)
    await decide(row, why)
    setChosen(null)
    setReason('')
  })
  return (
    <AdminSection
      title="Notices"
      action={
        <TextField
          select
          size="small"
          label="Notices to show"
          value={filter.show}
          onChange={({ target }) => setFilter({ show: target.value as NoticeFilter['show'], skip: 0 })}
          sx={{ minWidth: 200 }}
        >
          <MenuItem value="current">Shown with papers</MenuItem>
          <MenuItem value="set_aside">Set aside</MenuItem>
        </TextField>
      }
    >
      <NoticesFile />
      {deciding.error && chosen === null && (
        <Alert severity="error" sx={{ mb: 1.5 }}>
          {deciding.error.message}
        </Alert>
      )}
      <ListedPart
        what="The list of notices"
        list={notices}
        error={error}
        onRetry={() => void refresh()}
        empty={filter.show === 'set_aside' ? NONE_SET_ASIDE : NO_NOTICES}
        skip={filter.skip}
        limit={NOTICES_PAGE}
        onSkip={(skip) => setFilter({ ...filter, skip })}
      >
        {(rows) => (
          <NoticeTable
            rows={rows}
            busyId={deciding.busy ? busyId : null}
            onSetAside={setChosen}
            onRestore={(row) => void deciding.run(row, null)}
          />
        )}
      </ListedPart>
      <ConfirmDialog
        open={chosen !== null}
        title="Set this notice aside?"
        confirmLabel="Set the notice aside"
        busy={deciding.busy}
        error={deciding.error?.message}
        onConfirm={() => chosen !== null && reason.trim() !== '' && void deciding.run(chosen, reason.trim())}
        onClose={() => {
          setChosen(null)
          setReason('')
        }}
      >
        The paper is shown without it, whatever its sources say. It can be restored.
        <TextField
          label="Reason, for the audit log"
          value={reason}
          onChange={({ target }) => setReason(target.value)}
          required
          fullWidth
          multiline
          slotProps={{ htmlInput: { maxLength: 500 } }}
          sx={{ mt: 2 }}
        />
      </ConfirmDialog>
    </AdminSection>
  )
}
