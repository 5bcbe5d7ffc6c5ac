import { now } from '../../platform/clock.ts'
import { Items, type ItemRecord } from './readingListModel.ts'

/**
 * Lets the items of each reader for records of one paper be one: the one that was saved first is shown, with the notes of
 * the others below its own and with their tags. The others stay stored. Safe to repeat.
 */
export async function joinItems(recordIds: readonly string[]): Promise<void> {
  const found = await Items.find({ paper_id: { $in: [...recordIds] }, removed_at: null, joined_to: null })
    .sort({ added_at: 1, _id: 1 })
    .lean<ItemRecord[]>()
  for (const [first, ...others] of Map.groupBy(found, ({ user_id }) => user_id).values()) {
    if (first === undefined || others.length === 0) continue
    const own = { notes: first.notes, tags: first.tags }
    // A note that is there already was joined before.
    const notes = others.reduce(
      (joined, item) => (joined.includes(item.notes) ? joined : [joined, item.notes].filter(Boolean).join('\n\n')),
      first.notes,
    )
    const tags = [...new Set([first, ...others].flatMap((item) => item.tags))]
    // If the reader has changed it meanwhile, the next processing joins them.
    const { matchedCount } = await Items.updateOne(
      { _id: first._id, user_id: first.user_id, version: first.version },
      {
        $set: { notes, tags, before_join: first.before_join ?? own, as_joined: { notes, tags }, changed_at: now() },
        $inc: { version: 1 },
      },
    )
    if (matchedCount === 0) continue
    const ids = others.map(({ _id }) => _id)
    await Items.updateMany(
      { _id: { $in: ids }, user_id: first.user_id },
      { $set: { joined_to: first._id, changed_at: now() } },
    )
  }
}

/**
 * Shows items again that were joined to one of a record that is of another paper now. The item that they were joined to gets
 * back the notes and tags that it had before, unless its reader has changed them since. Safe to repeat.
 */
export async function partItems(groups: readonly (readonly string[])[]): Promise<void> {
  const paperOf = new Map(groups.flatMap((group, at) => group.map((id) => [id, at] as const)))
  const joined = await Items.find({ paper_id: { $in: [...paperOf.keys()] }, joined_to: { $ne: null } }).lean<
    ItemRecord[]
  >()
  const shown = await Items.find({ _id: { $in: joined.flatMap(({ joined_to }) => joined_to ?? []) } }).lean<
    ItemRecord[]
  >()
  for (const first of shown) {
    const parted = joined.filter(
      ({ joined_to, paper_id }) => joined_to === first._id && paperOf.get(paper_id) !== paperOf.get(first.paper_id),
    )
    if (parted.length === 0) continue
    const { notes, tags, before_join: before, as_joined } = first
    const isUnchanged = before && as_joined && Bun.deepEquals({ notes, tags }, as_joined)
    await Items.updateOne(
      { _id: first._id, user_id: first.user_id, version: first.version },
      {
        $set: { ...(isUnchanged && before), changed_at: now() },
        $unset: { before_join: 1, as_joined: 1 },
        $inc: { version: 1 },
      },
    )
    await Items.updateMany(
      { _id: { $in: parted.map(({ _id }) => _id) }, user_id: first.user_id },
      { $set: { changed_at: now() }, $unset: { joined_to: 1 } },
    )
  }
}
