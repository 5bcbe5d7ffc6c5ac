import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormLabel from '@mui/material/FormLabel'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { TOKEN_NAME_MAX, TOKEN_SCOPES, type TokenScope } from '#api/contract/limits.ts'
import type { NewPersonalToken } from '#api/contract/tokens.ts'
import { DialogForm } from '../atoms/DialogForm.tsx'
import { DAY_MS } from '../../shared/days.ts'
import { useKeptDialog } from '../../shared/keptInput.ts'
import { serverNow } from '../../shared/serverClock.ts'
import { SCOPE_SENTENCES } from './scopeSentences.ts'
import { ShownToken } from './ShownToken.tsx'

export interface NewTokenDialogProps {
  open: boolean
  /** Offers the scopes of admins, too. */
  isAdmin: boolean
  busy: boolean
  error?: string | undefined
  /** The token that was just made. */
  token: string | null
  onMake: (wanted: NewPersonalToken) => void
  onClose: () => void
}

const ENDS = [
  [30, 'In 30 days'],
  [90, 'In 90 days'],
  [365, 'In a year'],
  [0, 'No end'],
] as const

/** Makes a personal token: its name, what it may do and its end; afterwards shows the token, once. */
export function NewTokenDialog(props: NewTokenDialogProps) {
  const { open, token, onClose } = props
  return (
    <Dialog
      open={open}
      // A token that is shown is lost when the dialog closes: only its button closes it then.
      onClose={() => token === null && onClose()}
      aria-labelledby="new-token-title"
      maxWidth="sm"
      fullWidth
    >
      {token === null ? <TokenForm {...props} /> : <ShownToken token={token} onClose={onClose} />}
    </Dialog>
  )
}

function TokenForm({ isAdmin, busy, error, onMake, onClose }: NewTokenDialogProps) {
  const [name, setName] = useKeptDialog('token name', '')
  const [scopes, setScopes] = useKeptDialog<readonly TokenScope[]>('token scopes', [])
  const [days, setDays] = useKeptDialog<number>('token days', 90)
  const offered = TOKEN_SCOPES.filter((scope) => isAdmin || !scope.startsWith('admin:'))
  const isComplete = name.trim() !== '' && scopes.length > 0
  return (
    <DialogForm
      onSubmit={(event) => {
        event.preventDefault()
        const end = days === 0 ? null : new Date(serverNow().getTime() + days * DAY_MS).toISOString()
        if (isComplete && !busy) onMake({ name: name.trim(), scopes: [...scopes], expires_at: end })
      }}
    >
      <DialogTitle id="new-token-title">New token</DialogTitle>
      <DialogContent>
        <TextField
          fullWidth
          margin="dense"
          label="Name"
          helperText="What uses it, for example “Notebook on the lab computer”."
          value={name}
          onChange={(event) => setName(event.target.value)}
          autoComplete="off"
          slotProps={{ htmlInput: { maxLength: TOKEN_NAME_MAX } }}
        />
        <FormControl component="fieldset" sx={{ mt: 2 }}>
          <FormLabel component="legend">It may</FormLabel>
          {offered.map((scope) => (
            <FormControlLabel
              key={scope}
              sx={{ alignItems: 'flex-start', mt: 1 }}
              control={
                <Checkbox
                  sx={{ pt: 0.25 }}
                  checked={scopes.includes(scope)}
                  onChange={(_event, chosen) =>
                    setScopes(TOKEN_SCOPES.filter((one) => (one === scope ? chosen : scopes.includes(one))))
                  }
                />
              }
              label={
                <>
                  {SCOPE_SENTENCES[scope]}
                  <Typography component="span" variant="body2" sx={{ display: 'block', color: 'text.secondary' }}>
                    {scope}
                  </Typography>
                </>
              }
            />
          ))}
        </FormControl>
        <TextField
          select
          fullWidth
          margin="normal"
          label="End"
          value={days}
          onChange={(event) => setDays(Number(event.target.value))}
        >
          {ENDS.map(([value, label]) => (
            <MenuItem key={value} value={value}>
              {label}
            </MenuItem>
          ))}
        </TextField>
        {error !== undefined && <Alert severity="error">{error}</Alert>}
      </DialogContent>
      <DialogActions>
        <Button type="button" color="inherit" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" variant="contained" color="primary" loading={busy} disabled={!isComplete}>
          Make the token
        </Button>
      </DialogActions>
    </DialogForm>
  )
}
