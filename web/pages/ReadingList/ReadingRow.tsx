import MoreHorizIcon from '@mui/icons-material/MoreHoriz'
import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import IconButton from '@mui/material/IconButton'
import Link from '@mui/material/Link'
import MenuItem from '@mui/material/MenuItem'
import Typography from '@mui/material/Typography'
import { dequal } from 'dequal/lite'
import { memo, useId, useState } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import type { Item, ReadingStatus } from '#api/contract/readingList.ts'
import { copyPaperLink } from '../../shared/paperAddress.ts'
import { formatAgo, formatDate } from '../../shared/format.ts'
import { useAnnounce } from '../../components/atoms/LiveAnnouncer.tsx'
import { MathText } from '../../components/papers/MathText.tsx'
import { readingStatuses } from '../../components/atoms/stateWords.ts'
import { visuallyHidden } from '../../shared/visuallyHidden.ts'
import { ItemLabels } from './ItemLabels.tsx'
import { PopupMenu } from '../../components/atoms/PopupMenu.tsx'
import { whenNear } from '../../components/lists/whenNear.ts'

/** px of a row with a note of two lines. */
const ROW_HEIGHT = 120

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
    <Box
      component="article"
      id={ROW_ID + item.id}
      aria-labelledby={titleId}
      aria-current={selected || undefined}
      sx={{
        position: 'relative',
        display: 'grid',
        gridTemplateColumns: 'auto minmax(0, 1fr) auto',
        columnGap: { xs: 1, sm: 1.5 },
        pl: { xs: 1, sm: 1.5 },
        pr: { xs: 2, sm: 2.5 },
        py: 1.75,
        bgcolor: selected ? 'accentSoft' : 'transparent',
        scrollMarginTop: 88,
        ...(laidOutLate && whenNear(ROW_HEIGHT)),
        // On paper without the box to select it. After the styles above, which have rules for paper too.
        '@media print': { gridTemplateColumns: 'minmax(0, 1fr) auto', contentVisibility: 'visible' },
      }}
    >
      <Checkbox
        size="small"
        checked={checked}
        onChange={() => handlers.toggle(item)}
        slotProps={{ input: { 'aria-label': `Select ${paper.title}` } }}
        sx={{ position: 'relative', alignSelf: 'start', p: 0.5 }}
      />
      <Box sx={{ minWidth: 0 }}>
        <Typography id={titleId} component="h2" variant="compactTitle" lang="en">
          <Link
            component={RouterLink}
            to={href}
            preventScrollReset
            color="inherit"
            underline="none"
            // The link covers the whole row; the row's buttons are positioned above it.
            sx={{ '&::after': { content: '""', position: 'absolute', inset: 0 } }}
          >
            <MathText segments={paper.title_segments} text={paper.title} />
          </Link>
        </Typography>
        <Typography variant="meta" component="p" sx={{ overflowWrap: 'anywhere' }}>
          {names.length > 3 ? `${names.slice(0, 2).join(', ')} and ${names.length - 2} more` : names.join(', ')}
        </Typography>
        <Typography variant="meta" component="p" sx={{ display: 'none', '@media print': { display: 'block' } }}>
          {paper.urls.abs}
        </Typography>
        {notes !== '' && (
          <Typography
            variant="abstract"
            component="p"
            sx={{
              mt: 0.75,
              pl: 1.25,
              borderLeft: 2,
              borderColor: 'dawn',
              display: '-webkit-box',
              WebkitBoxOrient: 'vertical',
              WebkitLineClamp: 2,
              overflow: 'hidden',
            }}
          >
            {notes}
          </Typography>
        )}
        {tags.length > 0 && (
          <Typography variant="meta" component="p" sx={{ mt: 0.5, overflowWrap: 'anywhere' }}>
            <span style={visuallyHidden}>Tags: </span>
            {tags.map((tag) => `#${tag}`).join(' ')}
          </Typography>
        )}
        <ItemLabels item={item} />
        {movedTo !== undefined && (
          <Typography variant="meta" component="p">
            Moved to {readingStatuses[movedTo]}
            {waiting && ', waiting'}
          </Typography>
        )}
        {error !== undefined && (
          <Typography variant="body2" role="alert" sx={{ color: 'error.main' }}>
            {error}
          </Typography>
        )}
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'start', gap: 0.5 }}>
        <Typography variant="meta" component="time" dateTime={added_at} sx={{ whiteSpace: 'nowrap', pt: 0.5 }}>
          <span data-screen-only>{formatAgo(added_at)}</span>
          <Box component="span" sx={{ display: 'none', '@media print': { display: 'inline' } }}>
            {formatDate(added_at)}
          </Box>
        </Typography>
        <RowMenu item={item} handlers={handlers} />
      </Box>
    </Box>
  )
}, dequal)

function RowMenu({ item, handlers }: Pick<ReadingRowProps, 'item' | 'handlers'>) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const announce = useAnnounce()
  const act = (action: () => void) => () => {
    setAnchor(null)
    action()
  }
  const copyLink = async () => {
    await copyPaperLink(item.paper.id)
    announce('Link copied')
  }
  return (
    <>
      <IconButton
        aria-label={`More for ${item.paper.title}`}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ position: 'relative', width: 32, height: 32, mr: -1 }}
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
        <MenuItem onClick={act(() => void copyLink())}>Copy link</MenuItem>
        <MenuItem onClick={act(() => handlers.remove(item))}>Remove</MenuItem>
      </PopupMenu>
    </>
  )
}
