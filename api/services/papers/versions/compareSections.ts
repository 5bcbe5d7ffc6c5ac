import type { Segment } from '../../../contract/papers.ts'
import type { SectionChange, TextChanges, TextPart } from '../../../contract/textChanges.ts'
import type { PaperText } from '../../../sources/versions.ts'
import { alignSections, readSections, type SectionPair } from './alignSections.ts'
import { diffTokens } from './diffTexts.ts'
import { segmentsOf } from './tokens.ts'

export interface Texts {
  before: PaperText
  after: PaperText
}

export type ComparedSections = Pick<TextChanges, 'summary' | 'sections'>

/** Words that stay on each side of a change. */
const CONTEXT = 12
/** Fewer words are not left out: a note in their place would be as long. */
const LEFT_OUT_MIN = 16
/** Words of an added or removed run that are shown; the rest of it is counted. */
const RUN_MAX = 400
/** Of a section that was added or removed, its first words. */
const BEGINNING = 80
/** Characters of all differences. */
const SHOWN_MAX = 200_000

/** Compares the texts of two versions by sections, and each section by words, with what is the same left out. */
export function compareSections({ before, after }: Texts): ComparedSections {
  let left = SHOWN_MAX
  const pairs = alignSections(readSections(before.sections), readSections(after.sections))
  const sections = pairs.map((pair) => {
    const section = compareSection(pair)
    const length = section.parts.reduce((sum, { segments }) => sum + lengthOf(segments), 0)
    if (length > left) return { ...section, parts: [], is_left_out: true }
    left -= length
    return section
  })
  return { summary: describeSections(sections), sections }
}

const lengthOf = (segments: readonly Segment[]): number =>
  segments.reduce((sum, segment) => sum + ('text' in segment ? segment.text.length : segment.tex.length), 0)

function compareSection({ before, after, moved }: SectionPair): SectionChange {
  const shown = after ?? before
  const heading = { level: shown?.level ?? 1, number: shown?.number ?? null, title: shown?.title ?? '' }
  const isRenamed = before !== undefined && after !== undefined && foldTitle(before.title) !== foldTitle(after.title)
  const rest = { moved, old_title: isRenamed ? before.title : null, is_left_out: false }
  if (before === undefined || after === undefined) {
    const op = before === undefined ? 'added' : 'removed'
    const segments = segmentsOf(shown?.tokens ?? [])
    const parts = segments.length > 0 ? [toLines(cutRun({ op, words: splitWords(segments) }, BEGINNING))] : []
    return { ...heading, ...rest, ...countWords([{ op, segments }]), state: op, parts }
  }
  const diff = diffTokens(before.tokens, after.tokens)
  const state = diff === null ? 'same' : 'changed'
  return { ...heading, ...rest, ...countWords(diff?.parts ?? []), state, parts: fold(diff?.parts ?? []).map(toLines) }
}

/** A line break in place of the blank line between two paragraphs. */
const toLines = (part: TextPart): TextPart => ({
  ...part,
  segments: part.segments.map((segment) =>
    'text' in segment ? { text: segment.text.replace(/[^\S\n]*\n\s*/g, '\n') } : segment,
  ),
})

function countWords(parts: readonly TextPart[]): Pick<SectionChange, 'words_added' | 'words_removed'> {
  const countOf = (op: TextPart['op']) =>
    parts
      .filter((part) => part.op === op)
      .flatMap(({ segments }) => splitWords(segments))
      .filter((word) => 'tex' in word || /[\p{L}\p{N}]/u.test(word.text)).length
  return { words_added: countOf('added'), words_removed: countOf('removed') }
}

const foldTitle = (title: string) => title.normalize().replace(/\s+/g, ' ').trim().toLowerCase()

/** Words and formulas, each with the white space after it. */
const splitWords = (segments: readonly Segment[]): Segment[] =>
  segments.flatMap((segment): Segment[] =>
    'text' in segment ? (segment.text.match(/^\s+|\S+\s*/g) ?? []).map((text) => ({ text })) : [segment],
  )

/** Leaves out what is the same, but for some words beside each change, and the rest of long runs. */
const fold = (parts: readonly TextPart[]): TextPart[] =>
  parts.flatMap((part, index): TextPart[] => {
    const words = splitWords(part.segments)
    if (part.op !== 'same') {
      if (part.op === 'removed' && parts[index + 1]?.op === 'added') joinLines(words)
      const segments = joinWords(words)
      return [words.length > RUN_MAX ? cutRun({ op: part.op, words }, RUN_MAX - LEFT_OUT_MIN) : { ...part, segments }]
    }
    const start = index === 0 ? 0 : CONTEXT
    const end = words.length - (index === parts.length - 1 ? 0 : CONTEXT)
    if (end - start < LEFT_OUT_MIN) return [part]
    return [
      { op: 'same', segments: joinWords(words.slice(0, start)), left_out: end - start },
      ...(end < words.length ? [{ op: 'same' as const, segments: joinWords(words.slice(end)) }] : []),
    ]
  })

/** What replaces the end of a paragraph ends it: what was removed before it does not. */
function joinLines(words: Segment[]): void {
  const last = words.at(-1)
  if (last && 'text' in last) words[words.length - 1] = { text: last.text.replace(/\s*\n\s*$/, ' ') }
}

function cutRun({ op, words }: { op: TextPart['op']; words: readonly Segment[] }, max: number): TextPart {
  if (words.length < max + LEFT_OUT_MIN) return { op, segments: joinWords(words) }
  return { op, segments: joinWords(words.slice(0, max)), left_out: words.length - max }
}

const joinWords = (words: readonly Segment[]): Segment[] =>
  segmentsOf([{ key: '', segments: [...words], isNumber: false }])

/** "3 of 9 sections changed, one was added: 120 words added, 45 removed." */
function describeSections(sections: readonly SectionChange[]): string {
  const counted = (test: (section: SectionChange) => boolean) => sections.filter(test).length
  const sum = (field: 'words_added' | 'words_removed') => sections.reduce((total, section) => total + section[field], 0)
  const isIn = (state: SectionChange['state']) => counted((section) => section.state === state)
  const total = counted(({ state }) => state !== 'removed')
  const clauses = [
    ...clause(isIn('changed'), (number) => `${number} of ${count(total, 'section')} changed`),
    ...clause(isIn('added'), (number) => `${count(number, 'section')} ${number === 1 ? 'was' : 'were'} added`),
    ...clause(isIn('removed'), (number) => `${count(number, 'section')} ${number === 1 ? 'was' : 'were'} removed`),
    ...clause(
      counted(({ old_title }) => old_title !== null),
      (number) => `${number} ${number === 1 ? 'was' : 'were'} renamed`,
    ),
    ...clause(
      counted(({ moved }) => moved),
      (number) => `${number} ${number === 1 ? 'was' : 'were'} moved`,
    ),
  ]
  if (clauses.length === 0) return 'The text reads the same in both versions.'
  const words = [
    ...clause(sum('words_added'), (number) => `${count(number, 'word')} added`),
    ...clause(sum('words_removed'), (number) => `${count(number, 'word')} removed`),
  ]
  return `${clauses.join(', ')}${words.length > 0 ? `: ${words.join(', ')}` : ''}.`
}

const clause = (number: number, words: (number: number) => string): string[] => (number === 0 ? [] : [words(number)])
const count = (number: number, noun: string): string =>
  `${number.toLocaleString('en-GB')} ${noun}${number === 1 ? '' : 's'}`
