import Box from '@mui/material/Box'
import Divider from '@mui/material/Divider'
import MenuItem from '@mui/material/MenuItem'
import Typography from '@mui/material/Typography'
import { Link as RouterLink } from 'react-router-dom'
import { PopupMenu, type PopupMenuProps } from '../atoms/PopupMenu.tsx'

export interface AccountMenuListProps extends Pick<PopupMenuProps, 'anchor' | 'onClose'> {
  user: { name: string; email: string; photo_url: string | null }
  onSignOut: () => void
  onShowShortcuts: () => void
}

/** The menu of the account button: name, e-mail, Profile, Keyboard shortcuts and Logout. */
export function AccountMenuList({ anchor, onClose, user, onSignOut, onShowShortcuts }: AccountMenuListProps) {
  return (
    <PopupMenu anchor={anchor} onClose={onClose} slotProps={{ paper: { sx: { minWidth: 220 } } }}>
      <Box component="li" role="none" sx={{ px: 2, py: 1, overflowWrap: 'anywhere', maxWidth: 300 }}>
        <Typography sx={{ fontWeight: 600 }}>{user.name}</Typography>
        <Typography variant="meta">{user.email}</Typography>
      </Box>
      <Divider component="li" role="none" />
      <MenuItem component={RouterLink} to="/profile" onClick={onClose}>
        Profile
      </MenuItem>
      <MenuItem
        onClick={() => {
          onClose()
          onShowShortcuts()
        }}
      >
        Keyboard shortcuts
      </MenuItem>
      <MenuItem
        onClick={() => {
          onClose()
          onSignOut()
        }}
      >
        Logout
      </MenuItem>
    </PopupMenu>
  )
}
