import { now } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'
import type { Finders } from '../../sources/finders.ts'
import type { SourceWith } from '../../sources/source.ts'
import { findSourceState } from '../../store/sources/sources.ts'
import type { Sources } from '../product.ts'

const ONE: Readonly<Record<keyof Finders, string>> = {
  journals: 'journal',
  subjects: 'subject',
  queries: 'query',
  feeds: 'feed',
  pages: 'paper by its page',
  venues: 'venue',
  papers: 'paper',
}
const TRIES = 2
/** What was asked for is kept for a while: readers type, and come back to what they typed. */
const KEPT_MS = 10 * 60_000
const KEPT_MAX = 500

export interface AskOptions {
  signal: AbortSignal
  tries: number
}

/**
 * The source that finds journals, subjects, queries, feeds, venues or papers by their pages. Throws "conflict" without one, and while
 * it is switched off.
 */
export async function requireFinder<Kind extends keyof Finders>(
  sources: Sources,
  kind: Kind,
): Promise<SourceWith<Kind>> {
  const source = sources.findFinder(kind)
  if (source === undefined) throw new AppError('conflict', `No source of this library can find a ${ONE[kind]}.`)
  if (!(await findSourceState(source.id)).enabled)
    throw new AppError('conflict', `${source.name} is switched off in this library: no ${ONE[kind]} can be found.`)
  return source
}

/** Asks a source while a reader waits: `waitMs` at most. Throws "source-unavailable" also when there is no answer in time. */
export async function ask<Answer>(
  { name }: { name: string },
  read: (options: AskOptions) => Promise<Answer>,
  waitMs = 10_000,
): Promise<Answer> {
  const signal = AbortSignal.timeout(waitMs)
  try {
    return await read({ signal, tries: TRIES })
  } catch (cause) {
    if (!signal.aborted) throw cause
    throw new AppError('source-unavailable', `${name} did not answer in time. Try again in a minute.`, { cause })
  }
}

/** Keeps answers for some minutes, by what was asked for. */
export class KeptAnswers<Answer> {
  readonly #kept = new Map<string, { until: number; answer: Answer }>()

  /** The answer for `key` of the last minutes, or that of `read`, which is kept. */
  async get(key: string, read: () => Promise<Answer>): Promise<Answer> {
    const at = now().getTime()
    const known = this.#kept.get(key)
    if (known !== undefined && known.until > at) return known.answer
    const answer = await read()
    this.#kept.delete(key)
    this.#kept.set(key, { until: at + KEPT_MS, answer })
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > KEPT_MAX && oldest !== undefined) this.#kept.delete(oldest)
    return answer
  }
}

/**
 * The id of the category of a query, a feed or a venue: the same for all readers who type the same. It says nothing about the text,
 * because papers show the ids of their categories.
 */
export const toMadeCode = (archive: 'pubmed' | 'feed' | 'openreview', text: string): string =>
  `${archive}.${new Bun.CryptoHasher('sha256').update(text).digest('hex').slice(0, 16)}`
