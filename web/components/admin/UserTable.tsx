import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import type { AdminUser } from '#api/contract/admin.ts'
import { formatCount } from '../../shared/format.ts'
import { InstantText } from '../atoms/InstantText.tsx'
import { TableSheet } from '../lists/TableSheet.tsx'

export interface UserTableProps {
  rows: readonly AdminUser[]
  /** Id of the signed-in admin. That row has no Disable button. */
  ownId: string
  /** Id of the account whose change is in progress. All Enable and Disable buttons are disabled until it ends. */
  busyId?: string | null
  onSend: (user: AdminUser) => void
  onDisable: (user: AdminUser) => void
  onEnable: (user: AdminUser) => void
  /** Lets a new sign-in with the address of an unused account take it over. */
  onAllowSignIn: (user: AdminUser) => void
}

/** Table of the user accounts. */
export function UserTable({ rows, ownId, busyId = null, onSend, onDisable, onEnable, onAllowSignIn }: UserTableProps) {
  return (
    <TableSheet label="Users" minWidth={820}>
      <TableHead>
        <TableRow>
          <TableCell>User</TableCell>
          <TableCell>Last seen</TableCell>
          <TableCell align="right">Categories</TableCell>
          <TableCell align="right">Delivered</TableCell>
          <TableCell align="right">Saved</TableCell>
          <TableCell>Digest</TableCell>
          <TableCell>Action</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map((user) => (
          <TableRow key={user.id} sx={{ verticalAlign: 'top' }}>
            <TableCell component="th" scope="row" sx={{ minWidth: 180, overflowWrap: 'anywhere' }}>
              {user.name}
              <Typography variant="meta" component="p">
                {[
                  user.email,
                  user.is_admin && 'administrator',
                  user.id === ownId && 'you',
                  user.disabled && 'disabled',
                  user.dormant && 'not used for half a year',
                  user.new_sign_in_until !== null && 'a new sign-in is allowed',
                ]
                  .filter(Boolean)
                  .join(', ')}
              </Typography>
            </TableCell>
            <TableCell sx={{ whiteSpace: 'nowrap' }}>
              {user.last_seen_at ? <InstantText at={user.last_seen_at} /> : 'never'}
            </TableCell>
            <TableCell align="right">{formatCount(user.categories)}</TableCell>
            <TableCell align="right">{formatCount(user.delivered)}</TableCell>
            <TableCell align="right">{formatCount(user.saved)}</TableCell>
            <TableCell>{user.digest ? 'on' : 'off'}</TableCell>
            <TableCell>
              <Stack direction="row" sx={{ gap: 1 }}>
                <Button
                  size="small"
                  variant="outlined"
                  disabled={user.disabled}
                  aria-label={`Send top papers to ${user.name}`}
                  sx={{ whiteSpace: 'nowrap' }}
                  onClick={() => onSend(user)}
                >
                  Send top papers
                </Button>
                {user.dormant && !user.disabled && user.new_sign_in_until === null && (
                  <Button
                    size="small"
                    disabled={busyId !== null}
                    aria-label={`Allow new sign-in of ${user.name}`}
                    sx={{ whiteSpace: 'nowrap' }}
                    onClick={() => onAllowSignIn(user)}
                  >
                    Allow new sign-in
                  </Button>
                )}
                {user.id !== ownId && (
                  <Button
                    size="small"
                    loading={busyId === user.id}
                    disabled={busyId !== null}
                    aria-label={`${user.disabled ? 'Enable' : 'Disable'} ${user.name}`}
                    onClick={() => (user.disabled ? onEnable(user) : onDisable(user))}
                  >
                    {user.disabled ? 'Enable' : 'Disable'}
                  </Button>
                )}
              </Stack>
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </TableSheet>
  )
}
