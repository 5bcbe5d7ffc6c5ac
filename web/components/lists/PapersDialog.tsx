import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { ReactNode } from 'react'
import { PaperRows, type PaperRowsProps } from './PaperRows.tsx'

export interface PapersDialogProps extends PaperRowsProps {
  open: boolean
  title: string
  /** Shown below the papers, for example how many more there are. */
  note?: ReactNode
  onClose: () => void
}

/** Dialog with some papers. On phones it fills the screen. */
export function PapersDialog({ open, title, note, onClose, ...rows }: PapersDialogProps) {
  const phone = useMediaQuery('(max-width: 599.95px)')
  return (
    <Dialog open={open} onClose={onClose} maxWidth="md" fullWidth fullScreen={phone} aria-labelledby="papers-title">
      <DialogTitle id="papers-title">{title}</DialogTitle>
      <DialogContent dividers>
        <PaperRows {...rows} />
        {note}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  )
}
