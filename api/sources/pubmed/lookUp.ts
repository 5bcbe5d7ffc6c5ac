import type { RejectedRecord, SourcePage } from '../source.ts'
import { withoutDay } from './createdDays.ts'
import { BATCH_MAX, fetchRecords, type Access, type RequestOptions } from './requests.ts'

/** Reads the records of `ids`, without an announcement. PMIDs that PubMed lacks are left out. */
export async function* readByIds(
  ids: readonly string[],
  access: Access,
  { after, ...options }: RequestOptions & { after?: string },
): AsyncIterable<SourcePage> {
  for (let done = toCount(after); done < ids.length;) {
    const batch = ids.slice(done, done + BATCH_MAX)
    done += batch.length
    const step = `papers ${done} of ${ids.length} by PMID`
    const pmids = batch.filter(isPmid)
    const malformed = batch.filter((id) => !isPmid(id)).map(reject)
    const { records, rejected } =
      pmids.length === 0
        ? { records: [], rejected: [] }
        : await fetchRecords(pmids, access, { ...options, step, mayBeEmpty: true })
    yield {
      records: records.map(withoutDay),
      rejected: [...malformed, ...rejected],
      cursor: String(done),
      done,
      total: ids.length,
      step,
    }
  }
}

const isPmid = (id: string) => /^[1-9]\d{0,8}$/.test(id)

const reject = (id: string): RejectedRecord => ({
  reason: `“${id.slice(0, 80)}” is not a PMID`,
  raw: id.slice(0, 200),
  source_id: id,
})

/** A cursor is the number of papers asked for. Any other one starts from the beginning. */
const toCount = (cursor: string | undefined) => (cursor !== undefined && /^\d{1,9}$/.test(cursor) ? Number(cursor) : 0)
