import { unstable_serialize, type Arguments, type Middleware, type State } from 'swr'
import { unstable_serialize as serializeList } from 'swr/infinite'

/** The answer to a request that was sent before the page was rendered. */
export interface FirstAnswer {
  /** Key of the SWR hook that reads it. */
  key: readonly unknown[]
  data: unknown
  /** Time of the answer, by the server's clock. */
  at: string
}

/**
 * Creates the SWR cache of one user with the answers that came before the page is rendered, so that the first render is
 * that of the content, and the middleware that gives them to the first call of their hooks: they are neither requested
 * nor parsed again.
 */
export function createFirstCache(answers: readonly FirstAnswer[]) {
  const cache = new Map<string, State>()
  const notRead = new Map<string, unknown>()
  for (const { key, data: body, at } of answers) {
    const data = key[0] === 'dashboard' ? { ...(body as object), loadedAt: at } : body
    notRead.set(unstable_serialize(key), data)
    // The reading list is a list of pages.
    if (key[0] === 'reading-list')
      cache.set(
        serializeList(() => key),
        { data: [data] },
      )
    else cache.set(unstable_serialize(key), { data })
  }
  return { cache, readFirst: readFrom(notRead) }
}

const readFrom =
  (notRead: Map<string, unknown>): Middleware =>
  (useNext) =>
  (key, fetcher, config) => {
    const load = (loaded: Arguments) => {
      const name = unstable_serialize(loaded)
      if (!notRead.has(name)) return (fetcher as (key: Arguments) => unknown)(loaded)
      const data = notRead.get(name)
      notRead.delete(name)
      return data
    }
    return useNext(key, (fetcher && load) as typeof fetcher, config)
  }
