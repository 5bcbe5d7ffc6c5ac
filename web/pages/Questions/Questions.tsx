import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { Link as RouterLink, useSearchParams } from 'react-router-dom'
import { EmptyState } from '../../components/atoms/EmptyState.tsx'
import { HairlineList } from '../../components/atoms/HairlineList.tsx'
import { LoadedPart } from '../../components/atoms/LoadedPart.tsx'
import { UndoSnackbar } from '../../components/lists/UndoSnackbar.tsx'
import { AskForm } from '../../components/questions/AskForm.tsx'
import { QuestionRow } from '../../components/questions/QuestionRow.tsx'
import { PageTitle } from '../../components/shell/PageTitle.tsx'
import { useAllAnswers, useQuestions } from '../../data/questions/useQuestions.ts'
import { useAction } from '../../data/useAction.ts'
import { OpenQuestion } from './OpenQuestion.tsx'

/** The standing questions of the user, or one of them: `?question=<id>`; `?ask=<words>` fills the field. */
export function Questions() {
  const [params, setParams] = useSearchParams()
  const { questions, error, retry, add, change, remove, restore } = useQuestions()
  const { data: answers } = useAllAnswers()
  const [removed, setRemoved] = useState<string | null>(null)
  const asking = useAction(async (text: string) => {
    const { id } = await add(text)
    setParams({ question: id })
  })
  const changing = useAction((call: () => Promise<unknown>) => call())
  const openId = params.get('question')
  const opened = questions?.find(({ id }) => id === openId)
  const failure = changing.error && (
    <Typography role="alert" variant="body2" sx={{ color: 'error.main' }}>
      Not done. {changing.error.message}
    </Typography>
  )
  if (opened !== undefined) return <OpenQuestion key={opened.id} question={opened} />
  return (
    <>
      <PageTitle title="Your questions" isLoading={questions === undefined && error === undefined} />
      <Link component={RouterLink} to="/profile" color="text.secondary" sx={{ display: 'inline-block', minHeight: 28 }}>
        Profile
      </Link>
      <Typography variant="h1" sx={{ mb: 2 }}>
        Your questions
      </Typography>
      <AskForm
        key={params.get('ask') ?? ''}
        initial={params.get('ask') ?? ''}
        busy={asking.busy}
        error={asking.error?.message}
        onAsk={(text) => asking.run(text)}
      />
      {failure}
      <LoadedPart what="The list of questions" data={questions} error={error} onRetry={retry} skeleton={<Loading />}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState
              title="No questions yet"
              text="A question is answered on every announcement day, from all new papers; most days have no answer."
            />
          ) : (
            <HairlineList>
              {list.map((question) => (
                <QuestionRow
                  key={question.id}
                  question={question}
                  day={answers?.items.find((item) => item.question.id === question.id)}
                  disabled={changing.busy}
                  onPause={(paused) => void changing.run(() => change(question.id, { paused }))}
                  onRemove={() =>
                    void changing.run(() => remove(question.id)).then((done) => done && setRemoved(question.id))
                  }
                />
              ))}
            </HairlineList>
          )
        }
      </LoadedPart>
      <UndoSnackbar
        message={removed === null ? null : 'Removed'}
        onUndo={() => {
          if (removed !== null) void changing.run(() => restore(removed))
          setRemoved(null)
        }}
        onClose={() => setRemoved(null)}
      />
    </>
  )
}

const Loading = () => (
  <section aria-busy="true" aria-label="Loading your questions">
    {['70%', '55%', '62%'].map((width) => (
      <Skeleton key={width} animation={false} width={width} height={56} />
    ))}
  </section>
)
