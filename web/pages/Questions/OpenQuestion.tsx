import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { styled } from '@mui/material/styles'
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
      <Bars aria-label="How many answers">
        {BARS.map(([value, label]) => (
          <Button
            key={value}
            size="small"
            variant={value === bar ? 'contained' : 'outlined'}
            aria-pressed={value === bar}
            disabled={action.busy}
            onClick={() => void action.run(() => change(id, { bar: value }))}
          >
            {label}
          </Button>
        ))}
      </Bars>
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

const Bars = styled('fieldset')({ display: 'flex', flexWrap: 'wrap', gap: 8, border: 0, margin: '8px 0', padding: 0 })
