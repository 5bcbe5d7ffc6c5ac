import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import { useEffect, useRef } from 'react'
import type { Review } from '#api/contract/review.ts'
import { EmptyState } from '../../components/atoms/EmptyState.tsx'
import { ErrorState } from '../../components/atoms/ErrorState.tsx'
import { useAnnounce } from '../../components/atoms/LiveAnnouncer.tsx'
import { LetGoQuestion } from '../../components/lists/LetGoQuestion.tsx'
import { UndoSnackbar } from '../../components/lists/UndoSnackbar.tsx'
import { WeekReview } from '../../components/lists/WeekReview.tsx'
import { useReview } from '../../data/reading/useReview.ts'
import { formatDayRange, formatPlural } from '../../shared/format.ts'
import { LoadingDay } from './LoadingDay.tsx'
import { useLetGoChoice } from './useLetGoChoice.ts'

interface ReviewOfWeekProps {
  /** The last day of the week; by default the newest one. */
  week: string | undefined
  /** Shows another week, by default the newest one. */
  onWeek: (week?: string) => void
}

/** The weekly review in place of the list of the day. */
export function ReviewOfWeek({ week, onWeek }: ReviewOfWeekProps) {
  const { review, error, isLoading, retry } = useReview(week)
  const announce = useAnnounce()
  const lastShown = useRef(review?.until)
  useEffect(() => {
    if (!review || isLoading || lastShown.current === review.until) return
    lastShown.current = review.until
    announce(`Week of ${formatDayRange(review.from, review.until)}`)
  }, [review, isLoading, announce])

  if (error?.code === 'invalid-input') {
    return (
      <Paper variant="sheet">
        <EmptyState
          title="There is no review of this week yet"
          text={error.message}
          action={
            <Button variant="outlined" onClick={() => onWeek()}>
              The newest week
            </Button>
          }
        />
      </Paper>
    )
  }
  if (error) {
    return (
      <Paper variant="sheet">
        <ErrorState error={error} onRetry={retry} />
      </Paper>
    )
  }
  if (!review) return <LoadingDay onRetry={retry} />
  return (
    <WeekReview review={review} busy={isLoading} onWeek={onWeek}>
      {review.let_go.length > 0 && <LetGo papers={review.let_go} />}
    </WeekReview>
  )
}

/** The question, which stays in its place with Undo after it was answered. */
function LetGo({ papers }: { papers: Review['let_go'] }) {
  const choice = useLetGoChoice(papers)
  const { removed, isRecent } = choice
  return (
    <>
      <LetGoQuestion
        papers={papers}
        removed={removed}
        busy={choice.busy}
        error={choice.error?.message}
        onLetGo={choice.letGo}
        onUndo={choice.undo}
      />
      <UndoSnackbar
        message={isRecent && removed !== null ? `${formatPlural(removed, 'paper')} removed` : null}
        onUndo={choice.undo}
        onClose={choice.dismiss}
      />
    </>
  )
}
