import type { Fetcher } from '../fetcher.ts'
import type { OaiPage } from '../oaiPage.ts'
import { parseResponse } from '../parsing/parseResponse.ts'
import type { RejectedRecord, SourcePage } from '../source.ts'
import { refused } from './harvest.ts'
import { parseNumber } from './records.ts'

interface LookUpOptions {
  fetcher: Fetcher
  /** Where the OAI-PMH service is; read before each request. */
  readBase: () => Promise<string>
  signal: AbortSignal
  after?: string
  tries?: number
}

type Found = Pick<SourcePage, 'records' | 'rejected'>
const NONE: Found = { records: [], rejected: [] }

/**
 * Reads the papers with these numbers ("2026/7"), one in each request, as OAI-PMH wants it. Numbers that the archive lacks
 * are left out. An answer about another paper is not taken for the one asked for. Throws "source-unavailable".
 */
export async function* readByIds(ids: readonly string[], options: LookUpOptions): AsyncIterable<SourcePage> {
  for (let done = toCount(options.after); done < ids.length;) {
    const id = ids[done] ?? ''
    const found = parseNumber(id) === id ? await readPaper(id, options) : reject(id, 'it is no number of a paper')
    done += 1
    const step = `papers ${done} of ${ids.length} by number`
    yield { ...found, cursor: String(done), done, total: ids.length, step }
  }
}

/** The archive writes numbers with three digits at least. Whether it knows them without the zeros is not certain. */
async function readPaper(id: string, options: LookUpOptions): Promise<Found> {
  const [year = '', number = ''] = id.split('/')
  for (const form of new Set([`${year}/${number.padStart(3, '0')}`, id])) {
    const { error, records, rejected } = await fetchRecord(form, options)
    if (error?.code === 'idDoesNotExist') continue
    if (error !== null) throw refused(error)
    const own = records.filter(({ source_id }) => source_id === id)
    if (own.length === 0 && records.length > 0) return reject(id, 'the answer is about another paper')
    return { records: own, rejected: rejected.map((record) => ({ ...record, source_id: id })) }
  }
  return NONE
}

async function fetchRecord(number: string, { fetcher, readBase, signal, tries }: LookUpOptions): Promise<OaiPage> {
  const address = new URL(await readBase())
  const fields = { verb: 'GetRecord', metadataPrefix: 'oai_dc', identifier: `oai:eprint.iacr.org:${number}` }
  for (const [name, value] of Object.entries(fields)) address.searchParams.set(name, value)
  return fetcher.get(address, {
    signal,
    ...(tries !== undefined && { tries }),
    async read({ body, invalidUtf8 }) {
      const page = await parseResponse('eprint', body, { invalidUtf8 })
      if (page.error === null && page.entries === 0) throw new SyntaxError('an empty page')
      return page
    },
  })
}

const reject = (id: string, reason: string): Found => ({
  records: [],
  rejected: [{ reason, raw: id.slice(0, 200), source_id: id } satisfies RejectedRecord],
})

/** A cursor is the number of papers asked for. Any other one starts from the beginning. */
const toCount = (cursor: string | undefined) => (cursor !== undefined && /^\d{1,9}$/.test(cursor) ? Number(cursor) : 0)
