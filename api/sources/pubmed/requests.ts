import { now } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'
import type { FetchedResponse } from '../boundedFetch.ts'
import type { Fetcher } from '../fetcher.ts'
import { parseResponse } from '../parsing/parseResponse.ts'
import type { Retry } from '../source.ts'
import type { PubmedPage } from './records.ts'
import { saysKeyIsInvalid, type SearchAnswer } from './searchAnswer.ts'

/** Records of one request, as NLM advises. */
export const BATCH_MAX = 200

/** Where the programs are, and the API key for that host, if there is one. */
interface Target {
  base: string
  /** Undefined also while the key is left out, because it was refused. */
  key: string | undefined
  /** The key of that host is refused. */
  isKeyRefused: boolean
}

/** How the service is asked. */
export interface Access {
  fetcher: Fetcher
  /** Read before each request. */
  readTarget: () => Promise<Target>
  /** NCBI writes to this address before it blocks a program. */
  email: string
  /** Called when a key is refused: the request is repeated without it. */
  onKeyRefused: (key: string, base: string) => Promise<void>
  /** Called when a key that was refused is accepted. */
  onKeyAccepted: (key: string, base: string) => Promise<void>
}

export interface RequestOptions {
  signal: AbortSignal
  tries?: number
  onRetry?: (step: string, retry: Retry) => void | Promise<void>
}

/**
 * Sends a form to one of the programs: queries are long, and the key must not be in an address. Throws "source-unavailable".
 */
async function post<Page>(
  program: 'esearch' | 'efetch',
  fields: Record<string, string>,
  access: Access,
  {
    step,
    onRetry,
    withoutKey = false,
    ...options
  }: RequestOptions & {
    step: string
    withoutKey?: boolean
    read: (answer: FetchedResponse) => Page | Promise<Page>
  },
): Promise<Page> {
  const { base, isKeyRefused, ...target } = await access.readTarget()
  const key = withoutKey ? undefined : target.key
  const address = new URL(`${base.replace(/\/+$/, '')}/${program}.fcgi`)
  const answer = await access.fetcher.get(address, {
    ...options,
    form: toForm(fields, access.email, key),
    accept: key === undefined ? [] : [400],
    ...(onRetry && { onRetry: (failure) => onRetry(step, failure) }),
    async read(response) {
      if (response.status === 200) {
        if (key !== undefined && isKeyRefused) await access.onKeyAccepted(key, base)
        return { page: await options.read(response) }
      }
      if (saysKeyIsInvalid(response.body)) return { page: null }
      throw new AppError('source-unavailable', 'PubMed answers 400.')
    },
  })
  if (answer.page !== null) return answer.page
  // Without a key, this answer is not accepted.
  if (key !== undefined) await access.onKeyRefused(key, base)
  await onRetry?.(step, { reason: 'refuses its key, and is asked without one', willRetryAt: now() })
  return post(program, fields, access, { step, ...(onRetry && { onRetry }), ...options, withoutKey: true })
}

/** The fields of a request, with those that NCBI asks every program for. */
export function toForm(fields: Record<string, string>, email: string, key: string | undefined): URLSearchParams {
  const form = new URLSearchParams({ db: 'pubmed', ...fields, tool: 'paperdawn', email })
  if (key !== undefined) form.set('api_key', key)
  return form
}

/**
 * Searches with `term`, whose ids are `max` at most. A failure of the search itself is returned when it comes twice. Throws
 * "source-unavailable", also for an answer with fewer ids than it says. By default the most recent come first.
 */
export async function search(
  term: string,
  max: number,
  access: Access,
  { sort, ...options }: RequestOptions & { step: string; sort?: 'relevance' },
): Promise<SearchAnswer | { error: string }> {
  let errors = 0
  return post('esearch', { term, retmax: String(max), retmode: 'json', ...(sort && { sort }) }, access, {
    ...options,
    async read({ body, invalidUtf8 }) {
      const answer = await parseResponse('pubmedSearch', body, { invalidUtf8 })
      if ('error' in answer) {
        errors += 1
        // Trouble of the service is said in the same way as that with a query.
        if (errors === 1 && options.tries !== 1) throw new SyntaxError(`it says “${answer.error}”`)
        return answer
      }
      if (answer.ids.length < Math.min(answer.count, max))
        throw new SyntaxError(`it has ${answer.ids.length} ids of ${answer.count}`)
      return answer
    },
  })
}

/** The records of `ids`, `BATCH_MAX` at most, that PubMed has. Throws "source-unavailable". */
export async function fetchRecords(
  ids: readonly string[],
  access: Access,
  { mayBeEmpty, ...options }: RequestOptions & { step: string; mayBeEmpty: boolean },
): Promise<PubmedPage> {
  const wanted = new Set(ids)
  return post('efetch', { id: ids.join(), retmode: 'xml', rettype: 'abstract' }, access, {
    ...options,
    async read({ body, invalidUtf8 }) {
      const page = await parseResponse('pubmed', body, { invalidUtf8 })
      if (page.count === 0 && !mayBeEmpty) throw new SyntaxError('an empty page')
      return {
        ...page,
        records: page.records.filter(({ source_id }) => wanted.has(source_id)),
        rejected: page.rejected.filter(({ source_id }) => source_id === undefined || wanted.has(source_id)),
      }
    },
  })
}
