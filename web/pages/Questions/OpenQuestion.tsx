import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import type { Question, QuestionBar } from '#api/contract/questions.ts'
import { AskForm } from '../../components/questions/AskForm.tsx'
import { describePrecision } from '../../components/questions/questionText.ts'
import { PageTitle } from '../../components/shell/PageTitle.tsx'
import { useQuestions } from '../../data/questions/useQuestions.ts'
import { useAction } from '../../data/useAction.ts'
import { Answers } from './Answers.tsx'
import { Examples } from './Examples.tsx'

const BARS: readonly [QuestionBar, string][] = [
  ['fewer', 'Fewer, surer'],
  ['usual', 'Usual'],
  ['more', 'More'],
]

/** One question: its answers by day, its bar, and the papers that it learns from. */
export function OpenQuestion({ question }: { question: Question }) {
  const { id, text, bar } = question
  const { change, judge } = useQuestions()
  const [isEditing, setEditing] = useState(false)
  const action = useAction((call: () => Promise<unknown>) => call())
  const onJudge = (paper_id: string, value: 'yes' | 'no' | 'none') =>
    void action.run(() => judge(id, { paper_id, value }))
  return (
    <>
      <PageTitle title={text} />
      <Link
        component={RouterLink}
        to="/questions"
        color="text.secondary"
        sx={{ display: 'inline-block', minHeight: 28 }}
      >
        Your questions
      </Link>
      <Typography variant="h1" sx={{ overflowWrap: 'anywhere' }}>
        <bdi>{text}</bdi>
      </Typography>
      <Typography component="p" sx={{ color: 'text.secondary', mb: 1 }}>
        {describePrecision(question)}{' '}
        <Button size="small" onClick={() => setEditing(!isEditing)}>
          {isEditing ? 'Keep it' : 'Edit'}
        </Button>
      </Typography>
      {isEditing && (
        <AskForm
          initial={text}
          submit="Save"
          busy={action.busy}
          error={action.error?.message}
          onAsk={async (next) => {
            const isSaved = await action.run(() => change(id, { text: next }))
            if (isSaved) setEditing(false)
            return isSaved
          }}
        />
      )}
      <ToggleButtonGroup
        exclusive
        size="small"
        value={bar}
        aria-label="How many answers"
        disabled={action.busy}
        onChange={(_event, next: QuestionBar | null) => next && void action.run(() => change(id, { bar: next }))}
        sx={{ my: 1 }}
      >
        {BARS.map(([value, label]) => (
          <ToggleButton key={value} value={value}>
            {label}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      {action.error && !isEditing && (
        <Typography role="alert" variant="body2" sx={{ color: 'error.main' }}>
          Not saved. {action.error.message}
        </Typography>
      )}
      <Answers id={id} disabled={action.busy} onJudge={onJudge} />
      <Examples id={id} disabled={action.busy} onJudge={onJudge} />
    </>
  )
}
