import BlockOutlinedIcon from '@mui/icons-material/BlockOutlined'
import ThumbUpIcon from '@mui/icons-material/ThumbUpOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { Link as RouterLink } from 'react-router-dom'
import type { Paper } from '#api/contract/papers.ts'
import { CategoryCodes } from '../atoms/CategoryCode.tsx'
import { ControlRow } from '../atoms/ControlRow.tsx'
import { ErrorState } from '../atoms/ErrorState.tsx'
import { MathText } from '../papers/MathText.tsx'
import { PaperAbstract } from '../papers/PaperAbstract.tsx'
import { PaperCardSkeleton } from '../papers/PaperCardSkeleton.tsx'
import { StepFrame, type StepPosition } from '../settings/StepFrame.tsx'
import { plainTitle } from '../../shared/plainTitle.ts'
import { describeNoAbstract } from '../../shared/preprintServers.ts'

export type Rating = 'like' | 'dislike' | 'none'

export interface RateStepProps {
  position: StepPosition
  /** Undefined while loading. */
  papers: readonly Paper[] | undefined
  loadError: Error | undefined
  ratings: ReadonlyMap<string, Rating>
  /** Why the last rating was not saved. */
  error?: string | undefined
  nextLabel: string
  onRetry: () => void
  onRate: (paper: Paper, rating: Rating) => void
  onNext: () => void
  onSkip: () => void
}

/** Setup step: a few papers that differ from each other, to like or to mark as not for the user. */
export function RateStep(props: RateStepProps) {
  const { position, papers, loadError, ratings, error, nextLabel, onRetry, onRate, onNext, onSkip } = props
  const rated = [...ratings.values()].filter((rating) => rating !== 'none').length
  return (
    <StepFrame
      position={position}
      title="Which of these would you read?"
      text={
        <>
          Each rating is saved at once. If none fits,{' '}
          <Link component={RouterLink} to="/search" underline="always">
            search for a paper
          </Link>{' '}
          and save it: that says more.
        </>
      }
      saving={false}
      error={error}
      nextLabel={nextLabel}
      nextDisabled={rated === 0}
      skipLabel="None of these"
      onNext={onNext}
      onSkip={onSkip}
    >
      <Box
        component="section"
        aria-label="Papers to rate"
        sx={{
          mx: { xs: -2, sm: -4, md: 0 },
          borderBlock: 1,
          borderColor: 'divider',
          '& > * + *': { borderTop: 1, borderColor: 'divider' },
        }}
      >
        {loadError && !papers ? (
          <ErrorState error={loadError} onRetry={onRetry} headingLevel="h3" />
        ) : !papers ? (
          [1, 2, 3, 4].map((row) => <PaperCardSkeleton key={row} density="compact" />)
        ) : papers.length === 0 ? (
          <Typography sx={{ px: { xs: 2, sm: 4, md: 0 }, py: 3, color: 'text.secondary' }}>
            There are no papers to rate yet. The first announcement brings some.
          </Typography>
        ) : (
          papers.map((paper) => (
            <RateRow
              key={paper.id}
              paper={paper}
              rating={ratings.get(paper.id) ?? 'none'}
              onRate={(rating) => onRate(paper, rating)}
            />
          ))
        )}
      </Box>
      {papers && papers.length > 0 && (
        <Typography component="output" variant="meta" sx={{ display: 'block', mt: 1.5 }}>
          {rated} of {papers.length} rated
        </Typography>
      )}
    </StepFrame>
  )
}

function RateRow({ paper, rating, onRate }: { paper: Paper; rating: Rating; onRate: (rating: Rating) => void }) {
  const toggle = (wanted: Rating) => onRate(rating === wanted ? 'none' : wanted)
  return (
    <Box component="article" aria-label={plainTitle(paper)} sx={{ px: { xs: 2, sm: 4, md: 0 }, py: 2 }}>
      <CategoryCodes paper={paper} />
      <Typography component="h3" variant="compactTitle" lang="en">
        <MathText segments={paper.title_segments} text={paper.title} />
      </Typography>
      <PaperAbstract lines={2} absence={describeNoAbstract(paper)}>
        {paper.abstract === '' ? null : <MathText segments={paper.abstract_segments} text={paper.abstract} />}
      </PaperAbstract>
      <ControlRow sx={{ mt: 1 }}>
        <Button
          variant="outlined"
          aria-pressed={rating === 'like'}
          startIcon={<ThumbUpIcon />}
          onClick={() => toggle('like')}
        >
          Like
        </Button>
        <Button
          variant="outlined"
          aria-pressed={rating === 'dislike'}
          startIcon={<BlockOutlinedIcon />}
          onClick={() => toggle('dislike')}
        >
          Not for me
        </Button>
      </ControlRow>
    </Box>
  )
}
