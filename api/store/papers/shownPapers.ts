import type { mongo } from 'mongoose'
import type { Paper } from '../../contract/papers.ts'
import { FOLD_FIELDS, findFolded } from './foldedPapers.ts'
import { Papers, type PaperRecord } from './paperModel.ts'

/** The stored fields of a paper that the API shows. */
const SHOWN_FIELDS = {
  source: 1,
  source_id: 1,
  version: 1,
  kind: 1,
  title: 1,
  abstract: 1,
  title_segments: 1,
  abstract_segments: 1,
  abstract_from: 1,
  authors: 1,
  categories: 1,
  primary_category: 1,
  published_at: 1,
  published_precision: 1,
  updated_at: 1,
  announced_on: 1,
  announce_type: 1,
  urls: 1,
  doi: 1,
  comment: 1,
  venue: 1,
  journal_ref: 1,
  license: 1,
  withdrawn: 1,
  withdrawn_by: 1,
  metrics: 1,
} as const

/** The paper in the shape of the API. */
export const toPaper = (
  record: Pick<PaperRecord, '_id' | keyof typeof SHOWN_FIELDS | 'summary' | 'facts_from' | 'notices'>,
): Paper => ({
  id: record._id,
  source: record.source,
  source_id: record.source_id,
  version: record.version,
  ...(record.kind && { kind: record.kind }),
  title: record.title,
  abstract: record.abstract,
  title_segments: record.title_segments,
  abstract_segments: record.abstract_segments,
  ...(record.abstract_from && { abstract_from: record.abstract_from }),
  ...(record.summary && { summary: record.summary }),
  authors: record.authors,
  categories: record.categories,
  primary_category: record.primary_category,
  published_at: record.published_at?.toISOString() ?? null,
  ...(record.published_precision && { published_precision: record.published_precision }),
  updated_at: record.updated_at?.toISOString() ?? null,
  announced_on: record.announced_on,
  announce_type: record.announce_type,
  urls: record.urls,
  doi: record.doi,
  comment: record.comment,
  ...(record.venue && { venue: record.venue }),
  journal_ref: record.journal_ref,
  license: record.license,
  withdrawn: record.withdrawn,
  ...(record.withdrawn_by && { withdrawn_by: record.withdrawn_by }),
  metrics: record.metrics,
  ...(record.facts_from && { facts_from: record.facts_from }),
  ...(record.notices && { notices: record.notices }),
})

/** Without mongoose, which takes as long again as the driver: most requests read a page of papers. */
export const queryPapers = (filter: mongo.Filter<mongo.Document>) =>
  Papers.collection.find<PaperRecord>(filter, { projection: { ...SHOWN_FIELDS, first_title: 1, ...FOLD_FIELDS } })

const ofIds = (ids: readonly string[]) => ({ _id: { $in: [...ids] as never[] } })

/** Papers by the asked id, of those of `ids` that are stored. The id of a joined record gives the paper with its own id. */
export const findPapers = async (ids: readonly string[]): Promise<Map<string, Paper>> =>
  (await findCardPapers(ids)).papers

/** What the cards of papers show of them. */
export interface CardPapers {
  /** As `findPapers`. */
  papers: Map<string, Paper>
  /** The titles of the first known versions by the asked id, of papers that have a newer version. */
  firstTitles: Map<string, string>
}

/** The papers of cards, by the asked id. One read. */
export async function findCardPapers(ids: readonly string[]): Promise<CardPapers> {
  const found = await findFolded(ids, (wanted) => queryPapers(ofIds(wanted)).toArray())
  return {
    papers: new Map([...found].map(([id, record]) => [id, toPaper(record)])),
    firstTitles: new Map(
      [...found].flatMap(([id, { first_title }]) => (first_title ? [[id, first_title.title] as const] : [])),
    ),
  }
}
