import type { TagList } from '../../contract/readingList.ts'
import { findTags } from '../../store/readers/readingList.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import { foldTag, spellTags } from '../../text/tags.ts'

/** The tags on the reader's list, the most used first. Spellings of the same tag are one entry. */
export async function listTags(user: UserRecord): Promise<TagList> {
  const byKey = new Map<string, { tag: string; count: number }>()
  for (const { tag, count } of await findTags(user._id)) {
    const known = byKey.get(foldTag(tag))
    if (known === undefined) byKey.set(foldTag(tag), { tag, count })
    else known.count += count
  }
  const items = [...byKey.values()].toSorted((one, other) => other.count - one.count)
  return { items, total: items.length }
}

/** The tags in the spelling that the reader's list has already, each once. */
export async function spellAsOnList(userId: string, tags: readonly string[]): Promise<string[]> {
  if (tags.length === 0) return []
  const known = await findTags(userId)
  return spellTags(
    tags,
    known.map(({ tag }) => tag),
  )
}

/** All spellings of a tag on the reader's list. Two requests at the same time can write a tag in two spellings. */
export const findSpellings = async (userId: string, tag: string): Promise<string[]> =>
  (await findTags(userId)).flatMap((known) => (foldTag(known.tag) === foldTag(tag) ? known.tag : []))
