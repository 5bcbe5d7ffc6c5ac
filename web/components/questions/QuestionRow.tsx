import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import type { Question, QuestionDay } from '#api/contract/questions.ts'
import { SiteLink } from '../atoms/SiteLink.tsx'
import { describeFound, describePrecision } from './questionText.ts'

export interface QuestionRowProps {
  question: Question
  /** What it found on the newest day; undefined while that loads. */
  day: QuestionDay | undefined
  disabled?: boolean
  onPause: (paused: boolean) => void
  onRemove: () => void
}

/** Address of a question's page. */
export const questionPath = (id: string) => `/questions?${new URLSearchParams({ question: id })}`

/** A question of the list: what it found today, how good its answers were, pause and removal. */
export function QuestionRow({ question, day, disabled = false, onPause, onRemove }: QuestionRowProps) {
  const { id, text, paused, state } = question
  return (
    <Row>
      <div>
        <Typography component="h2" variant="h3">
          <Link component={SiteLink} to={questionPath(id)} color="inherit">
            <bdi>{text}</bdi>
          </Link>
        </Typography>
        <Typography component="p" sx={{ minHeight: 24 }}>
          {describeFound(question, day)}
        </Typography>
        <Typography variant="meta" component="p">
          {state === 'needs_examples'
            ? 'Judge three papers, so that it gets a bar of its own.'
            : describePrecision(question)}
          {day?.by_words && ' Compared by words alone.'}
        </Typography>
      </div>
      <Actions>
        <Button size="small" variant="outlined" disabled={disabled} onClick={() => onPause(!paused)}>
          {paused ? 'Go on' : 'Pause'}
        </Button>
        <Button size="small" variant="outlined" disabled={disabled} onClick={onRemove}>
          Remove
        </Button>
      </Actions>
    </Row>
  )
}

const Row = styled('li')(({ theme }) => ({
  display: 'grid',
  gap: 8,
  paddingBlock: 16,
  overflowWrap: 'anywhere',
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: 'minmax(0, 1fr) auto' },
}))

const Actions = styled('div')({ display: 'flex', gap: 8, alignItems: 'start' })
