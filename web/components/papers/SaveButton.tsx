import SavedIcon from '@mui/icons-material/Bookmark'
import SaveIcon from '@mui/icons-material/BookmarkBorder'
import WaitingIcon from '@mui/icons-material/ScheduleOutlined'
import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import { styled } from '@mui/material/styles'
import type { Ref } from 'react'
import { staticStyles } from '../../shared/theme/staticStyles.ts'

/** Status of an action's last call. */
export type ActionStatus = 'idle' | 'pending' | 'failed' | 'queued'

export interface SaveButtonProps {
  saved: boolean
  status?: ActionStatus
  onToggle: (saved: boolean) => void
  ref?: Ref<HTMLButtonElement> | undefined
}

/** As wide in each state, so that what is beside it stays where it is. */
const SteadyButton = styled(Button)(staticStyles({ minWidth: '6.5rem', whiteSpace: 'nowrap' }))

/** Toggle button that adds a paper to the reading list or removes it. */
export function SaveButton({ saved, status = 'idle', onToggle, ref }: SaveButtonProps) {
  const word = saved ? 'Saved' : 'Save'
  return (
    <SteadyButton
      ref={ref}
      variant="outlined"
      aria-label={status === 'queued' ? `${word}, waiting` : undefined}
      aria-pressed={saved}
      onClick={() => onToggle(!saved)}
      startIcon={iconOf(saved, status)}
    >
      {status === 'failed' ? `Not ${saved ? 'removed' : 'saved'}. Retry` : word}
    </SteadyButton>
  )
}

/** The icon of a button that saves: what the last call made of it. */
export function iconOf(saved: boolean, status: ActionStatus) {
  if (status === 'pending') return <CircularProgress size="1.125rem" color="inherit" aria-label="Saving" />
  if (status === 'queued') return <WaitingIcon />
  return saved ? <SavedIcon color="primary" /> : <SaveIcon />
}
