import { FOLD_FIELDS, withFolded } from './foldedPapers.ts'
import { Papers, type PaperRecord } from './paperModel.ts'

/** The fields of a paper that the search index is made from. */
export type SearchedFields = Pick<
  PaperRecord,
  | '_id'
  | 'seq'
  | 'title'
  | 'abstract'
  | 'categories'
  | 'doi'
  | 'published_at'
  | 'announced_on'
  | 'announce_type'
  | 'joined_into'
  | 'folded'
> & { authors: { name: string }[] }

const SEARCHED_FIELDS = {
  seq: 1,
  title: 1,
  abstract: 1,
  'authors.name': 1,
  categories: 1,
  doi: 1,
  published_at: 1,
  announced_on: 1,
  announce_type: 1,
  ...FOLD_FIELDS,
} as const

/** Papers changed after `seq`, in the order of their changes. */
export const findPapersAfter = (seq: number, limit: number): Promise<SearchedFields[]> =>
  readSearched({ $gt: seq }, limit)

/** The papers with these sequence numbers, in their order. */
export const findPapersBySeq = (seqs: readonly number[]): Promise<SearchedFields[]> =>
  readSearched({ $in: [...seqs] }, seqs.length)

/** Without mongoose: requests wait while the papers are parsed. */
const readSearched = (seq: { $gt: number } | { $in: number[] }, limit: number): Promise<SearchedFields[]> =>
  Papers.collection
    .find<SearchedFields>({ seq }, { projection: SEARCHED_FIELDS, sort: { seq: 1 }, limit })
    .map(withFolded)
    .toArray()

/** The sequence numbers of stored papers after `after` and up to `until`. */
export const findSeqsBetween = (after: number, until: number): Promise<number[]> =>
  Papers.collection
    .find<{ seq: number }>({ seq: { $gt: after, $lte: until } }, { projection: { _id: 0, seq: 1 } })
    .map(({ seq }) => seq)
    .toArray()
