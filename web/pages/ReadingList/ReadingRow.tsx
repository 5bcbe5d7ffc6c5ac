import MoreHorizIcon from '@mui/icons-material/MoreHoriz'
import Checkbox from '@mui/material/Checkbox'
import IconButton from '@mui/material/IconButton'
import MenuItem from '@mui/material/MenuItem'
import Typography from '@mui/material/Typography'
import { dequal } from 'dequal/lite'
import { memo, useId, useState } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import type { Item, ReadingStatus } from '#api/contract/readingList.ts'
import { formatAgo, formatDate } from '../../shared/format.ts'
import { MathText } from '../../components/papers/MathText.tsx'
import { useCopyLink } from '../../components/papers/useCopyLink.ts'
import { readingStatuses } from '../../components/atoms/stateWords.ts'
import { visuallyHidden } from '../../shared/visuallyHidden.ts'
import { ItemLabels } from './ItemLabels.tsx'
import { PopupMenu } from '../../components/atoms/PopupMenu.tsx'

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
      <Checkbox
        size="small"
        checked={checked}
        onChange={() => handlers.toggle(item)}
        slotProps={{ input: { 'aria-label': `Select ${paper.title}` } }}
        sx={{ position: 'relative', alignSelf: 'start', p: 0.5 }}
      />
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
          <Typography variant="body2" role="alert" sx={{ color: 'error.main' }}>
            {error}
          </Typography>
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
  const copyLink = useCopyLink()
  const act = (action: () => void) => () => {
    setAnchor(null)
    action()
  }
  return (
    <>
      <IconButton
        aria-label={`More for ${item.paper.title}`}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ position: 'relative', width: '2rem', height: '2rem', mr: -1 }}
      >
        <MoreHorizIcon fontSize="small" />
      </IconButton>
      <PopupMenu anchor={anchor} onClose={() => setAnchor(null)}>
        {(Object.keys(readingStatuses) as ReadingStatus[])
          .filter((status) => status !== item.status)
          .map((status) => (
            <MenuItem key={status} onClick={act(() => handlers.move(item, status))}>
              Move to {readingStatuses[status]}
            </MenuItem>
          ))}
        <MenuItem onClick={act(() => handlers.cite(item))}>Cite</MenuItem>
        <MenuItem onClick={act(() => void copyLink(item.paper.id))}>Copy link</MenuItem>
        <MenuItem onClick={act(() => handlers.remove(item))}>Remove</MenuItem>
      </PopupMenu>
    </>
  )
}
