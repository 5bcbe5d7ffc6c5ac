import Badge from '@mui/material/Badge'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Divider from '@mui/material/Divider'
import Drawer from '@mui/material/Drawer'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import ListItemButton from '@mui/material/ListItemButton'
import ListItemIcon from '@mui/material/ListItemIcon'
import ListItemText from '@mui/material/ListItemText'
import Typography from '@mui/material/Typography'
import { Link as RouterLink } from 'react-router-dom'
import { Icon } from '../atoms/Icon.tsx'
import type { Destination } from '../../shared/destinations.ts'

export interface NavDrawerProps {
  open: boolean
  items: readonly Destination[]
  current: Destination['id'] | undefined
  toRead?: number
  user: { name: string; email: string }
  onClose: () => void
  onSignOut: () => void
}

/** Navigation drawer of small screens: the destinations, the user's name and e-mail, and Logout. */
export function NavDrawer({ open, items, current, toRead = 0, user, onClose, onSignOut }: NavDrawerProps) {
  return (
    <Drawer open={open} onClose={onClose} slotProps={{ paper: { sx: { width: 280 }, 'aria-label': 'Menu' } }}>
      <Box component="nav" aria-label="Main">
        <List>
          {items.map(({ id, path, label, icon }) => (
            <ListItem key={id} disablePadding>
              <ListItemButton
                component={RouterLink}
                to={path}
                onClick={onClose}
                selected={id === current}
                aria-current={id === current ? 'page' : undefined}
                sx={{ minHeight: 48, borderLeft: 3, borderColor: id === current ? 'dawn' : 'transparent' }}
              >
                <ListItemIcon sx={{ minWidth: 40 }}>
                  <Icon name={icon} />
                </ListItemIcon>
                <ListItemText primary={label} />
                {id === 'reading-list' && toRead > 0 && (
                  <Badge badgeContent={toRead} max={999} color="primary" sx={{ mr: 2 }} />
                )}
              </ListItemButton>
            </ListItem>
          ))}
        </List>
      </Box>
      <Divider />
      <Box sx={{ p: 2, overflowWrap: 'anywhere' }}>
        <Typography sx={{ fontWeight: 600 }}>{user.name}</Typography>
        <Typography variant="meta" component="p" sx={{ mb: 1.5 }}>
          {user.email}
        </Typography>
        <Button variant="outlined" onClick={onSignOut} fullWidth>
          Logout
        </Button>
      </Box>
    </Drawer>
  )
}
