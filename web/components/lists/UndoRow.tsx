import type { Ref } from 'react'

export interface UndoRowProps {
  /** The action that can be undone: "Not for me". */
  action: string
  /** Title of the paper it was done to. */
  title: string
  /** What the action leads to. */
  note?: string
  failed?: boolean
  current?: boolean
  onUndo: () => void
  ref?: Ref<HTMLElement>
}

/** Replaces a removed paper in the list and can restore it. Stays until the page changes (WCAG 2.2.1). */
export function UndoRow({ action, title, note, failed = false, current = false, onUndo, ref }: UndoRowProps) {
  return (
    <article ref={ref} className="undo-row" tabIndex={-1} aria-current={current || undefined}>
      <div>
        <p className="meta" role={failed ? 'alert' : undefined}>
          {failed ? 'Could not undo. ' : ''}
          {action}: {title}
        </p>
        {note !== undefined && <p className="meta">{note}</p>}
      </div>
      <button className="button outlined small" type="button" onClick={onUndo}>
        {failed ? 'Retry' : 'Undo'}
      </button>
    </article>
  )
}
