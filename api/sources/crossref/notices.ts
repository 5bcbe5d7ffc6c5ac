import { AppError } from '../../platform/errors.ts'
import { listDoiForms } from '../../text/doiVersions.ts'
import type { FetchedResponse } from '../boundedFetch.ts'
import type { NoticesAbout, NoticesPage } from '../noticing.ts'
import { parseResponse } from '../parsing/parseResponse.ts'
import { parseRefusal } from './records.ts'
import { addressOf, BATCH_MAX, isNotFound, nextBatch, type RequestOptions } from './requests.ts'
import { UPDATE_TYPES, type UpdatesPage } from './updates.ts'

const ROWS = 500
/** A list changes while it is read, and its cursor ends after five minutes: then it is read from its beginning. */
const READINGS_MAX = 3
const NONE: NoticesAbout = { notices: [], rejected: [], known: [] }

/**
 * Reads the notices of all publishers that were registered or changed on `day` or later. Throws "source-unavailable" with the
 * cause before the end rather than leave some out.
 */
export async function* readNoticesSince(day: string, options: RequestOptions): AsyncIterable<NoticesPage> {
  let cursor: string | null = null
  let rows = 0
  for (let readings = 1; ;) {
    const page: UpdatesPage | null = await readPage(day, cursor, options)
    if (page !== null) {
      rows += page.rows
      yield { notices: page.notices, rejected: page.rejected }
      cursor = page.next
      if (page.rows === ROWS && cursor !== null) continue
      if (rows >= page.total) return
    }
    if (readings >= READINGS_MAX)
      throw new AppError(
        'source-unavailable',
        `Crossref gave only ${rows} of ${page?.total ?? 'more'} notices since ${day}, also when asked again.`,
      )
    readings += 1
    cursor = null
    rows = 0
  }
}

/** Null when the cursor has ended. */
async function readPage(day: string, cursor: string | null, options: RequestOptions): Promise<UpdatesPage | null> {
  const address = await addressOf('/works', options)
  const types = UPDATE_TYPES.map((type) => `update-type:${type}`)
  address.searchParams.set('filter', [...types, `from-update-date:${day}`].join())
  address.searchParams.set('rows', String(ROWS))
  address.searchParams.set('select', 'DOI,update-to')
  address.searchParams.set('cursor', cursor ?? '*')
  const read = ({ status, body, invalidUtf8 }: FetchedResponse) => {
    if (status === 200) return parseResponse('updates', body, { invalidUtf8 })
    const refusal = parseRefusal(body)
    if (refusal === null) throw new SyntaxError('a page that is not found')
    // Crossref answers 404 or 400 for a cursor that it does not know any more.
    if (cursor !== null) return null
    throw new AppError('source-unavailable', `Crossref did not accept the request for notices: ${refusal}`)
  }
  return options.fetcher.get(address, { signal: options.signal, accept: [400, 404], tries: options.tries, read })
}

/** Papers of one reading. */
export const NOTICES_BATCH = BATCH_MAX

/** Reads all notices about the papers with these DOIs. DOIs that Crossref lacks are not `known`. */
export async function readNoticesAbout(dois: readonly string[], options: RequestOptions): Promise<NoticesAbout> {
  const pages: NoticesAbout[] = []
  for (let done = 0; done < dois.length;) {
    const batch = nextBatch(dois.slice(done))
    pages.push(await readBatch(batch, options))
    done += batch.length
  }
  return join(pages, new Set(dois))
}

async function readBatch(batch: readonly string[], options: RequestOptions): Promise<NoticesAbout> {
  const [only = ''] = batch
  const forms = batch.flatMap(listDoiForms)
  const isOne = forms.length === 1
  const address = await addressOf(isOne ? `/works/${encodeURIComponent(only)}` : '/works', options)
  if (!isOne) {
    address.searchParams.set('filter', forms.map((doi) => `doi:${doi}`).join(','))
    address.searchParams.set('rows', String(forms.length))
    address.searchParams.set('select', 'DOI,updated-by')
  }
  const answer = await options.fetcher.get(address, {
    signal: options.signal,
    accept: [400, 404],
    tries: options.tries,
    async read({ status, body, invalidUtf8 }): Promise<NoticesAbout | { refused: string }> {
      if (status === 400) return { refused: parseRefusal(body) ?? 'Bad request' }
      return isNotFound({ status, body }) ? NONE : parseResponse('updatedBy', body, { invalidUtf8 })
    },
  })
  if (!('refused' in answer)) return answer
  if (batch.length === 1)
    return { ...NONE, rejected: [{ reason: `it was not accepted: ${answer.refused} (${only})`, raw: only }] }
  // One DOI that is not accepted would fail the request for all of them.
  return join(await Array.fromAsync(batch, (doi) => readBatch([doi], options)), new Set(batch))
}

/** Of answers, what is about papers that were asked for. */
const join = (pages: readonly NoticesAbout[], asked: ReadonlySet<string>): NoticesAbout => ({
  notices: pages.flatMap(({ notices }) => notices.filter(({ doi }) => asked.has(doi))),
  rejected: pages.flatMap(({ rejected }) => rejected),
  known: pages.flatMap(({ known }) => known.filter((doi) => asked.has(doi))),
})
