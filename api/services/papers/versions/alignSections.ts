import { foldWords } from '../../../text/words.ts'
import type { TextSection } from '../../../sources/versions.ts'
import { longestIncreasing } from './longestIncreasing.ts'
import { readSegments, type Token } from './textTokens.ts'

/** A section, read for a comparison. */
export interface ReadSection extends TextSection {
  tokens: Token[]
}

/** A section of both versions, or of one of them. In the order of the newer one; see `SectionChange`. */
export interface SectionPair {
  before?: ReadSection
  after?: ReadSection
  moved: boolean
}

/** Unmatched sections of a version that are compared with those of the other one by what they say. */
const UNMATCHED_MAX = 60
/** Share of common words from which on a section is the same one under another title. */
const ALIKE_MIN = 0.5
/** Words of a section that can be recognised under another title. */
const WORDS_MIN = 20

/** Reads the words of sections. Paragraphs are separated by a blank line, which ends a sentence. */
export const readSections = (sections: readonly TextSection[]): ReadSection[] =>
  sections.map((section) => ({
    ...section,
    tokens: readSegments(
      section.paragraphs.flatMap((paragraph, index) => (index === 0 ? paragraph : [{ text: '\n\n' }, ...paragraph])),
    ),
  }))

/** Pairs the sections of two versions: by title and place, by title alone, and the others by what they say. */
export function alignSections(before: readonly ReadSection[], after: readonly ReadSection[]): SectionPair[] {
  const partners = new Map<ReadSection, ReadSection>()
  const taken = new Set<ReadSection>()
  const pair = (old: ReadSection, now: ReadSection) => {
    partners.set(now, old)
    taken.add(old)
  }
  for (const keysOf of [pathsOf, titlesOf]) {
    const [oldKeys, newKeys] = [keysOf(before), keysOf(after)]
    const free = Map.groupBy(
      before.filter((section) => !taken.has(section)),
      (section) => oldKeys.get(section) ?? '',
    )
    for (const section of after) {
      if (partners.has(section)) continue
      const old = free.get(newKeys.get(section) ?? '')?.shift()
      if (old !== undefined) pair(old, section)
    }
  }
  const left = before.filter((section) => !taken.has(section)).slice(0, UNMATCHED_MAX)
  const right = after.filter((section) => !partners.has(section)).slice(0, UNMATCHED_MAX)
  for (const { old, now } of findAlike(left, right)) if (!taken.has(old) && !partners.has(now)) pair(old, now)
  return order(before, after, partners)
}

const titleOf = ({ title }: ReadSection) => foldWords(title).join(' ') || title

const titlesOf = (sections: readonly ReadSection[]) =>
  new Map(sections.map((section) => [section, titleOf(section)] as const))

/** By the titles of the sections that each is in, and its own. */
function pathsOf(sections: readonly ReadSection[]): Map<ReadSection, string> {
  const path: string[] = []
  const paths = new Map<ReadSection, string>()
  for (const section of sections) {
    path.splice(section.level - 1, Infinity, titleOf(section))
    paths.set(section, `${section.level} ${path.join('\n')}`)
  }
  return paths
}

/** Pairs of sections with much in common, those with most first. */
function findAlike(left: readonly ReadSection[], right: readonly ReadSection[]) {
  const counts = new Map([...left, ...right].map((section) => [section, countWords(section)] as const))
  const pairs = left.flatMap((old) =>
    right.map((now) => ({ old, now, share: shareOf(counts.get(old), counts.get(now)) })),
  )
  return pairs.filter(({ share }) => share >= ALIKE_MIN).toSorted((one, other) => other.share - one.share)
}

const countWords = ({ tokens }: ReadSection): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const { key } of tokens) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

const sumOf = (counts: Map<string, number>) => counts.values().reduce((sum, count) => sum + count, 0)

function shareOf(one = new Map<string, number>(), other = new Map<string, number>()): number {
  const total = sumOf(one) + sumOf(other)
  if (Math.min(sumOf(one), sumOf(other)) < WORDS_MIN) return 0
  let common = 0
  for (const [key, count] of one) common += Math.min(count, other.get(key) ?? 0)
  return (2 * common) / total
}

/** The sections of the newer version in order, each removed one after the section that it followed. */
function order(
  before: readonly ReadSection[],
  after: readonly ReadSection[],
  partners: ReadonlyMap<ReadSection, ReadSection>,
): SectionPair[] {
  const places = new Map(before.map((section, index) => [section, index]))
  const origins = after.map((section) => places.get(partners.get(section) as ReadSection))
  const staying = longestIncreasing(origins)
  const kept = new Set(partners.values())
  /** By what they follow; undefined: nothing. */
  const removed = new Map<ReadSection | undefined, SectionPair[]>()
  let last: ReadSection | undefined
  for (const section of before) {
    if (kept.has(section)) last = section
    else removed.set(last, [...(removed.get(last) ?? []), { before: section, moved: false }])
  }
  return [
    ...(removed.get(undefined) ?? []),
    ...after.flatMap((section, index): SectionPair[] => {
      const old = partners.get(section)
      if (old === undefined) return [{ after: section, moved: false }]
      return [{ before: old, after: section, moved: !staying.has(index) }, ...(removed.get(old) ?? [])]
    }),
  ]
}
