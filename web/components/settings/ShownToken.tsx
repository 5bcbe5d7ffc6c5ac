import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useCopy } from '../atoms/useCopy.ts'

interface ShownTokenProps {
  token: string
  title?: string
  label?: string
  /** What it is for. */
  help?: string
  onClose: () => void
}

const HELP =
  'Copy it now: it is shown only this once. Whoever has it can do what you have allowed, until its end or until you revoke it.'

/** The content of a dialog with a secret that was just made. It is shown once and cannot be read again. */
export function ShownToken({
  token,
  title = 'Your new token',
  label = 'Token',
  help = HELP,
  onClose,
}: ShownTokenProps) {
  const { isCopied, copy } = useCopy(`${label} copied`)
  return (
    <>
      <DialogTitle id="new-token-title">{title}</DialogTitle>
      <DialogContent>
        <Typography sx={{ mb: 2 }}>{help}</Typography>
        <TextField
          fullWidth
          multiline
          margin="dense"
          label={label}
          value={token}
          slotProps={{ htmlInput: { readOnly: true, spellCheck: false } }}
          onFocus={(event) => event.target.select()}
        />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Done</Button>
        <Button variant="contained" color="primary" onClick={() => copy(token)}>
          {isCopied ? 'Copied' : 'Copy'}
        </Button>
      </DialogActions>
    </>
  )
}
