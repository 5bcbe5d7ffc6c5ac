import BookmarkIcon from '@mui/icons-material/Bookmark'
import BookmarkBorderIcon from '@mui/icons-material/BookmarkBorder'
import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'

/** Status of an action's last call. */
export type ActionStatus = 'idle' | 'pending' | 'failed' | 'queued'

export interface SaveButtonProps {
  saved: boolean
  status?: ActionStatus
  onToggle: (saved: boolean) => void
}

/** Toggle button that adds a paper to the reading list or removes it. */
export function SaveButton({ saved, status = 'idle', onToggle }: SaveButtonProps) {
  const label = saved ? 'Saved' : 'Save'
  return (
    <Button
      variant="outlined"
      aria-pressed={saved}
      onClick={() => onToggle(!saved)}
      startIcon={
        status === 'pending' ? (
          <CircularProgress size={18} color="inherit" aria-label="Saving" />
        ) : saved ? (
          <BookmarkIcon sx={{ color: 'primary.main' }} />
        ) : (
          <BookmarkBorderIcon />
        )
      }
      sx={{ minWidth: 92, whiteSpace: 'nowrap' }}
    >
      {status === 'failed' ? 'Not saved. Retry' : status === 'queued' ? `${label}, waiting` : label}
    </Button>
  )
}
