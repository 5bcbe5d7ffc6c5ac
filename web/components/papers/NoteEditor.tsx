import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import OutlinedInput from '@mui/material/OutlinedInput'
import { styled } from '@mui/material/styles'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { NOTE_COUNTER_FROM, NOTE_MAX } from '#api/contract/limits.ts'
import type { ConflictChoice, NoteStatus } from '../../data/reading/noteSaver.ts'
import { formatExcess } from '../../shared/format.ts'

export interface NoteEditorProps {
  text: string
  status: NoteStatus
  savedAt?: Date | null
  /** The note that was saved in another window, if `status` is "conflict". */
  theirs?: { notes: string; updated_at: string } | undefined
  /** True if the paper is not on the list yet: saving a note adds it. */
  savesPaper?: boolean
  /** Defined after the note was cleared: restores its text. */
  onUndoClear?: (() => void) | undefined
  onChange: (text: string) => void
  onSaveNow: () => void
  /** Called on Escape: the focus leaves the field. */
  onLeave: () => void
  onResolve: (choice: ConflictChoice) => void
}

const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

const Note = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 4,
  '& > label': { ...theme.typography.body2, color: theme.vars.palette.text.secondary },
}))
const NoteField = styled(OutlinedInput)(({ theme }) => ({
  ...theme.typography.abstract,
  maxWidth: 'none',
  backgroundColor: theme.vars.palette.background.default,
}))
const NoteState = styled('div')(({ theme }) => ({
  ...theme.typography.body2,
  display: 'flex',
  justifyContent: 'space-between',
  gap: 16,
  color: theme.vars.palette.text.secondary,
}))
const NoteHint = styled('span')({ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' })
const KeyHint = styled(NoteHint)({ '@media print, (pointer: coarse)': { display: 'none' } })

/** Editor of a user's note on one paper, with autosave. The line below shows the save status. */
export function NoteEditor(props: NoteEditorProps) {
  const { text, status, savedAt, theirs, savesPaper = false, onUndoClear, onChange, onSaveNow } = props
  const { onLeave, onResolve } = props
  const id = useId()
  const excess = text.length - NOTE_MAX
  const tooLong = excess > 0
  return (
    <Note>
      <label htmlFor={id}>Your note</label>
      <NoteField
        id={id}
        multiline
        fullWidth
        minRows={4}
        maxRows={16}
        value={text}
        error={tooLong}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onSaveNow}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            // A dialog around the note stays open.
            event.stopPropagation()
            return onLeave()
          }
          if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          onSaveNow()
        }}
        slotProps={{ input: { 'aria-describedby': `${id}-status`, 'aria-invalid': tooLong, dir: 'auto' } }}
      />
      <NoteState>
        <Typography id={`${id}-status`} component="output" variant="inherit" color={tooLong ? 'error' : undefined}>
          {tooLong ? `${formatExcess(excess)} ${keptText()}` : statusText()}
        </Typography>
        {text.length >= NOTE_COUNTER_FROM ? (
          <NoteHint>
            {text.length.toLocaleString('en')} of {NOTE_MAX.toLocaleString('en')}
          </NoteHint>
        ) : (
          <KeyHint>Ctrl+S saves at once</KeyHint>
        )}
      </NoteState>
      {onUndoClear !== undefined && text === '' && (
        <Stack direction="row" sx={{ alignItems: 'center', gap: 1 }}>
          <Typography variant="body2">Note deleted.</Typography>
          <Button size="small" onClick={onUndoClear}>
            Undo
          </Button>
        </Stack>
      )}
      {status === 'conflict' && theirs !== undefined && <Conflict theirs={theirs} onResolve={onResolve} />}
    </Note>
  )

  /** Where the text is that is too long to be saved. */
  function keptText(): string {
    if (status === 'unkept') return 'Not saved. This browser cannot keep it: do not close the page.'
    return status === 'conflict' ? 'Not saved.' : 'Not saved. Kept on this device until it is shorter.'
  }

  function statusText(): string {
    if (status === 'saving') return 'Saving…'
    if (status === 'failed') return 'Not saved, retrying. Kept on this device.'
    if (status === 'unkept') return 'Not saved, retrying. This browser cannot keep it: do not close the page.'
    if (status === 'offline') return 'Saved on this device'
    if (status === 'conflict') return 'Not saved: the note was changed in another window.'
    if (status === 'saved' && savedAt) return `Saved ${time.format(savedAt)}`
    if (status === 'idle' && savesPaper) return 'A note also saves the paper to your list.'
    return ''
  }
}

interface ConflictProps {
  theirs: { notes: string; updated_at: string }
  onResolve: (choice: ConflictChoice) => void
}

function Conflict({ theirs, onResolve }: ConflictProps) {
  return (
    <Alert severity="warning" sx={{ mt: 1 }}>
      <Typography sx={{ fontWeight: 500 }}>
        Changed in another window at {time.format(new Date(theirs.updated_at))}:
      </Typography>
      <Typography sx={{ typography: 'abstract', whiteSpace: 'pre-wrap', my: 1, maxHeight: 200, overflow: 'auto' }}>
        {theirs.notes === '' ? '(the note was emptied there)' : theirs.notes}
      </Typography>
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
        <Button size="small" variant="outlined" onClick={() => onResolve('mine')}>
          Keep mine
        </Button>
        <Button size="small" variant="outlined" onClick={() => onResolve('theirs')}>
          Take theirs
        </Button>
        <Button size="small" variant="outlined" onClick={() => onResolve('both')}>
          Keep both
        </Button>
      </Stack>
    </Alert>
  )
}
