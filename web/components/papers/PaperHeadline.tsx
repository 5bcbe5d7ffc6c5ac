import DismissIcon from '@mui/icons-material/BlockOutlined'
import IconButton from '@mui/material/IconButton'
import Link from '@mui/material/Link'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useId, type ReactNode, type Ref } from 'react'
import { NOTICES, orderReasons } from '#api/contract/limits.ts'
import type { CardState, Paper } from '#api/contract/papers.ts'
import type { Reason } from '#api/contract/reasons.ts'
import { firstAuthors } from '../../shared/firstAuthors.ts'
import { paperPath } from '../../shared/paperAddress.ts'
import { isMade, journalOf } from '../../shared/preprintServers.ts'
import { staticStyles } from '../../shared/theme/staticStyles.ts'
import { visuallyHidden } from '../../shared/visuallyHidden.ts'
import { CategoryCode } from '../atoms/CategoryCode.tsx'
import { opensNewTab } from '../atoms/SiteLink.tsx'
import { MathText } from './MathText.tsx'
import { currentBar, labelsOf, UnseenDot } from './PaperArticle.tsx'
import type { PaperActions } from './PaperMenu.tsx'
import { ReasonText } from './PaperReasons.tsx'
import { iconOf, type ActionStatus } from './SaveButton.tsx'

export interface PaperHeadlineProps {
  paper: Paper
  state?: Partial<CardState>
  reasons?: readonly Reason[]
  /** Replaces the plain title, for example by one with marked search hits. */
  title?: ReactNode
  date?: ReactNode
  /** True for the paper that is selected by keyboard. */
  current?: boolean
  headingLevel?: 'h2' | 'h3'
  saveStatus?: ActionStatus
  /** Why the last action failed. */
  error?: string | undefined
  actions: Pick<PaperActions, 'onSavedChange' | 'onFeedback'>
  /** Shows the whole paper in its place. */
  onOpenPaper: () => void
  ref?: Ref<HTMLElement>
}

/**
 * A paper in one or two lines: its title, which opens the card in this place (in a new tab its page), then first authors,
 * the strongest reason and the category, with buttons to save and to dismiss it.
 */
export function PaperHeadline({ ref, ...props }: PaperHeadlineProps) {
  const { paper, state, actions, saveStatus = 'idle', error, headingLevel = 'h2' } = props
  const { onSavedChange, onFeedback } = actions
  const id = useId()
  const saved = state?.saved ?? false
  const word = saved ? 'Saved' : 'Save'
  return (
    <Row ref={ref} tabIndex={-1} aria-labelledby={id} aria-current={props.current || undefined}>
      <Places>
        <Lines>
          {state?.seen === false && (
            <UnseenDot>
              <span style={visuallyHidden}>Not seen yet</span>
            </UnseenDot>
          )}
          <Title as={headingLevel} id={id} data-seen={state?.seen || undefined} lang="en" dir="auto">
            <Link
              color="textPrimary"
              href={paperPath(paper.id)}
              aria-expanded={false}
              onClick={(event) => {
                if (opensNewTab(event)) return
                event.preventDefault()
                props.onOpenPaper()
              }}
            >
              {props.title ?? <MathText segments={paper.title_segments} text={paper.title} />}
            </Link>
            {state?.seen && <span style={visuallyHidden}> (seen)</span>}
          </Title>{' '}
          <Facts>
            {[...factsOf(props)].map((fact, index) => {
              const key = `${index}`
              return <span key={key}>{fact}</span>
            })}
          </Facts>
        </Lines>
        <Buttons>
          <IconButton
            size="small"
            aria-label={
              saveStatus === 'queued' ? `${word}, waiting` : saveStatus === 'failed' ? `${word}, failed` : word
            }
            aria-pressed={saved}
            onClick={() => onSavedChange(!saved)}
          >
            {iconOf(saved, saveStatus)}
          </IconButton>
          {onFeedback && (
            <IconButton size="small" aria-label="Not for me" onClick={() => onFeedback('dislike')}>
              <DismissIcon />
            </IconButton>
          )}
        </Buttons>
        {error !== undefined && (
          <Typography variant="meta" component="p" color="error" role="alert" sx={{ gridColumn: 2 }}>
            {error}
          </Typography>
        )}
      </Places>
    </Row>
  )
}

/** What is said after the title: that it was retracted or corrected, what sort of announcement it is, first authors, one reason, the category or journal, a date. */
function* factsOf({ paper, reasons = [], date }: PaperHeadlineProps): Generator<ReactNode> {
  const [notice] = paper.notices ?? []
  if (notice)
    yield (
      <Typography component="strong" variant="inherit" color="error">
        ⚠ {NOTICES[notice.kind]}
      </Typography>
    )
  const labels = labelsOf(paper)
  if (labels.length > 0) yield labels.join(', ')
  yield firstAuthors(paper) || 'No authors given'
  const [reason] = orderReasons(reasons)
  // The category is said anyway.
  if (reason && reason.kind !== 'category') yield <ReasonText reason={reason} />
  const journal = journalOf(paper)
  const code = paper.primary_category ?? paper.categories[0]
  if (journal !== undefined) yield <i>{journal}</i>
  else if (code !== undefined && !isMade(code)) yield <CategoryCode code={code} primary />
  if (date !== undefined && date !== '') yield date
}

const Row = styled('article')(
  staticStyles(({ theme }) => ({
    position: 'relative',
    scrollMarginTop: 88,
    ...currentBar(theme),
  })),
)

/** The first column has the mark of an unseen paper. On a phone the title has the whole width, and the buttons are below it. */
const Places = styled('div')(
  staticStyles(({ theme }) => ({
    display: 'grid',
    gridTemplateColumns: '8px minmax(0, 1fr) auto',
    gridTemplateAreas: '"mark title title" ". facts buttons"',
    columnGap: 8,
    padding: '7px 8px 1px 10px',
    [theme.breakpoints.up('sm')]: {
      gridTemplateAreas: '"mark lines buttons"',
      minHeight: '2.375rem',
      padding: '1px 10px 2px 16px',
    },
  })),
)

/**
 * Title and facts one after the other in the same lines, with the mark of an unseen paper before the first of them; on a
 * phone each has its place.
 */
const Lines = styled('div')(
  staticStyles(({ theme }) => ({
    display: 'contents',
    // A line of the facts is as high as one of the title.
    ...theme.typography.headline,
    '& > span': { gridArea: 'mark', alignSelf: 'start', marginTop: '0.35rem' },
    [theme.breakpoints.up('sm')]: {
      display: 'block',
      gridArea: 'lines',
      alignSelf: 'center',
      // In the first column, as high as the first line.
      '& > span': { position: 'absolute', marginLeft: -16 },
    },
  })),
)

const Title = styled('h2')(
  staticStyles(({ theme }) => ({
    ...theme.typography.headline,
    margin: 0,
    '&[data-seen]': { fontWeight: 450 },
    gridArea: 'title',
    // The whole row opens the paper; its other buttons are above.
    '& > a': { textDecoration: 'none', '&::after': { content: '""', position: 'absolute', inset: 0 } },
    [theme.breakpoints.up('sm')]: { display: 'inline', marginRight: 6 },
  })),
)

/** Two lines on a phone. */
const Facts = styled('div')(
  staticStyles(({ theme }) => ({
    ...theme.typography.code,
    color: theme.vars.palette.text.secondary,
    gridArea: 'facts',
    alignSelf: 'center',
    lineHeight: 1.3,
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: 2,
    overflow: 'hidden',
    overflowWrap: 'anywhere',
    '& > * + *': { marginLeft: 8, paddingLeft: 8, borderLeft: `1px solid ${theme.vars.palette.divider}` },
    '& em': { color: theme.vars.palette.text.primary, fontFamily: theme.typography.abstract.fontFamily },
    [theme.breakpoints.up('sm')]: { display: 'inline', lineHeight: 1 },
  })),
)

/** Above the title's link, which covers the row. */
const Buttons = styled('div')(
  staticStyles({
    gridArea: 'buttons',
    zIndex: 1,
    display: 'flex',
    alignSelf: 'center',
    gap: 2,
    '& > button': { width: '2rem', height: '2rem' },
    '@media (pointer: coarse)': { '& > button': { width: '2.75rem', height: '2.25rem' } },
    '@media print': { display: 'none' },
  }),
)
