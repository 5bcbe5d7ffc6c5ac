import { FOLD_FIELDS, withFolded } from './foldedPapers.ts'
import type { PaperUpdateFields } from './paperFacts.ts'
import { Papers, type PaperRecord } from './paperModel.ts'

/** From the day `from` to the day `until`, both included. */
export interface Days {
  from: string
  until: string
}

/** The fields of a paper whose changes are shown as updates, and the days on which they came. */
export type DatedUpdateFields = PaperUpdateFields & Pick<PaperRecord, 'announcements' | 'versions' | 'venue'>

/**
 * Of these ids, those of papers and of records of papers of which a version, a notice or an article is dated on one of
 * `days`, with the fields of the paper.
 */
export async function findChangedOn(
  ids: readonly string[],
  { from, until }: Days,
): Promise<Map<string, DatedUpdateFields>> {
  const on = { $gte: from, $lte: until }
  const at = { $gte: new Date(`${from}T00:00:00Z`), $lte: new Date(`${until}T23:59:59.999Z`) }
  const isChanged = [
    { 'folded.notices': { $elemMatch: { known_on: on } } },
    { announcements: { $elemMatch: { on } } },
    { versions: { $elemMatch: { at } } },
    { 'venue.published_on': on },
    { 'folded.venue.published_on': on },
  ]
  const fields = {
    version: 1,
    withdrawn: 1,
    withdrawn_by: 1,
    journal_ref: 1,
    urls: 1,
    venue: 1,
    announcements: 1,
    versions: 1,
    record_ids: 1,
    ...FOLD_FIELDS,
  } as const
  const found = await Papers.find(
    { $or: [{ _id: { $in: [...ids] } }, { record_ids: { $in: [...ids] } }], $and: [{ $or: isChanged }] },
    fields,
  ).lean()
  const wanted = new Set(ids)
  return new Map(
    found
      .filter(({ joined_into }) => joined_into === undefined)
      .flatMap((paper) =>
        [paper._id, ...(paper.record_ids ?? [])]
          .filter((id) => wanted.has(id))
          .map((id) => [id, withFolded(paper)] as const),
      ),
  )
}

/** The new versions of these papers that were announced since `from` and before `until`, by id. */
export async function findRevisedOn(ids: readonly string[], { from, until }: Days): Promise<Map<string, number[]>> {
  const isIn = (on: string) => on >= from && on < until
  const found = await Papers.find(
    { _id: { $in: [...ids] }, version: { $gt: 1 }, announcements: { $elemMatch: { on: { $gte: from, $lt: until } } } },
    { announcements: 1 },
  ).lean()
  return new Map(
    found.map(({ _id, announcements }) => [
      _id,
      announcements.flatMap(({ on, version }) => (isIn(on) && version !== null ? version : [])),
    ]),
  )
}

/** Of these ids, those of papers that were announced on one of `days` for the first time or to more categories. */
export async function findArrivedOn(
  ids: readonly string[],
  { from, until }: Days,
): Promise<Pick<PaperRecord, '_id' | 'category_ids'>[]> {
  const arrival = { $elemMatch: { on: { $gte: from, $lte: until }, type: { $in: ['new', 'cross'] } } }
  return Papers.find({ _id: { $in: [...ids] }, announcements: arrival }, { category_ids: 1 }).lean()
}
