import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import Paper from '@mui/material/Paper'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import type { Review } from '#api/contract/review.ts'
import { formatDayRange } from '../../shared/format.ts'
import { ListEnd } from './ListEnd.tsx'
import { ReviewSection } from './ReviewSection.tsx'

export interface WeekReviewProps {
  review: Review
  /** True while another week is loaded. */
  busy?: boolean
  onWeek: (week: string) => void
  /** The question at the end. */
  children?: ReactNode
}

/** The weekly review: five sections, each a sentence and at most five papers, then one question. */
export function WeekReview({ review, busy = false, onWeek, children }: WeekReviewProps) {
  const { from, until, previous_week, next_week, before_account } = review
  return (
    <Paper variant="sheet" aria-busy={busy}>
      <Column>
        <Head>
          <Typography component="h2" variant="h2">
            {formatDayRange(from, until)} {until.slice(0, 4)}
          </Typography>
          <nav aria-label="Weeks">
            {busy && <CircularProgress size={20} aria-label="Loading" />}
            <Button disabled={previous_week === null} onClick={() => previous_week !== null && onWeek(previous_week)}>
              Week before
            </Button>
            <Button disabled={next_week === null} onClick={() => next_week !== null && onWeek(next_week)}>
              Week after
            </Button>
          </nav>
        </Head>
        {before_account ? (
          <p>You had no account in this week, so there is nothing to say about it.</p>
        ) : (
          <>
            {review.is_empty && <p>In this week you saved and read nothing, and nothing on your list changed.</p>}
            <ReviewSection title="Saved and noted" {...review.saved} />
            <ReviewSection title="Waiting" {...review.waiting} />
            <ReviewSection title="Changed" {...review.changed} />
            <ReviewSection title="What the order missed" {...review.missed} />
            <ReviewSection title="Your minutes" {...review.minutes} />
            {children}
          </>
        )}
        <ListEnd text="That is the week." />
      </Column>
    </Paper>
  )
}

const Column = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 36,
  padding: '20px 16px 0',
  '& p': { margin: 0 },
  '& > p, & > section > p': { maxWidth: '65ch' },
  [theme.breakpoints.up('sm')]: { padding: '28px 32px 0' },
}))

const Head = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '4px 16px',
  '& > nav': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 8px' },
})
