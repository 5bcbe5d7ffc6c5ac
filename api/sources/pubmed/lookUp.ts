import { AppError } from '../../platform/errors.ts'
import type { ListedPapers } from '../finders.ts'
import { listRecord } from '../listedPapers.ts'
import type { RejectedRecord, SourcePage } from '../source.ts'
import { withoutDay } from './createdDays.ts'
import { BATCH_MAX, fetchRecords, search, type Access, type RequestOptions } from './requests.ts'

/**
 * Reads the records of `ids`, without an announcement: PMIDs, and PMC ids ("pmc:9990001"), whose PMIDs are searched for
 * before. Ids that PubMed lacks are left out. Throws "source-unavailable".
 */
export async function* readByIds(
  ids: readonly string[],
  access: Access,
  { after, ...options }: RequestOptions & { after?: string },
): AsyncIterable<SourcePage> {
  for (let done = toCount(after); done < ids.length;) {
    const batch = ids.slice(done, done + BATCH_MAX)
    done += batch.length
    const step = `papers ${done} of ${ids.length} by PMID`
    const own = batch.filter(isPmid)
    const ofPmc = batch.filter(isPmc)
    const malformed = batch.filter((id) => !isPmid(id) && !isPmc(id)).map(reject)
    const found = ofPmc.length === 0 ? [] : await findPmids(ofPmc, access, { ...options, step })
    const pmids = [...new Set([...own, ...found])]
    const { records, rejected } =
      pmids.length === 0
        ? { records: [], rejected: [] }
        : await fetchRecords(pmids, access, { ...options, step, mayBeEmpty: true })
    // A search may find more than was asked for.
    const wanted = new Set(batch)
    yield {
      records: records
        .filter(({ source_id, ids: further = [] }) => wanted.has(source_id) || further.some((id) => wanted.has(id)))
        .map(withoutDay),
      rejected: [...malformed, ...rejected],
      cursor: String(done),
      done,
      total: ids.length,
      step,
    }
  }
}

/** The PMIDs of the papers with these PMC ids. PubMed leaves ids that it lacks out of the search. */
async function findPmids(
  ids: readonly string[],
  access: Access,
  options: RequestOptions & { step: string },
): Promise<string[]> {
  const term = ids.map((id) => `PMC${id.slice('pmc:'.length)}[pmcid]`).join(' OR ')
  const answer = await search(term, ids.length, access, options)
  if (!('error' in answer)) return answer.ids
  throw new AppError('source-unavailable', `PubMed did not answer the search: ${answer.error.replace(/\.$/, '')}.`)
}

/** Finds papers with all of `words`, which PubMed also looks for as its headings, the best matches first. */
export async function findByWords(
  words: readonly string[],
  access: Access,
  { limit, ...options }: RequestOptions & { limit: number },
): Promise<ListedPapers> {
  const step = 'a search for papers'
  // Not in quotes: PubMed finds the headings and spellings of words without them alone.
  const term = words.map((word) => word.replaceAll(/[^\p{L}\p{N}\p{M}'.-]/gu, '')).join(' ')
  const answer = await search(term, limit, access, { ...options, step, sort: 'relevance' })
  // Its message repeats the words.
  if ('error' in answer) throw new AppError('source-unavailable', 'PubMed did not answer the search.')
  if (answer.ids.length === 0) return { papers: [], total: answer.count, rejected: 0 }
  const { records } = await fetchRecords(answer.ids, access, { ...options, step, mayBeEmpty: true })
  const byId = new Map(records.map((record) => [record.source_id, record]))
  const papers = answer.ids.flatMap((id) => byId.get(id) ?? []).map(listRecord)
  return { papers, total: answer.count, rejected: answer.ids.length - papers.length }
}

const isPmid = (id: string) => /^[1-9]\d{0,8}$/.test(id)
const isPmc = (id: string) => /^pmc:[1-9]\d{0,9}$/.test(id)

const reject = (id: string): RejectedRecord => ({
  reason: `“${id.slice(0, 80)}” is not a PMID`,
  raw: id.slice(0, 200),
  source_id: id,
})

/** A cursor is the number of papers asked for. Any other one starts from the beginning. */
const toCount = (cursor: string | undefined) => (cursor !== undefined && /^\d{1,9}$/.test(cursor) ? Number(cursor) : 0)
