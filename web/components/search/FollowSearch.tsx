import { Icon } from '../atoms/Icon.tsx'

export interface FollowSearchProps {
  followed: boolean
  busy?: boolean
  /** Error sentence of the last failed change. */
  error?: string | undefined
  onChange: (followed: boolean) => void
}

/** Button that adds the papers of a search to the daily cards, or stops it. */
export function FollowSearch({ followed, busy = false, error, onChange }: FollowSearchProps) {
  return (
    <div className="follow-search">
      <button
        className="button outlined small"
        type="button"
        aria-pressed={followed}
        aria-busy={busy}
        disabled={busy}
        onClick={() => onChange(!followed)}
      >
        {busy ? (
          <progress className="icon spinner" aria-hidden />
        ) : (
          <Icon name={followed ? 'check' : 'add'} className="small" />
        )}
        Follow this search
      </button>
      <output className={error === undefined ? 'meta' : 'meta action-error'}>
        {error !== undefined
          ? `Not saved. ${error}`
          : followed
            ? 'New papers with all of its words join your daily cards.'
            : ''}
      </output>
    </div>
  )
}
