import { now } from '../../platform/clock.ts'
import { findAliases, findByJoinKeys, findJoinRecords } from '../../store/papers/joins.ts'
import { addCites, findCitingNew } from '../../store/papers/references.ts'
import { findReferencedPaperIds } from '../../store/readers/readingList.ts'
import { readSavedSince } from '../../store/readers/readingSaves.ts'
import { enqueuePapers } from '../../store/sources/factQueue.ts'

/** The queues of a source that knows which papers cite which. */
export const referencesQueue = (sourceId: string) => `${sourceId}:references`
export const citationsQueue = (sourceId: string) => `${sourceId}:citations`

/** Records that have one of the works of a batch. A work has few. */
const RECORDS_MAX = 20_000
/** What the identifiers of works begin with, among the keys by which records are compared. */
const WORK = /^(?:arxiv|doi|pmid|pmc|osf|eprint):/

/** Adds papers to those that are visited for the papers that cite them. One that is there keeps its place. */
export const watchCitations = (sourceId: string, ids: readonly string[]): Promise<void> =>
  enqueuePapers(
    citationsQueue(sourceId),
    ids.map((paper_id) => ({ paper_id, from: now(), due_at: now() })),
  )

/**
 * Watches the papers that readers have saved since, each once for all of them, and finds the new papers that are already known
 * to cite them. Safe to repeat.
 */
export async function watchSavedSince(sourceId: string, since: Date): Promise<void> {
  for await (const ids of readSavedSince(since)) {
    const { paperOf, recordsOf, withRecords } = await findAliases(ids)
    await watchCitations(sourceId, [...new Set(ids.map(paperOf))])
    const records = await findJoinRecords(withRecords(ids))
    const worksOf = Map.groupBy(records, ({ _id }) => paperOf(_id))
    const savedBy = new Map<string, string[]>()
    for (const id of ids)
      for (const { join_keys = [] } of worksOf.get(paperOf(id)) ?? [])
        for (const work of join_keys.filter((key) => WORK.test(key)))
          savedBy.set(work, [...(savedBy.get(work) ?? []), id])
    const citing = await findCitingNew([...savedBy.keys()])
    await addCites(
      citing.map(({ id, works }) => {
        const own = new Set(recordsOf(id))
        return { id, cites: works.flatMap((work) => savedBy.get(work) ?? []).filter((saved) => !own.has(saved)) }
      }),
    )
  }
}

/**
 * The papers on reading lists among the works that papers cite, by citing paper, under the ids with which they were saved. A
 * paper that cites another record of itself does not cite it.
 */
export async function findSavedCited(
  references: ReadonlyMap<string, readonly string[]>,
): Promise<Map<string, string[]>> {
  const works = new Set([...references.values()].flat())
  if (works.size === 0) return new Map()
  const records = await findByJoinKeys([...works], RECORDS_MAX)
  const { recordsOf, withRecords } = await findAliases([...records.map(({ _id }) => _id), ...references.keys()])
  const saved = await findReferencedPaperIds(withRecords(records.map(({ _id }) => _id)))
  const savedBy = new Map<string, string[]>()
  for (const { _id, join_keys } of records) {
    const own = recordsOf(_id).filter((id) => saved.has(id))
    if (own.length === 0) continue
    for (const key of join_keys) if (works.has(key)) savedBy.set(key, [...(savedBy.get(key) ?? []), ...own])
  }
  return new Map(
    [...references].map(([id, cited]) => {
      const itself = new Set(recordsOf(id))
      const cites = cited.flatMap((work) => savedBy.get(work) ?? []).filter((one) => !itself.has(one))
      return [id, [...new Set(cites)]]
    }),
  )
}
