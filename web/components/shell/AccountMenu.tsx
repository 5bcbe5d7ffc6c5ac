import Avatar from '@mui/material/Avatar'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Divider from '@mui/material/Divider'
import MenuItem from '@mui/material/MenuItem'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { visuallyHidden } from '../../shared/visuallyHidden.ts'
import { PopupMenu } from '../atoms/PopupMenu.tsx'

export interface AccountMenuProps {
  user: { name: string; email: string; photo_url: string | null }
  /** Text beside the picture from 600 px up: the name or a greeting. */
  label: string
  onSignOut: () => void
  onShowShortcuts: () => void
}

/** Button with the user's picture that opens a menu: name, e-mail, Profile, Keyboard shortcuts and Logout. */
export function AccountMenu({ user, label, onSignOut, onShowShortcuts }: AccountMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const close = () => setAnchor(null)
  return (
    <>
      <ButtonBase
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ borderRadius: 1, px: 0.5, minHeight: 44, gap: 1 }}
      >
        <Avatar
          src={user.photo_url ?? undefined}
          alt=""
          aria-hidden="true"
          slotProps={{ img: { referrerPolicy: 'no-referrer' } }}
          sx={{
            width: 30,
            height: 30,
            fontSize: 13,
            fontWeight: 600,
            bgcolor: 'primary.main',
            color: 'primary.contrastText',
          }}
        >
          {user.name.slice(0, 1).toUpperCase()}
        </Avatar>
        <Typography
          component="span"
          noWrap
          sx={{
            // On phones only the picture is visible; screen readers still read the name.
            position: { xs: 'absolute', sm: 'static' },
            opacity: { xs: 0, sm: 1 },
            maxWidth: { xs: 1, sm: 200 },
            fontSize: '0.875rem',
            fontWeight: 450,
          }}
        >
          {label}
        </Typography>
        <span style={visuallyHidden}>account</span>
      </ButtonBase>
      <PopupMenu anchor={anchor} onClose={close} slotProps={{ paper: { sx: { minWidth: 220 } } }}>
        <Box component="li" role="none" sx={{ px: 2, py: 1, overflowWrap: 'anywhere', maxWidth: 300 }}>
          <Typography sx={{ fontWeight: 600 }}>{user.name}</Typography>
          <Typography variant="meta">{user.email}</Typography>
        </Box>
        <Divider component="li" role="none" />
        <MenuItem component={RouterLink} to="/profile" onClick={close}>
          Profile
        </MenuItem>
        <MenuItem
          onClick={() => {
            close()
            onShowShortcuts()
          }}
        >
          Keyboard shortcuts
        </MenuItem>
        <MenuItem
          onClick={() => {
            close()
            onSignOut()
          }}
        >
          Logout
        </MenuItem>
      </PopupMenu>
    </>
  )
}
