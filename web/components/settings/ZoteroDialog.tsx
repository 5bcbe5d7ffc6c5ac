import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import FormControlLabel from '@mui/material/FormControlLabel'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import type { ZoteroConnection, ZoteroInput, ZoteroTest } from '#api/contract/zotero.ts'
import { ZoteroGroups } from './ZoteroGroups.tsx'

export interface ZoteroDialogProps {
  open: boolean
  /** What is saved so far; null for a new connection. */
  connection: ZoteroConnection | null
  /** The answer to the last test. */
  test: ZoteroTest | null
  testing: boolean
  busy: boolean
  error?: string | undefined
  /** Without a key the saved one is tested. */
  onTest: (key?: string) => void
  onSave: (input: ZoteroInput) => void
  onClose: () => void
}

const NOWHERE = ''
const READING: readonly [ZoteroInput['read'], string][] = [
  ['library', 'All papers of the library'],
  ['collections', 'The papers of some collections'],
  ['nothing', 'Nothing'],
]

/** Connects a library at Zotero: a key, which is tested, and then what is read and where saved papers go. */
export function ZoteroDialog(props: ZoteroDialogProps) {
  const { open, connection, onClose } = props
  return (
    <Dialog open={open} onClose={onClose} aria-labelledby="zotero-title" maxWidth="sm" fullWidth>
      <DialogTitle id="zotero-title">{connection === null ? 'Connect Zotero' : 'Zotero'}</DialogTitle>
      <Form {...props} />
    </Dialog>
  )
}

function Form({ connection, test, testing, busy, error, onTest, onSave, onClose }: ZoteroDialogProps) {
  // Never kept: it is a secret.
  const [key, setKey] = useState('')
  const [testedKey, setTestedKey] = useState<string | null>(null)
  const [read, setRead] = useState<ZoteroInput['read']>(connection?.read ?? 'library')
  const [chosen, setChosen] = useState<readonly string[]>(connection?.collections.map((one) => one.key) ?? [])
  const [groups, setGroups] = useState<readonly number[]>(connection?.groups.map(({ id }) => id) ?? [])
  const [pushTo, setPushTo] = useState(connection?.push_to?.key ?? NOWHERE)
  const [toList, setToList] = useState(connection?.to_list ?? false)
  const [pushNotes, setPushNotes] = useState(connection?.push_notes ?? false)
  const typed = key.trim()
  const isTested = test?.ok === true && testedKey === typed
  const collections = isTested ? test.collections : []
  const canTest = typed !== '' || (connection !== null && !connection.needs_key)
  const isComplete = isTested && (read !== 'collections' || chosen.length > 0)
  const known = (wanted: string) => (collections.some((one) => one.key === wanted) ? wanted : NOWHERE)
  return (
    <Box
      component="form"
      // Its parts are those of the dialog, of which one scrolls.
      sx={{ display: 'contents' }}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isComplete || busy) return
        onSave({
          ...(typed !== '' && { key: typed }),
          read,
          collections: read === 'collections' ? [...chosen] : [],
          groups: [...groups],
          to_list: toList && read !== 'nothing',
          push_to: known(pushTo) || null,
          push_notes: pushNotes && known(pushTo) !== NOWHERE && test.can_write_notes,
        })
      }}
    >
      <DialogContent>
        <Typography variant="body2" sx={{ mb: 1 }}>
          Make a key at zotero.org under Settings, Security: with library access, and with write and notes access only
          for sending papers and notes.
        </Typography>
        <TextField
          fullWidth
          margin="dense"
          type="password"
          label="Key"
          helperText={
            connection === null
              ? 'It is stored encrypted, and not shown again.'
              : `Saved: ends in ${connection.key_end}. Leave empty to keep it.`
          }
          value={key}
          onChange={(event) => setKey(event.target.value)}
          autoComplete="off"
          slotProps={{ htmlInput: { maxLength: 128, spellCheck: false } }}
        />
        <Button
          variant="outlined"
          loading={testing}
          disabled={!canTest}
          onClick={() => {
            setTestedKey(typed)
            onTest(typed === '' ? undefined : typed)
          }}
        >
          Test the key
        </Button>
        <Box aria-live="polite">
          {test !== null && testedKey === typed && !testing && (
            <Alert severity={test.ok ? 'success' : 'error'} sx={{ mt: 1 }}>
              {test.message}
            </Alert>
          )}
        </Box>
        {isTested && (
          <>
            <TextField
              select
              fullWidth
              margin="normal"
              label="What teaches your order"
              value={read}
              onChange={(event) => setRead(READING.find(([value]) => value === event.target.value)?.[0] ?? 'library')}
            >
              {READING.map(([value, label]) => (
                <MenuItem key={value} value={value} disabled={value === 'collections' && collections.length === 0}>
                  {label}
                </MenuItem>
              ))}
            </TextField>
            {read === 'collections' && (
              <TextField
                select
                fullWidth
                margin="dense"
                label="Collections"
                value={chosen.filter((one) => known(one) !== NOWHERE)}
                onChange={(event) => setChosen([event.target.value].flat())}
                slotProps={{ select: { multiple: true } }}
              >
                {collections.map((one) => (
                  <MenuItem key={one.key} value={one.key}>
                    {one.name}
                  </MenuItem>
                ))}
              </TextField>
            )}
            {read !== 'nothing' && (
              <FormControlLabel
                control={<Checkbox checked={toList} onChange={(_event, wanted) => setToList(wanted)} />}
                label="Also put these papers on my reading list"
              />
            )}
            <ZoteroGroups test={test} saved={connection?.groups ?? []} chosen={groups} onChange={setGroups} />
            <TextField
              select
              fullWidth
              margin="normal"
              label="Papers you save go to"
              helperText={test.can_write ? undefined : 'This key may not write.'}
              disabled={!test.can_write}
              value={test.can_write ? known(pushTo) : NOWHERE}
              onChange={(event) => setPushTo(event.target.value)}
              slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
            >
              <MenuItem value={NOWHERE}>Nowhere</MenuItem>
              {collections.map((one) => (
                <MenuItem key={one.key} value={one.key}>
                  {one.name}
                </MenuItem>
              ))}
            </TextField>
            {known(pushTo) !== NOWHERE && test.can_write_notes && (
              <FormControlLabel
                control={<Checkbox checked={pushNotes} onChange={(_event, wanted) => setPushNotes(wanted)} />}
                label="Send my notes with them"
              />
            )}
          </>
        )}
        {error !== undefined && (
          <Alert severity="error" sx={{ mt: 1 }}>
            {error}
          </Alert>
        )}
      </DialogContent>
      <DialogActions>
        <Button type="button" color="inherit" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" variant="contained" color="primary" loading={busy} disabled={!isComplete}>
          {connection === null ? 'Connect' : 'Save'}
        </Button>
      </DialogActions>
    </Box>
  )
}
