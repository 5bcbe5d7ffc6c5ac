import { useEffect } from 'react'
import { unstable_serialize, useSWRConfig, type Arguments, type Middleware } from 'swr'
import { isUnreachable } from '../../shared/client.ts'
import { readCopy, writeCopy } from './copies.ts'

const KEPT: ReadonlySet<unknown> = new Set(['me', 'config', 'month-days', 'reading-list', 'reading-item'])

/** Whether the data under the key can be read offline: the account, the newest day, the marks of days, and the reading list. */
function isKept(key: unknown): boolean {
  if (!Array.isArray(key)) return false
  const [resource, part] = key as unknown[]
  if (resource === 'dashboard') return part === undefined
  return KEPT.has(resource)
}

/** A copy that the browser refuses to store is missed only offline. */
const keep = (email: string, key: unknown, data: unknown) => void writeCopy(email, key, data).catch(() => undefined)

/**
 * SWR middleware that keeps copies of what the reader with this address sees, and returns the copy when the server
 * cannot be reached and the page has no data yet.
 */
export const keepCopies =
  (email: string): Middleware =>
  (useNext) =>
  (key, fetcher, config) => {
    const { cache } = useSWRConfig()
    // The pages of an infinite list have keys of their own.
    const isList = typeof key === 'function'
    const load =
      fetcher &&
      (async (loaded: Arguments) => {
        const call = fetcher as (key: unknown) => unknown
        try {
          const data = await call(loaded)
          if (isList && isKept(loaded)) keep(email, loaded, data)
          return data
        } catch (error) {
          const isShown = cache.get(unstable_serialize(loaded))?.data !== undefined
          if (!isUnreachable(error) || isShown || !isKept(loaded)) throw error
          const copy = await readCopy(email, loaded)
          if (copy === undefined) throw error
          return copy
        }
      })
    const result = useNext(key, load as typeof fetcher, config)
    // Not the result, which can be the data of the key before.
    const shown: unknown = isKept(key) ? cache.get(unstable_serialize(key))?.data : undefined
    useEffect(() => {
      if (shown !== undefined) keep(email, key, shown)
      // oxlint-disable-next-line react/exhaustive-deps -- the key is a new array on each render.
    }, [shown])
    return result
  }
