import { dequal } from 'dequal/lite'
import { memo, Suspense, useId, useState } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import type { Item, ReadingStatus } from '#api/contract/readingList.ts'
import { formatAgo, formatDate } from '../../shared/format.ts'
import { MathText } from '../../components/papers/MathText.tsx'
import { useCopyLink } from '../../components/papers/useCopyLink.ts'
import { readingStatuses } from '../../components/atoms/stateWords.ts'
import { visuallyHidden } from '../../shared/visuallyHidden.ts'
import { ItemLabels } from './ItemLabels.tsx'
import { Icon } from '../../components/atoms/Icon.tsx'
import { lazyPart } from '../../shared/lazyPart.tsx'
import { useWasOpened } from '../../shared/useWasOpened.ts'
import { plainTitle } from '../../shared/plainTitle.ts'

const ActionMenu = lazyPart(async () => (await import('../../components/atoms/ActionMenu.tsx')).ActionMenu)

/** What can be done with any row. */
export interface RowHandlers {
  move: (item: Item, status: ReadingStatus) => void
  /** Selects it for the export, or takes it back. */
  toggle: (item: Item) => void
  cite: (item: Item) => void
  remove: (item: Item) => void
}

interface ReadingRowProps {
  item: Item
  href: string
  /** Its paper is open. */
  selected: boolean
  /** New state, if the paper no longer belongs to the open tab, or the state waits to be sent. */
  movedTo: ReadingStatus | undefined
  /** The new state waits for the connection. */
  waiting: boolean
  error: string | undefined
  /** Selected for the export. */
  checked: boolean
  /** Whether the browser may lay it out when it comes near to the window. */
  laidOutLate: boolean
  handlers: RowHandlers
}

const ROW_ID = 'row-'

/** The id of the item whose row has the focus. */
export const focusedRowId = (): string | undefined =>
  document.activeElement?.closest(`article[id^="${ROW_ID}"]`)?.id.slice(ROW_ID.length)

export const isRowShown = (itemId: string): boolean => document.getElementById(ROW_ID + itemId) !== null

export const focusRow = (itemId: string): void =>
  document
    .getElementById(ROW_ID + itemId)
    ?.querySelector('a')
    ?.focus()

/**
 * One saved paper: title, authors, first lines of the note, tags, and when it was saved. The list makes new objects of all
 * rows at each change, so the properties are compared by their values.
 */
export const ReadingRow = memo(function ReadingRow(props: ReadingRowProps) {
  const { item, href, selected, movedTo, waiting, error, checked, laidOutLate, handlers } = props
  const { paper, notes, tags, added_at } = item
  const titleId = useId()
  const names = paper.authors.map(({ name }) => name)
  return (
    <article
      id={ROW_ID + item.id}
      className={laidOutLate ? 'reading-row near' : 'reading-row'}
      aria-labelledby={titleId}
      aria-current={selected || undefined}
    >
      <span className="check">
        <input
          type="checkbox"
          aria-label={`Select ${plainTitle(paper)}`}
          checked={checked}
          onChange={() => handlers.toggle(item)}
        />
        <Icon name={checked ? 'checked' : 'unchecked'} />
      </span>
      <div>
        <h2 id={titleId} className="compact-title" lang="en">
          <RouterLink className="link reading-link" to={href} preventScrollReset>
            <MathText segments={paper.title_segments} text={paper.title} />
          </RouterLink>
        </h2>
        <p className="meta break-anywhere">
          {names.length > 3 ? `${names.slice(0, 2).join(', ')} and ${names.length - 2} more` : names.join(', ')}
        </p>
        <p className="meta printed">{paper.urls.abs}</p>
        {notes !== '' && <p className="abstract first-lines reading-note">{notes}</p>}
        {tags.length > 0 && (
          <p className="meta reading-tags break-anywhere">
            <span style={visuallyHidden}>Tags: </span>
            {tags.map((tag) => `#${tag}`).join(' ')}
          </p>
        )}
        <ItemLabels item={item} />
        {movedTo !== undefined && (
          <p className="meta">
            Moved to {readingStatuses[movedTo]}
            {waiting && ', waiting'}
          </p>
        )}
        {error !== undefined && (
          <p className="row-error" role="alert">
            {error}
          </p>
        )}
      </div>
      <div className="reading-end">
        <time className="meta" dateTime={added_at}>
          <span data-screen-only>{formatAgo(added_at)}</span>
          <span className="printed">{formatDate(added_at)}</span>
        </time>
        <RowMenu item={item} handlers={handlers} />
      </div>
    </article>
  )
}, dequal)

function RowMenu({ item, handlers }: Pick<ReadingRowProps, 'item' | 'handlers'>) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const wasOpened = useWasOpened(anchor !== null)
  const copyLink = useCopyLink()
  const otherStates = (Object.keys(readingStatuses) as ReadingStatus[]).filter((status) => status !== item.status)
  return (
    <>
      <button
        className="button icon-only small reading-menu"
        type="button"
        aria-label={`More for ${plainTitle(item.paper)}`}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Icon name="more" />
      </button>
      {wasOpened && (
        <Suspense>
          <ActionMenu
            anchor={anchor}
            onClose={() => setAnchor(null)}
            actions={[
              ...otherStates.map((status) => ({
                label: `Move to ${readingStatuses[status]}`,
                onSelect: () => handlers.move(item, status),
              })),
              { label: 'Cite', onSelect: () => handlers.cite(item) },
              { label: 'Copy link', onSelect: () => void copyLink(item.paper.id) },
              { label: 'Remove', onSelect: () => handlers.remove(item) },
            ]}
          />
        </Suspense>
      )}
    </>
  )
}
