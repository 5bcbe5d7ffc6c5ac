import type { SectionChange } from '../../../contract/textChanges.ts'

/** "2.1 Keepers". */
export const nameSection = ({ number, title }: Pick<SectionChange, 'number' | 'title'>): string =>
  [number, title].filter((part) => part !== null && part !== '').join(' ') || 'The beginning'

/** Paragraphs that moved into a section, or within it, and those that moved away. */
export interface MovedParagraphs {
  here: number
  away: number
}

/** "changed, moved, 1 paragraph moved here: 12 words added, 3 removed". */
export function describeSection(
  { state, moved, old_title, words_added, words_removed }: Omit<SectionChange, 'name' | 'summary' | 'parts'>,
  { here, away }: MovedParagraphs,
): string {
  const states = [
    state === 'same' ? 'the same text' : state,
    ...(moved ? ['moved'] : []),
    ...(old_title === null ? [] : [`was “${old_title}”`]),
    ...clause(here, (number) => `${count(number, 'paragraph')} moved here`),
    ...clause(away, (number) => `${here > 0 ? format(number) : count(number, 'paragraph')} moved away`),
  ]
  const words = [
    ...clause(words_added, (number) => `${count(number, 'word')} added`),
    ...clause(words_removed, (number) => `${words_added > 0 ? format(number) : count(number, 'word')} removed`),
  ]
  return sentenceOf(states, words)
}

/** "3 of 9 sections changed, one was added: 120 words added, 45 removed." */
export function describeSections(sections: readonly SectionChange[], movedParagraphs: number): string {
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
    ...clause(movedParagraphs, (number) => `${count(number, 'paragraph')} ${number === 1 ? 'was' : 'were'} moved`),
  ]
  if (clauses.length === 0) return 'The text reads the same in both versions.'
  const words = [
    ...clause(sum('words_added'), (number) => `${count(number, 'word')} added`),
    ...clause(sum('words_removed'), (number) => `${count(number, 'word')} removed`),
  ]
  return `${sentenceOf(clauses, words)}.`
}

const sentenceOf = (clauses: readonly string[], words: readonly string[]): string =>
  `${clauses.join(', ')}${words.length > 0 ? `: ${words.join(', ')}` : ''}`

const clause = (number: number, words: (number: number) => string): string[] => (number === 0 ? [] : [words(number)])
const format = (number: number): string => number.toLocaleString('en-GB')
const count = (number: number, noun: string): string => `${format(number)} ${noun}${number === 1 ? '' : 's'}`
