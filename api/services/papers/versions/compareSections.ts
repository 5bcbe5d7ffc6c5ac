import type { Segment } from '../../../contract/papers.ts'
import type { SectionChange, TextChanges, TextPart } from '../../../contract/textChanges.ts'
import type { PaperText } from '../../../sources/versions.ts'
import { alignSections, readSections, type ReadSection, type SectionPair } from './alignSections.ts'
import { describeSection, describeSections, nameSection } from './describeSections.ts'
import { diffTokens } from './diffTexts.ts'
import { foldParts, splitWords } from './foldParts.ts'
import { markMoves } from './markMoves.ts'

export interface Texts {
  before: PaperText
  after: PaperText
}

export type ComparedSections = Pick<TextChanges, 'summary' | 'sections'>

/** A section of both versions, or of one of them, with all of its text. */
export interface SectionDiff extends SectionPair {
  /** Empty when the text reads the same. */
  parts: TextPart[]
}

/** Words of an added or removed run that are shown; the rest of it is counted. */
const RUN_MAX = 384
/** Of a section that was added or removed, its first words. */
const BEGINNING = 80
/** Characters of all differences. */
const SHOWN_MAX = 200_000

/** Compares the texts of two versions by sections, and each section by words, with what is the same left out. */
export function compareSections(texts: Texts): ComparedSections {
  let left = SHOWN_MAX
  const diffs = diffSections(texts)
  const sections = diffs.map((diff) => {
    const section = toSectionChange(diff)
    const length = section.parts.reduce((sum, { segments }) => sum + lengthOf(segments), 0)
    if (length > left) return { ...section, parts: [], is_left_out: true }
    left -= length
    return section
  })
  const moved = diffs.reduce((sum, { after }) => sum + countParagraphs(after), 0)
  return { summary: describeSections(sections, moved), sections }
}

/** Compares all of the texts by sections, in the order of `SectionChange`. Paragraphs that moved are marked as such. */
export const diffSections = ({ before, after }: Texts): SectionDiff[] =>
  markMoves(alignSections(readSections(before.sections), readSections(after.sections))).map((pair) => ({
    ...pair,
    parts: diffTokens(pair.before?.tokens ?? [], pair.after?.tokens ?? [])?.parts ?? [],
  }))

const lengthOf = (segments: readonly Segment[]): number =>
  segments.reduce((sum, segment) => sum + ('text' in segment ? segment.text.length : segment.tex.length), 0)

/** Paragraphs that moved into this side of a section, or out of it. */
const countParagraphs = (section: ReadSection | undefined): number =>
  section?.tokens.filter(({ parts }) => parts !== undefined).length ?? 0

function toSectionChange({ before, after, moved, parts }: SectionDiff): SectionChange {
  const shown = after ?? before
  const heading = { level: shown?.level ?? 1, number: shown?.number ?? null, title: shown?.title ?? '' }
  const isOfBoth = before !== undefined && after !== undefined
  const isRenamed = isOfBoth && foldTitle(before.title) !== foldTitle(after.title)
  const section = {
    ...heading,
    state: stateOf({ before, after, parts }),
    moved,
    old_title: isRenamed ? before.title : null,
    ...countWords(parts),
    is_left_out: false,
  }
  return {
    ...section,
    name: nameSection(heading),
    summary: describeSection(section, { here: countParagraphs(after), away: countParagraphs(before) }),
    parts: foldParts(parts, isOfBoth ? RUN_MAX : BEGINNING),
  }
}

function stateOf({ before, after, parts }: Omit<SectionDiff, 'moved'>): SectionChange['state'] {
  if (before === undefined) return 'added'
  if (after === undefined) return 'removed'
  return parts.length === 0 ? 'same' : 'changed'
}

function countWords(parts: readonly TextPart[]): Pick<SectionChange, 'words_added' | 'words_removed'> {
  const countOf = (op: TextPart['op']) =>
    parts
      .filter((part) => part.op === op && part.moved_to === undefined)
      .flatMap(({ segments }) => splitWords(segments))
      .filter((word) => 'tex' in word || /[\p{L}\p{N}]/u.test(word.text)).length
  return { words_added: countOf('added'), words_removed: countOf('removed') }
}

const foldTitle = (title: string) => title.normalize().replace(/\s+/g, ' ').trim().toLowerCase()
