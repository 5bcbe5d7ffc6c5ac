import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { Fragment } from 'react'
import type { Destination } from '../../shared/destinations.ts'
import { Key } from '../atoms/Key.tsx'

interface ShortcutHelpProps {
  open: boolean
  /** The pages that the user may open. */
  pages: readonly Destination[]
  /** The user's profile setting. */
  enabled: boolean
  onClose: () => void
}

interface Group {
  title: string
  keys: readonly (readonly [keys: string, action: string])[]
}

const groupsFor = (pages: readonly Destination[]): readonly Group[] => [
  {
    title: 'Papers',
    keys: [
      ['j k', 'Next, previous paper'],
      ['o', 'Open or close the abstract, or the headline'],
      ['v', 'Source page'],
      ['p', 'PDF'],
      ['s', 'Save, or take off the list'],
      ['n', 'Note, but not in a search'],
      ['c', 'Cite'],
      ['x', 'Select, on the reading list'],
      ['h', 'Not for me, on a day, in a search or on a paper'],
      ['e', 'Done, on the reading list'],
      ['u', 'Undo'],
    ],
  },
  { title: 'Days', keys: [['[ ]', 'Previous, next day']] },
  {
    title: 'Navigation',
    keys: [['/', 'Search'], ...pages.map(({ key, label }) => [`g ${key}`, label] as const), ['?', 'This list']],
  },
]

/** Dialog that lists all keyboard shortcuts. */
export function ShortcutHelp({ open, pages, enabled, onClose }: ShortcutHelpProps) {
  return (
    <Dialog open={open} onClose={onClose} maxWidth="sm" fullWidth aria-labelledby="shortcuts-title">
      <DialogTitle id="shortcuts-title">Keyboard shortcuts</DialogTitle>
      <DialogContent>
        {!enabled && (
          <Typography sx={{ mb: 2, color: 'text.secondary' }}>Switched off. Your profile switches them on.</Typography>
        )}
        <Box sx={{ columns: { sm: 2 }, columnGap: 4 }}>
          {groupsFor(pages).map(({ title, keys }) => (
            <Box key={title} sx={{ breakInside: 'avoid', mb: 2 }}>
              <Typography variant="h3" sx={{ mb: 1 }}>
                {title}
              </Typography>
              <Box component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: '64px 1fr', rowGap: 0.75 }}>
                {keys.map(([combination, action]) => (
                  <Fragment key={combination}>
                    <Box component="dt" sx={{ display: 'flex', alignItems: 'start', gap: 0.5 }}>
                      {combination.split(' ').map((key) => (
                        <Key key={key}>{key}</Key>
                      ))}
                    </Box>
                    <Box component="dd" sx={{ m: 0 }}>
                      {action}
                    </Box>
                  </Fragment>
                ))}
              </Box>
            </Box>
          ))}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  )
}
