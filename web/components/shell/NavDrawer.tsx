import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Divider from '@mui/material/Divider'
import Drawer from '@mui/material/Drawer'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import ListItemButton from '@mui/material/ListItemButton'
import ListItemIcon from '@mui/material/ListItemIcon'
import ListItemText from '@mui/material/ListItemText'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { Link as RouterLink } from 'react-router-dom'
import type { Destination } from '../../shared/destinations.ts'
import { elsewhere, here } from '../../shared/theme/components/choice.ts'
import { destinationIcons } from './destinationIcons.ts'
import { ToReadBadge } from './ToReadBadge.tsx'

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
export function NavDrawer({ open, items, current, toRead, user, onClose, onSignOut }: NavDrawerProps) {
  return (
    <Drawer open={open} onClose={onClose} slotProps={{ paper: { sx: { width: 280 }, 'aria-label': 'Menu' } }}>
      <Box component="nav" aria-label="Main">
        <List>
          {items.map(({ id, path, label }) => {
            const Icon = destinationIcons[id]
            return (
              <ListItem key={id} disablePadding>
                <PageLink
                  component={RouterLink}
                  to={path}
                  onClick={onClose}
                  aria-current={id === current ? 'page' : undefined}
                >
                  <ListItemIcon sx={{ minWidth: 40 }}>
                    <Icon fontSize="small" />
                  </ListItemIcon>
                  <ListItemText primary={label} />
                  {id === 'reading-list' && <ToReadBadge count={toRead} />}
                </PageLink>
              </ListItem>
            )
          })}
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

/** Of the current page as in the bar: a line in the colour of dawn. */
const PageLink = styled(ListItemButton)(({ theme }) => ({
  minHeight: 48,
  borderLeft: '3px solid',
  ...elsewhere,
  '&[aria-current]': here(theme),
})) as typeof ListItemButton
