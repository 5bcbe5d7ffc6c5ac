import useSWR from 'swr'
import type { ZoteroInput, ZoteroQuestion, ZoteroTest } from '#api/contract/zotero.ts'
import { unwrap } from '../../shared/client.ts'
import { useClient } from '../api.ts'

/** How often the state is read while the library is being read, in ms. */
const WATCH_MS = 2_000
/** Questions and items that were not recognised, as many as are shown at a time. */
const SHOWN = 20

/** The reader's library at Zotero, what was not recognised and what is asked. The calls throw ApiError. */
export function useZotero() {
  const client = useClient()
  const calls = client.users.me.connections.zotero
  const { data, error, mutate } = useSWR(['zotero'], () => unwrap(calls.get()), {
    refreshInterval: (latest) => (latest?.connection?.progress == null ? 0 : WATCH_MS),
  })
  const { counts, last } = data?.connection ?? {}
  const problems = useSWR(
    counts === undefined || counts.problems + counts.waiting === 0 ? null : ['zotero', 'problems', last?.at],
    () => unwrap(calls.problems.get({ query: { limit: SHOWN } })),
    { keepPreviousData: true },
  )
  const questions = useSWR(
    counts === undefined || counts.questions === 0 ? null : ['zotero', 'questions', counts.questions],
    () => unwrap(calls.questions.get({ query: { limit: SHOWN } })),
    { keepPreviousData: true },
  )
  return {
    /** Undefined while loading; null without a connection. */
    connection: data?.connection,
    problems: problems.data?.items ?? [],
    questions: questions.data?.items ?? [],
    error: (error ?? problems.error ?? questions.error) as Error | undefined,
    retry: () => void Promise.all([mutate(), problems.mutate(), questions.mutate()]),
    /** Tests this key, or the saved one. */
    test: (key?: string): Promise<ZoteroTest> => unwrap(calls.test.post(key === undefined ? {} : { key })),
    save: async (input: ZoteroInput): Promise<void> => {
      await mutate(await unwrap(calls.put(input)), { revalidate: false })
    },
    sync: async (): Promise<void> => {
      await unwrap(calls.sync.post())
      await mutate()
    },
    disconnect: async (): Promise<void> => {
      await unwrap(calls.delete())
      await mutate({ connection: null }, { revalidate: false })
    },
    answer: async ({ key, kind }: ZoteroQuestion, answer: 'keep' | 'remove'): Promise<void> => {
      await unwrap(calls.questions({ key }).post({ kind, answer }))
      await Promise.all([mutate(), questions.mutate()])
    },
  }
}
