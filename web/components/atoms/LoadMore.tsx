export interface LoadMoreProps {
  shown: number
  total: number
  /** Maximum number of items that the next request loads. */
  step: number
  busy?: boolean
  failed?: boolean
  onMore: () => void
}

/** Footer of a list: how many items are shown, and a button that loads more. */
export function LoadMore({ shown, total, step, busy = false, failed = false, onMore }: LoadMoreProps) {
  const left = total - shown
  return (
    <div className="load-more">
      <output>
        {left > 0
          ? `${shown.toLocaleString('en')} of ${total.toLocaleString('en')}`
          : `That is all: ${total.toLocaleString('en')}.`}
      </output>
      {left > 0 && (
        <button className="button outlined" type="button" onClick={onMore} disabled={busy}>
          {busy && <progress className="icon spinner" aria-label="Loading" />}
          {failed ? 'Could not load more. Try again' : `Show ${Math.min(step, left).toLocaleString('en')} more`}
        </button>
      )}
    </div>
  )
}
