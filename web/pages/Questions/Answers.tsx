import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import type { JudgementInput, QuestionAnswer } from '#api/contract/questions.ts'
import { LoadedPart } from '../../components/atoms/LoadedPart.tsx'
import { JudgedRow } from '../../components/questions/JudgedRow.tsx'
import { useQuestionDay } from '../../data/questions/useQuestions.ts'
import { formatDay, formatPlural } from '../../shared/format.ts'

interface AnswersProps {
  id: string
  disabled: boolean
  onJudge: (paperId: string, value: JudgementInput['value']) => void
}

/** What a question found on a day, with the days around it; near misses on demand. */
export function Answers({ id, disabled, onJudge }: AnswersProps) {
  const [day, setDay] = useState<string>()
  const [showsNear, setShowsNear] = useState(false)
  const { data, error, mutate } = useQuestionDay(id, day)
  const go = (label: string, to: string | undefined) =>
    to !== undefined && (
      <Button size="small" onClick={() => setDay(to)}>
        {label}
      </Button>
    )
  const rows = (items: readonly QuestionAnswer[]) =>
    items.map((item) => (
      <JudgedRow
        key={item.paper.id}
        item={item}
        note={item.outside ? 'Outside your categories' : undefined}
        disabled={disabled}
        onJudge={(value) => onJudge(item.paper.id, value)}
      />
    ))
  const skeleton = (
    <section aria-busy="true" aria-label="Loading the answers">
      <Skeleton animation={false} width="80%" height={60} />
    </section>
  )
  return (
    <Box component="section" aria-label="Answers" sx={{ mt: 3 }}>
      <LoadedPart what="The answers" data={data} error={error} onRetry={() => void mutate()} skeleton={skeleton}>
        {(found) => (
          <>
            <Typography variant="h2">{found.day === null ? 'Answers' : formatDay(found.day)}</Typography>
            {go('Day before', found.previous_day)}
            {go('Day after', found.next_day)}
            <Typography component="p" sx={{ color: 'text.secondary' }}>
              {describe(found.asked, found.answers.length, found.papers)}
              {found.by_words && ' Compared by words alone: the meaning of papers is not known yet.'}
            </Typography>
            {rows(found.answers)}
            {found.near.length > 0 && (
              <Button size="small" aria-expanded={showsNear} onClick={() => setShowsNear(!showsNear)}>
                {showsNear ? 'Hide near misses' : `Show ${formatPlural(found.near.length, 'near miss', 'near misses')}`}
              </Button>
            )}
            {showsNear && rows(found.near)}
          </>
        )}
      </LoadedPart>
    </Box>
  )
}

function describe(asked: boolean, answers: number, papers: number): string {
  if (!asked) return 'It was not asked on this day.'
  const of = formatPlural(papers, 'new paper')
  return answers === 0 ? `Nothing today, of ${of}.` : `${formatPlural(answers, 'answer')} of ${of}.`
}
