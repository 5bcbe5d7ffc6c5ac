import type { FoundMarks } from '../../contract/search.ts'
import { findAliases, type Aliases } from '../../store/papers/joins.ts'
import { findInteractions, type InteractionRecord } from '../../store/readers/interactions.ts'
import { findSavedItems } from '../../store/readers/readingList.ts'

/** What the parts of a list name their papers by. */
interface OfPaper {
  paper_id: string
}

/** The cards with the ids of their papers now: each was made for a record that may have been joined into another paper. */
export async function nameByPaper<Card extends OfPaper>(cards: readonly Card[]): Promise<Card[]> {
  return (await nameCards(cards)).named
}

/** As `nameByPaper`, with the aliases of the papers. */
export async function nameCards<Card extends OfPaper>(
  cards: readonly Card[],
): Promise<{ named: Card[]; aliases: Aliases }> {
  const aliases = await findAliases(cards.map(({ paper_id }) => paper_id))
  return { named: nameCardsBy(aliases, cards), aliases }
}

/** As `nameByPaper`, by the aliases of the papers. */
export const nameCardsBy = <Card extends OfPaper>({ paperOf }: Aliases, cards: readonly Card[]): Card[] =>
  cards.map((card) => ({ ...card, paper_id: paperOf(card.paper_id) }))

/**
 * The id of the reader's item by the id of a paper, saved as whichever of its records, of those of `ids` that are saved.
 * `aliases` of the papers are read where the caller has none.
 */
export async function findSavedPapersOf(
  userId: string,
  ids: readonly string[],
  aliases?: Aliases,
): Promise<Map<string, string>> {
  const known = aliases ?? (await findAliases(ids))
  return nameSavedPapers(ids, known, await findSavedItems(userId, known.withRecords(ids)))
}

/** As `findSavedPapersOf`, from the ids of the reader's items by the record that was saved. */
export function nameSavedPapers(
  ids: readonly string[],
  { recordsOf }: Aliases,
  saved: ReadonlyMap<string, string>,
): Map<string, string> {
  return new Map(
    ids.flatMap((id) => {
      const item = [id, ...recordsOf(id)].flatMap((record) => saved.get(record) ?? [])[0]
      return item === undefined ? [] : [[id, item] as const]
    }),
  )
}

/** What the reader did with papers, as whichever of their records, by the asked id. `aliases` as in `findSavedPapersOf`. */
export async function findActionsOn(
  userId: string,
  ids: readonly string[],
  aliases?: Aliases,
): Promise<Map<string, InteractionRecord>> {
  const { recordsOf, withRecords } = aliases ?? (await findAliases(ids))
  const found = await findInteractions(userId, withRecords(ids))
  return new Map(
    ids.flatMap((id) => {
      const [first, ...others] = recordsOf(id).flatMap((record) => found.get(record) ?? [])
      return first === undefined ? [] : [[id, others.reduce(unite, first)] as const]
    }),
  )
}

/** What the reader did with papers that were found, as a function of a paper's id. */
export async function findMarks(userId: string, ids: readonly string[]): Promise<(id: string) => FoundMarks> {
  const aliases = await findAliases(ids)
  const [actions, saved] = await Promise.all([
    findActionsOn(userId, ids, aliases),
    findSavedPapersOf(userId, ids, aliases),
  ])
  return (id) => {
    const { liked = false, dismissed = false } = actions.get(id) ?? {}
    const itemId = saved.get(id)
    return {
      ...(itemId !== undefined && { saved_item_id: itemId }),
      ...(liked && { liked }),
      ...(dismissed && { dismissed }),
    }
  }
}

const unite = (one: InteractionRecord, other: InteractionRecord): InteractionRecord => ({
  ...one,
  clicked: one.clicked || other.clicked,
  clicks: one.clicks + other.clicks,
  view_seconds: one.view_seconds + other.view_seconds,
  seen: one.seen || other.seen,
  liked: one.liked || other.liked,
  dismissed: one.dismissed || other.dismissed,
})

/** The records of a paper that the reader did something with; if there are none, that of the paper. */
export async function findActedOn(userId: string, paperId: string): Promise<[string, ...string[]]> {
  const { recordsOf, paperOf } = await findAliases([paperId])
  const records = recordsOf(paperId)
  if (records.length === 1) return [paperId]
  const found = await findInteractions(userId, records)
  const [first = paperOf(paperId), ...others] = records.filter((id) => found.has(id))
  return [first, ...others]
}
