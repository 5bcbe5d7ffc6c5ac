import { now } from '../../platform/clock.ts'
import { Sources, type UnknownCategory } from './sources.ts'

/** Adds to the codes that the taxonomy does not have how many papers with each were stored for the first time. */
export async function recordUnknownCategories(id: string, added: ReadonlyMap<string, number>): Promise<void> {
  const at = now()
  await Sources.updateOne({ _id: id }, {}, { upsert: true })
  for (const [code, papers] of added) {
    const known = { _id: id, 'unknown_categories.code': code }
    const entry: UnknownCategory = { code, papers: 0, first_seen_at: at, last_seen_at: at }
    await Sources.updateOne(
      { _id: id, 'unknown_categories.code': { $ne: code } },
      { $push: { unknown_categories: entry } },
    )
    await Sources.updateOne(known, {
      $inc: { 'unknown_categories.$.papers': papers },
      $set: { 'unknown_categories.$.last_seen_at': at },
    })
  }
}
