import MoreHorizIcon from '@mui/icons-material/MoreHoriz'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { dequal } from 'dequal/lite'
import { memo, Suspense, useId, useState } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import type { Item, ReadingStatus } from '#api/contract/readingList.ts'
import { firstAuthors } from '../../shared/firstAuthors.ts'
import { formatAgo, formatDate } from '../../shared/format.ts'
import { MathText } from '../../components/papers/MathText.tsx'
import { useCopyLink } from '../../components/papers/useCopyLink.ts'
import { readingStatuses } from '../../components/atoms/stateWords.ts'
import { visuallyHidden } from '../../shared/visuallyHidden.ts'
import { ItemLabels } from './ItemLabels.tsx'
import { Printed, Row, RowCheckbox, RowFacts, RowLine, RowMenuButton, RowNote, RowTime, RowTitle } from './rowParts.ts'
import { lazyPart } from '../../shared/lazyPart.tsx'
import { useUser } from '../../shared/useUser.ts'
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
  const isHeadline = useUser().preferences.reading.density === 'headlines'
  const titleId = useId()
  return (
    <Row
      id={ROW_ID + item.id}
      data-late={laidOutLate || undefined}
      data-headline={isHeadline || undefined}
      aria-labelledby={titleId}
      aria-current={selected || undefined}
    >
      <RowCheckbox
        size="small"
        checked={checked}
        onChange={() => handlers.toggle(item)}
        slotProps={{ input: { 'aria-label': `Select ${plainTitle(paper)}` } }}
      />
      <div>
        <RowTitle id={titleId} lang="en">
          <Link component={RouterLink} to={href} preventScrollReset>
            <span>
              <MathText segments={paper.title_segments} text={paper.title} />
            </span>
          </Link>
        </RowTitle>
        <RowFacts>
          <RowLine>{firstAuthors(paper)}</RowLine>
          <RowTime dateTime={added_at}>
            <span data-screen-only>{formatAgo(added_at)}</span>
            <Printed>{formatDate(added_at)}</Printed>
          </RowTime>
        </RowFacts>
        <RowLine>
          <Printed>{paper.urls.abs}</Printed>
        </RowLine>
        {notes !== '' && !isHeadline && <RowNote>{notes}</RowNote>}
        {tags.length > 0 && !isHeadline && (
          <RowLine>
            <span style={visuallyHidden}>Tags: </span>
            {tags.map((tag) => `#${tag}`).join(' ')}
          </RowLine>
        )}
        <ItemLabels item={item} />
        {movedTo !== undefined && (
          <RowLine>
            Moved to {readingStatuses[movedTo]}
            {waiting && ', waiting'}
          </RowLine>
        )}
        {error !== undefined && (
          <Typography variant="body2" role="alert" color="error">
            {error}
          </Typography>
        )}
      </div>
      <RowMenu item={item} handlers={handlers} />
    </Row>
  )
}, dequal)

function RowMenu({ item, handlers }: Pick<ReadingRowProps, 'item' | 'handlers'>) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const wasOpened = useWasOpened(anchor !== null)
  const copyLink = useCopyLink()
  const otherStates = (Object.keys(readingStatuses) as ReadingStatus[]).filter((status) => status !== item.status)
  return (
    <>
      <RowMenuButton
        aria-label={`More for ${plainTitle(item.paper)}`}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <MoreHorizIcon fontSize="small" />
      </RowMenuButton>
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
