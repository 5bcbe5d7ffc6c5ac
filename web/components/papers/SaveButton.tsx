import CircularProgress from '@mui/material/CircularProgress'
import { CardIcon } from './CardIcon.tsx'

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
    <button className="card-button save-button" type="button" aria-pressed={saved} onClick={() => onToggle(!saved)}>
      {status === 'pending' ? (
        <CircularProgress className="card-icon" size={18} color="inherit" aria-label="Saving" />
      ) : (
        <CardIcon name={saved ? 'saved' : 'save'} accent={saved} />
      )}
      {status === 'failed' ? 'Not saved. Retry' : status === 'queued' ? `${label}, waiting` : label}
    </button>
  )
}
