import { Icon } from '../atoms/Icon.tsx'

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
    <button className="button outlined save-button" type="button" aria-pressed={saved} onClick={() => onToggle(!saved)}>
      {status === 'pending' ? (
        <progress className="icon spinner" aria-label="Saving" />
      ) : (
        <Icon name={saved ? 'saved' : 'save'} className={saved ? 'accent' : undefined} />
      )}
      {status === 'failed'
        ? `Not ${saved ? 'removed' : 'saved'}. Retry`
        : status === 'queued'
          ? `${label}, waiting`
          : label}
    </button>
  )
}
