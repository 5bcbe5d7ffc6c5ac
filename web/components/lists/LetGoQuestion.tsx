import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import type { ReviewPaper } from '#api/contract/review.ts'
import { formatPlural } from '../../shared/format.ts'
import { ReviewPapers } from './ReviewSection.tsx'

export interface LetGoQuestionProps {
  papers: readonly ReviewPaper[]
  /** The number of papers that were removed; null before. */
  removed: number | null
  busy: boolean
  /** Why the last removal, or taking it back, failed. */
  error?: string | undefined
  onLetGo: () => void
  onUndo: () => void
}

/** The one choice at the end of the review: whether papers that wait longest are removed from the list. */
export function LetGoQuestion({ papers, removed, busy, error, onLetGo, onUndo }: LetGoQuestionProps) {
  const isDone = removed !== null
  return (
    <section aria-labelledby="let-go">
      <Typography id="let-go" component="h2" variant="h3">
        {isDone ? `${formatPlural(removed, 'paper')} removed from your list` : questionOf(papers.length)}
      </Typography>
      <Typography component="p" sx={{ mt: 1 }}>
        {isDone
          ? 'They can be restored for 30 days, with your notes and tags.'
          : 'They wait longest, and you never opened them. Notes and tags are kept for 30 days.'}
      </Typography>
      {!isDone && <ReviewPapers papers={papers} />}
      {error !== undefined && (
        <Typography component="p" color="error" role="alert" sx={{ mt: 1 }}>
          {error}
        </Typography>
      )}
      <Buttons>
        {isDone ? (
          <Button variant="outlined" disabled={busy} onClick={onUndo}>
            Undo
          </Button>
        ) : (
          <Button variant="outlined" disabled={busy} onClick={onLetGo}>
            {papers.length === 1 ? 'Let go of this paper' : `Let go of these ${papers.length} papers`}
          </Button>
        )}
      </Buttons>
    </section>
  )
}

const NUMBERS = ['none', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']

/** "Let go of these nine?" */
const questionOf = (count: number): string =>
  count === 1 ? 'Let go of this one?' : `Let go of these ${NUMBERS[count] ?? count}?`

const Buttons = styled('div')({ marginTop: 16 })
