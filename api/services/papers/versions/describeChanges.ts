import type { Segment } from '../../../contract/papers.ts'
import type { ChangePart } from '../../../contract/versions.ts'
import { plainText } from '../../../text/segments.ts'
import type { ListDiff } from './diffLists.ts'
import type { TextDiff } from './diffTexts.ts'

/** The differences of two versions, by field. */
export interface VersionDiff {
  texts: Map<'title' | 'abstract' | 'comment' | 'journal_ref', TextChange>
  lists: Map<'authors' | 'categories' | 'license', ListDiff>
}

/** A text that one of the versions lacks was added or removed. */
export type TextChange = TextDiff & { kind: 'changed' | 'added' | 'removed' }

const NAMES = {
  title: 'title',
  abstract: 'abstract',
  comment: 'comment',
  journal_ref: 'journal reference',
  license: 'licence',
} as const

/** One sentence about all differences: "The title and 3 sentences of the abstract changed; one author added." */
export function describeChanges({ texts, lists }: VersionDiff): string {
  const entries = [...texts]
  const changed = [
    ...entries.filter(([, { kind }]) => kind === 'changed').flatMap(([field, diff]) => subjectOf(NAMES[field], diff)),
    ...(lists.has('license') ? ['the licence'] : []),
  ]
  const others = [
    ...entries.flatMap(([field, { kind, moved, changed: sentences }]) => {
      if (kind === 'added') return `${field === 'abstract' ? 'an' : 'a'} ${NAMES[field]} was added`
      if (kind === 'removed') return `the ${NAMES[field]} was removed`
      return sentences === 0 && moved > 0 ? `${count(moved, 'sentence')} of the ${NAMES[field]} moved` : []
    }),
    ...describeAuthors(lists.get('authors')),
    ...describeCategories(lists.get('categories')),
  ]
  if (changed.length + others.length === 0) return 'Nothing that is read here changed.'
  const isOnly = changed.length === 1 && others.length === 0
  const clauses = [...(changed.length > 0 ? [`${isOnly ? 'only ' : ''}${list(changed)} changed`] : []), ...others].join(
    '; ',
  )
  const comment = texts.get('comment')
  const numbers = isOnly && comment ? describeNumber(comment.parts) : ''
  return `${clauses.charAt(0).toUpperCase()}${clauses.slice(1)}${numbers}.`
}

function subjectOf(name: string, { changed, sentences }: TextChange): string[] {
  if (changed === 0) return []
  return name === 'abstract' && sentences > 1 && changed < sentences
    ? [`${count(changed, 'sentence')} of the abstract`]
    : [`the ${name}`]
}

function describeAuthors(diff: { added: string[]; removed: string[]; moved: number } | undefined): string[] {
  if (diff === undefined) return []
  const { added, removed, moved } = diff
  return [
    ...(added.length > 0 ? [`${count(added.length, 'author')} added`] : []),
    ...(removed.length > 0 ? [`${count(removed.length, 'author')} dropped`] : []),
    ...(moved > 0 ? ['the authors are in another order'] : []),
  ]
}

/** Codes that are named; of more only the number is said. */
const CODES_MAX = 3

function describeCategories(diff: { added: string[]; removed: string[] } | undefined): string[] {
  return diff === undefined ? [] : [...nameCodes(diff.added, 'added'), ...nameCodes(diff.removed, 'removed')]
}

function nameCodes(codes: readonly string[], verb: string): string[] {
  if (codes.length === 0) return []
  if (codes.length > CODES_MAX) return [`${codes.length} categories ${verb}`]
  return [`${codes.length === 1 ? 'category' : 'categories'} ${list(codes)} ${verb}`]
}

/** ": 12 to 14 pages" if a single number with the word behind it is all that changed; else nothing. */
function describeNumber(parts: readonly ChangePart[]): string {
  const changes = parts.filter(({ op }) => op !== 'same')
  const [removed, added] = changes
  if (changes.length !== 2 || !removed?.number || !added?.number) return ''
  const after = parts[parts.indexOf(added) + 1]
  const word = /^\p{L}+/u.exec(after ? plain(after.segments) : '')?.[0]
  return word === undefined ? '' : `: ${plain(removed.segments)} to ${plain(added.segments)} ${word}`
}

const plain = (segments: readonly Segment[]) => plainText(segments).trim()

const count = (number: number, noun: string): string => (number === 1 ? `one ${noun}` : `${number} ${noun}s`)

const list = (items: readonly string[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`
