import { Interactions, keyOf } from './interactions.ts'
import { Items } from './readingListModel.ts'

interface Readers {
  first: string
  last: string
}

/** Those of `paperIds` that each reader with an id from `first` to `last` has dismissed, by reader. */
export const findDismissed = (paperIds: readonly string[], readers: Readers): Promise<Map<string, Set<string>>> =>
  findPapers(Interactions.collection, paperIds, readers, { dismissed: true })

/** Those of `paperIds` that are on the list of each reader with an id from `first` to `last`, by reader. */
export const findSavedPapers = (paperIds: readonly string[], readers: Readers): Promise<Map<string, Set<string>>> =>
  findPapers(Items.collection, paperIds, readers, { removed_at: null })

/** Those of `paperIds` that each of these readers has opened, by reader. */
export async function findOpened(
  userIds: readonly string[],
  paperIds: readonly string[],
): Promise<Map<string, Set<string>>> {
  if (paperIds.length === 0) return new Map()
  const keys = userIds.flatMap((userId) => paperIds.map((id) => keyOf(userId, id)))
  const fields = { _id: 0, user_id: 1, paper_id: 1 } as const
  const opened = { _id: { $in: keys }, user_id: { $in: [...userIds] }, clicked: true }
  // The index of readers has all of their papers.
  return papersByReader(await Interactions.find(opened, fields).hint({ _id: 1 }).lean())
}

/** Reads without mongoose, which checks each of the ids. */
async function findPapers(
  collection: typeof Items.collection,
  paperIds: readonly string[],
  { first, last }: Readers,
  state: object,
): Promise<Map<string, Set<string>>> {
  const filter = { paper_id: { $in: [...paperIds] }, user_id: { $gte: first, $lte: last }, ...state }
  const found = collection.find<{ user_id: string; paper_id: string }>(filter, {
    projection: { _id: 0, user_id: 1, paper_id: 1 },
  })
  return papersByReader(await found.toArray())
}

/** The paper ids of each reader. */
function papersByReader(pairs: readonly { user_id: string; paper_id: string }[]): Map<string, Set<string>> {
  const byReader = Map.groupBy(pairs, ({ user_id }) => user_id)
  return new Map([...byReader].map(([userId, own]) => [userId, new Set(own.map(({ paper_id }) => paper_id))]))
}
