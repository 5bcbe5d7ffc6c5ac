import Link from '@mui/material/Link'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { Link as RouterLink } from 'react-router-dom'
import type { ReadingPlan } from '#api/contract/readingPlan.ts'
import { REVIEW_PATH } from '../../shared/reviewAddress.ts'
import { MathText } from '../papers/MathText.tsx'

export interface PlanStripProps {
  /** Undefined while it is loaded. */
  plan: ReadingPlan | undefined
  /** Why it could not be loaded. */
  error?: string | undefined
  onRetry: () => void
  /** Address of an item of the list. */
  hrefFor: (itemId: string) => string
}

/** What to read today in one line, which opens to the papers; beside it the weekly review. */
export function PlanStrip({ plan, error, onRetry, hrefFor }: PlanStripProps) {
  return (
    <Strip>
      {plan && plan.today.length + plan.next.length > 0 ? (
        <details>
          <summary>{plan.text}</summary>
          <PlannedPapers label="Today" papers={plan.today} hrefFor={hrefFor} />
          {plan.next.length > 0 && (
            <Typography variant="meta" component="p">
              After that
            </Typography>
          )}
          <PlannedPapers label="After that" papers={plan.next} hrefFor={hrefFor} />
        </details>
      ) : (
        <p>{plan ? plan.text : error === undefined ? 'Plan' : `The plan could not be loaded. ${error}`}</p>
      )}
      {error !== undefined && !plan && (
        <Link component="button" variant="body2" underline="always" onClick={onRetry}>
          Try again
        </Link>
      )}
      <Link component={RouterLink} to={REVIEW_PATH} variant="body2" aria-label="This week’s review">
        <span data-wide>This week’s review</span>
        <span data-short>Review</span>
      </Link>
    </Strip>
  )
}

function PlannedPapers({
  label,
  papers,
  hrefFor,
}: { label: string; papers: ReadingPlan['today'] } & Pick<PlanStripProps, 'hrefFor'>) {
  if (papers.length === 0) return null
  return (
    <ol aria-label={label}>
      {papers.map(({ item, text }) => (
        <li key={item.id}>
          <Link component={RouterLink} to={hrefFor(item.id)} variant="headline" color="inherit" lang="en" dir="auto">
            <MathText segments={item.paper.title_segments} text={item.paper.title} />
          </Link>
          <Typography variant="meta" component="p">
            {text}
          </Typography>
        </li>
      ))}
    </ol>
  )
}

const Strip = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'start',
  justifyContent: 'space-between',
  gap: '0 16px',
  '& > *, & summary': { boxSizing: 'border-box', minHeight: 44, paddingBlock: 10 },
  '& > p': { margin: 0 },
  '& > details': { flex: '1 1 300px', minWidth: 0, paddingBlock: 0 },
  '& summary': { cursor: 'pointer' },
  '& ol': { margin: '4px 0 12px', padding: 0, listStyle: 'none' },
  '& li': { paddingBlock: 8, borderTop: `1px solid ${theme.vars.palette.divider}` },
  '& li > a': { overflowWrap: 'anywhere' },
  '& li > p': { margin: 0 },
  '& [data-short]': { display: 'none' },
  // They look smaller than what a finger can press.
  [theme.breakpoints.down('sm')]: {
    '& > *, & > p, & > a, & summary': { ...theme.typography.meta, minHeight: 26, paddingBlock: 2 },
    '& > a, & > button': { color: theme.vars.palette.primary.main },
    '& > a, & summary': { position: 'relative' },
    '& > a::after, & summary::after': { content: '""', position: 'absolute', inset: '-6px 0' },
    '& > details': { flexBasis: 0, minHeight: 26, paddingBlock: 0 },
    '& [data-wide]': { display: 'none' },
    '& [data-short]': { display: 'inline' },
  },
}))
