import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import type { JudgementInput } from '#api/contract/questions.ts'
import { LoadedPart } from '../../components/atoms/LoadedPart.tsx'
import { JudgedRow } from '../../components/questions/JudgedRow.tsx'
import { useQuestionExamples } from '../../data/questions/useQuestions.ts'
import { useShortcuts } from '../../shared/useShortcuts.ts'
import { useUser } from '../../shared/useUser.ts'

interface ExamplesProps {
  id: string
  disabled: boolean
  onJudge: (paperId: string, value: JudgementInput['value']) => void
}

/** Ten papers to judge, by buttons or keys: y and n judge the current one, s skips it. */
export function Examples({ id, disabled, onJudge }: ExamplesProps) {
  const { data, error, mutate } = useQuestionExamples(id)
  const [skipped, setSkipped] = useState<readonly string[]>([])
  const current = data?.items.find(({ paper, value }) => value === null && !skipped.includes(paper.id))?.paper.id
  const judge = (value: 'yes' | 'no') => () => {
    if (current !== undefined && !disabled) onJudge(current, value)
  }
  useShortcuts(
    {
      y: judge('yes'),
      n: judge('no'),
      s: () => {
        if (current !== undefined) setSkipped([...skipped, current])
      },
    },
    useUser().preferences.shortcuts,
  )
  const skeleton = (
    <section aria-busy="true" aria-label="Loading papers to judge">
      <Skeleton animation={false} width="80%" height={60} />
    </section>
  )
  return (
    <Box component="section" aria-labelledby="examples" sx={{ mt: 4 }}>
      <Typography id="examples" variant="h2">
        Do these answer it?
      </Typography>
      <Typography component="p" sx={{ color: 'text.secondary' }}>
        The question learns from what you say, and gets a bar of its own from three papers on. Keys: y, n, s to skip.
      </Typography>
      <LoadedPart what="Papers to judge" data={data} error={error} onRetry={() => void mutate()} skeleton={skeleton}>
        {({ items }) =>
          items.length === 0 ? (
            <Typography component="p">The library has no paper with words of this question yet.</Typography>
          ) : (
            items.map((item) => (
              <JudgedRow
                key={item.paper.id}
                item={item}
                isCurrent={item.paper.id === current}
                disabled={disabled}
                onJudge={(value) => onJudge(item.paper.id, value)}
              />
            ))
          )
        }
      </LoadedPart>
    </Box>
  )
}
