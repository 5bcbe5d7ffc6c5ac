import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import Skeleton from '@mui/material/Skeleton'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import type { AdminUser, AdminUserChanges } from '#api/contract/admin.ts'
import { SEARCH_QUERY_MAX } from '#api/contract/limits.ts'
import { useUser } from '../../shared/useUser.ts'
import { ConfirmDialog } from '../../components/atoms/ConfirmDialog.tsx'
import { EmptyState } from '../../components/atoms/EmptyState.tsx'
import { LoadedPart } from '../../components/atoms/LoadedPart.tsx'
import { UserTable } from '../../components/admin/UserTable.tsx'
import { USERS_PAGE, useAdminUsers } from '../../data/admin/useAdminUsers.ts'
import { useAction } from '../../data/useAction.ts'
import { AdminSection } from './AdminSection.tsx'
import { ListPages } from './ListPages.tsx'
import { SendTopPapers } from './SendTopPapers.tsx'
import { useKeptDialog, useKeptInput } from '../../shared/keptInput.ts'

/** All users. An admin can disable and enable accounts and send top papers. */
export function UsersTab() {
  const own = useUser()
  const [q, setQ] = useKeptInput('user search', '')
  const [skip, setSkip] = useState(0)
  const { users, error, refresh, change: changeUser } = useAdminUsers({ q, skip })
  const [sendTo, setSendTo] = useKeptDialog<AdminUser | null>('top papers', null)
  const [disabling, setDisabling] = useKeptDialog<AdminUser | null>('disable user', null)
  /** The account whose button was pressed last. */
  const [changedId, setChangedId] = useState<string | null>(null)
  const change = useAction(async (user: AdminUser, changes: AdminUserChanges) => {
    setChangedId(user.id)
    await changeUser(user.id, changes)
    setDisabling(null)
  })

  return (
    <AdminSection
      title="Users"
      action={
        <TextField
          size="small"
          type="search"
          label="Name or e-mail"
          value={q}
          onChange={(event) => {
            setQ(event.target.value)
            setSkip(0)
          }}
          slotProps={{ htmlInput: { maxLength: SEARCH_QUERY_MAX } }}
          sx={{ minWidth: 240 }}
        />
      }
    >
      {change.error && !disabling && (
        <Alert severity="error" sx={{ mb: 1.5 }}>
          {change.error.message}
        </Alert>
      )}
      <LoadedPart
        what="The list of users"
        data={users}
        error={error}
        onRetry={() => void refresh()}
        skeleton={<Skeleton animation={false} variant="rounded" height={200} />}
      >
        {(loaded) =>
          loaded.items.length === 0 ? (
            <EmptyState headingLevel="h3" title={`No user matches “${q.trim()}”`} />
          ) : (
            <>
              <UserTable
                rows={loaded.items}
                ownId={own.id}
                busyId={change.busy ? changedId : null}
                onSend={setSendTo}
                onDisable={(user) => {
                  change.reset()
                  setDisabling(user)
                }}
                onEnable={(user) => void change.run(user, { disabled: false })}
                onAllowSignIn={(user) => void change.run(user, { allow_new_sign_in: true })}
              />
              <ListPages skip={skip} limit={USERS_PAGE} total={loaded.total} onSkip={setSkip} />
            </>
          )
        }
      </LoadedPart>
      <Dialog
        open={sendTo !== null}
        onClose={() => setSendTo(null)}
        maxWidth="xs"
        fullWidth
        aria-label="Send top papers"
      >
        <DialogContent>{sendTo && <SendTopPapers to={sendTo} />}</DialogContent>
        <DialogActions>
          <Button onClick={() => setSendTo(null)}>Close</Button>
        </DialogActions>
      </Dialog>
      <ConfirmDialog
        open={disabling !== null}
        danger
        title={`Disable ${disabling?.name}?`}
        confirmLabel={`Disable ${disabling?.name}`}
        busy={change.busy}
        error={change.error?.message}
        onConfirm={() => disabling && void change.run(disabling, { disabled: true })}
        onClose={() => setDisabling(null)}
      >
        {disabling?.email} is signed out everywhere within five seconds and gets no mail. Lists and notes are kept;
        enabling the account restores access.
      </ConfirmDialog>
    </AdminSection>
  )
}
