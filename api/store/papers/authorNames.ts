import { NAME_COLLATION, Papers } from './paperModel.ts'
import type { RankingFields } from './rankingPapers.ts'

/** Names of an author list of thousands that are counted. */
const NAMES_MAX = 100

/** The names of the authors of the newest papers, as they are written; of a long list of authors the first. */
export async function findNewestAuthors(papers: number): Promise<string[]> {
  const found = await Papers.collection
    .find<{ authors: { name: string }[] }>({}, { projection: { _id: 0, 'authors.name': 1 } })
    .sort({ seq: -1 })
    .limit(papers)
    .toArray()
  return found.flatMap(({ authors }) => authors.slice(0, NAMES_MAX).map(({ name }) => name))
}

/** Changes with every paper that is stored or changed; also for a library that was deleted and filled again. */
export async function findNewestChange(): Promise<{ seq: number; key: string }> {
  const newest = await Papers.findOne({}, { seq: 1, stored_at: 1 }).sort({ seq: -1 }).lean()
  return { seq: newest?.seq ?? 0, key: `${newest?.seq} ${newest?.stored_at.getTime()}` }
}

/** What tells authors of one name apart. */
export type NamedPaper = Pick<RankingFields, '_id' | 'title' | 'abstract' | 'authors' | 'categories' | 'announced_on'>

const FIELDS = { title: 1, abstract: 1, authors: 1, categories: 1, announced_on: 1 } as const

/** The newest papers with an author who is written in one of these ways, in any case and accents; at most `limit`. */
export async function findByAuthorNames(names: readonly string[], limit: number): Promise<NamedPaper[]> {
  return Papers.find({ 'authors.name': { $in: [...names] }, joined_into: { $exists: false } }, FIELDS)
    .collation(NAME_COLLATION)
    .sort({ seq: -1 })
    .limit(limit)
    .lean()
}

/** Of these papers those that are stored. */
export async function findNamedPapers(ids: readonly string[]): Promise<NamedPaper[]> {
  return ids.length === 0 ? [] : Papers.find({ _id: { $in: [...ids] } }, FIELDS).lean()
}
