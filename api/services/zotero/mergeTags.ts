import { TAG_MAX, TAGS_MAX } from '../../contract/limits.ts'
import type { ZoteroTag } from '../../sources/zotero/zotero.ts'
import { cleanTag, foldTag } from '../../text/tags.ts'
import { OUR_TAG } from './zoteroObject.ts'

interface Sides {
  /** Tags that both sides had after the last comparison. */
  base: readonly string[]
  ours: readonly string[]
  theirs: readonly ZoteroTag[]
}

/** Set by a program that saved the item, and no words of the reader. */
const AUTOMATIC = 1
const keyOf = (tag: string) => foldTag(cleanTag(tag))
const keysOf = (tags: readonly string[]) => new Set(tags.map(keyOf))

/**
 * Unites the tags of both sides. What one side added comes to the other, what one side removed is removed from the other.
 * Tags of Zotero that the list has no room for stay there; those set by a program, and our own one, stay there alone.
 */
export function mergeTags({ base, ours, theirs }: Sides): { base: string[]; ours: string[]; theirs: ZoteroTag[] } {
  const [common, here, there] = [keysOf(base), keysOf(ours), keysOf(theirs.map(({ tag }) => tag))]
  const isRemovedHere = (key: string) => common.has(key) && !here.has(key)
  const isRemovedThere = (key: string) => common.has(key) && !there.has(key)
  const keptOurs = ours.filter((tag) => !isRemovedThere(keyOf(tag)))
  const keptTheirs = theirs.filter(({ tag }) => !isRemovedHere(keyOf(tag)))
  const toTheirs = keptOurs.filter((tag) => !there.has(keyOf(tag)))
  const toOurs = keptTheirs
    .filter(({ tag, type }) => type !== AUTOMATIC && tag !== OUR_TAG && !here.has(keyOf(tag)))
    .map(({ tag }) => cleanTag(tag))
    .filter((tag) => tag !== '' && tag.length <= TAG_MAX)
  const merged = {
    ours: [...keptOurs, ...new Map(toOurs.map((tag) => [foldTag(tag), tag])).values()].slice(
      0,
      Math.max(TAGS_MAX, keptOurs.length),
    ),
    theirs: [...keptTheirs, ...toTheirs.map((tag): ZoteroTag => ({ tag }))],
  }
  const nowThere = keysOf(merged.theirs.map(({ tag }) => tag))
  return { ...merged, base: merged.ours.filter((tag) => nowThere.has(keyOf(tag))) }
}
