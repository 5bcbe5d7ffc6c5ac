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

/** How the service is asked. */
export interface Access {
  fetcher: Fetcher
  /** Where the programs are; read before each request. */
  readBase: () => Promise<string>
  /** NCBI writes to this address before it blocks a program. */
  email: string
  /** The API key, while there is one that is not refused. */
  readKey: () => string | undefined
  isKeyRefused: () => boolean
  /** Called when the key is refused: the request is repeated without it. */
  onKeyRefused: () => void
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
    ...options
  }: RequestOptions & { step: string; read: (answer: FetchedResponse) => Page | Promise<Page> },
): Promise<Page> {
  const key = access.readKey()
  const address = new URL(`${(await access.readBase()).replace(/\/+$/, '')}/${program}.fcgi`)
  const form = new URLSearchParams({ db: 'pubmed', ...fields, tool: 'paperdawn', email: access.email })
  if (key !== undefined) form.set('api_key', key)
  const answer = await access.fetcher.get(address, {
    ...options,
    form,
    accept: key === undefined ? [] : [400],
    ...(onRetry && { onRetry: (failure) => onRetry(step, failure) }),
    async read(response) {
      if (response.status === 200) return { page: await options.read(response) }
      if (saysKeyIsInvalid(response.body)) return { page: null }
      throw new AppError('source-unavailable', 'PubMed answers 400.')
    },
  })
  if (answer.page !== null) return answer.page
  access.onKeyRefused()
  await onRetry?.(step, { reason: 'refuses PUBMED_API_KEY, and is asked without a key', willRetryAt: now() })
  return post(program, fields, access, { step, ...(onRetry && { onRetry }), ...options })
}

/**
 * Searches with `term`, whose ids are `max` at most. A failure of the search itself is returned when it comes twice. Throws
 * "source-unavailable", also for an answer with fewer ids than it says.
 */
export async function search(
  term: string,
  max: number,
  access: Access,
  options: RequestOptions & { step: string },
): Promise<SearchAnswer | { error: string }> {
  let errors = 0
  return post('esearch', { term, retmax: String(max), retmode: 'json' }, access, {
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
