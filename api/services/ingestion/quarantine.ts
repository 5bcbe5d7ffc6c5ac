import type { QuarantineRetried, QuarantineRow } from '../../contract/admin.ts'
import type { List } from '../../contract/lists.ts'
import {
  findQuarantine,
  findQuarantined,
  removeQuarantined,
  type QuarantineRecord,
} from '../../store/papers/quarantine.ts'
import { currentGeneration } from '../../store/papers/papers.ts'
import { savePapers } from '../../store/papers/paperWrites.ts'
import { normalise } from './normalise.ts'
import type { Sources } from '../product.ts'

/** In ms; short, because an admin waits for the response. */
const RETRY_MS = 8_000
/** By source: what its ids are called. */
const ID_NAMES: Readonly<Record<string, string>> = {
  arxiv: 'arXiv id',
  crossref: 'DOI',
  pubmed: 'PMID',
  eprint: 'number of a paper',
  openreview: 'OpenReview id',
}

/** Lists quarantined records, newest first. */
export async function listQuarantine({ skip = 0, limit = 20 }: { skip?: number; limit?: number }) {
  const { items, ...rest } = await findQuarantine({ skip, limit })
  return { ...rest, items: items.map(toRow) } satisfies List<QuarantineRow>
}

/**
 * Requests the record from the source again, by its id. When it can be parsed now, the paper is stored and the record
 * is removed from the quarantine. Throws "not-found", "source-unavailable".
 */
export async function retryQuarantined(sources: Sources, id: string): Promise<QuarantineRetried> {
  const { source: sourceId, raw } = await findQuarantined(id)
  const source = sources.get(sourceId)
  const wanted = source?.lookUp?.idIn(raw) ?? null
  if (source?.lookUp === undefined || wanted === null)
    return { stored: false, paper_id: null, message: `The record contains no ${ID_NAMES[sourceId] ?? 'id'}.` }
  const signal = AbortSignal.timeout(RETRY_MS)
  for await (const { records } of source.lookUp.readByIds([wanted], { signal })) {
    const record = records.find(({ source_id }) => source_id === wanted)
    if (record === undefined) continue
    await savePapers([normalise(record)], { generation: await currentGeneration() })
    await removeQuarantined(id)
    return { stored: true, paper_id: record.id, message: `“${record.title}” is in the library now.` }
  }
  return { stored: false, paper_id: null, message: `${source.name} returned no readable record of this paper.` }
}

const toRow = ({ _id, first_seen_at, last_seen_at, ...rest }: QuarantineRecord): QuarantineRow => ({
  id: _id,
  ...rest,
  first_seen_at: first_seen_at.toISOString(),
  last_seen_at: last_seen_at.toISOString(),
})
