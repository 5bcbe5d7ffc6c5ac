import useSWR, { useSWRConfig } from 'swr'
import type {
  AllAnswers,
  JudgementInput,
  Question,
  QuestionChanges,
  QuestionDay,
  QuestionExamples,
  QuestionList,
} from '#api/contract/questions.ts'
import { unwrap, type ApiError } from '../../shared/client.ts'
import { useClient } from '../api.ts'

const isOfQuestions = (key: unknown): boolean => Array.isArray(key) && String(key[0]).startsWith('question')

/** The user's standing questions, and the actions on them. Each action throws ApiError. */
export function useQuestions() {
  const client = useClient()
  const { mutate: mutateAll } = useSWRConfig()
  const { questions } = client.users.me
  const { data, error, mutate } = useSWR<QuestionList, ApiError>(['questions'], () => unwrap(questions.get()))
  /** Loads all that depends on a question again: the list, the answers and the examples. */
  const after = async <Result>(call: Promise<Result>): Promise<Result> => {
    const result = await call
    await mutateAll(isOfQuestions)
    return result
  }
  return {
    questions: data?.items,
    error,
    retry: () => void mutate(),
    add: (text: string): Promise<Question> => after(unwrap(questions.post({ text }))),
    change: (id: string, changes: QuestionChanges) => after(unwrap(questions({ id }).put(changes))),
    /** It can be restored for 30 days. */
    remove: (id: string) => after(unwrap(questions({ id }).delete())),
    restore: (id: string) => after(unwrap(questions({ id }).restore.post())),
    judge: (id: string, input: JudgementInput) => after(unwrap(questions({ id }).examples.post(input))),
  }
}

/** What all questions found on a day; on the newest one if undefined. */
export function useAllAnswers(day?: string) {
  const client = useClient()
  return useSWR<AllAnswers, ApiError>(['question-answers', day], () =>
    unwrap(client.users.me.questions.answers.get({ query: day === undefined ? {} : { day } })),
  )
}

/** What one question found on a day; on the newest one if undefined. */
export function useQuestionDay(id: string, day: string | undefined) {
  const client = useClient()
  return useSWR<QuestionDay, ApiError>(['question-day', id, day], () =>
    unwrap(client.users.me.questions({ id }).answers.get({ query: day === undefined ? {} : { day } })),
  )
}

/** The papers to judge for a question. Loaded again only after a judgement, so that they stay while they are judged. */
export function useQuestionExamples(id: string) {
  const client = useClient()
  return useSWR<QuestionExamples, ApiError>(
    ['question-examples', id],
    () => unwrap(client.users.me.questions({ id }).examples.get()),
    { revalidateOnFocus: false, revalidateOnReconnect: false },
  )
}
