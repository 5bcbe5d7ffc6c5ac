import type { ChangePart } from '#api/contract/versions.ts'
import { compareSections } from '#api/services/papers/versions/compareSections.ts'
import { compareVersions } from '#api/services/papers/versions/compareVersions.ts'
import type { PaperText, TextSection } from '#api/sources/versions.ts'
import type { VersionContent } from '#api/store/papers/paperVersions.ts'
import { plainText } from '#api/text/segments.ts'

/** Of the invented versions. */
export const ABSTRACT =
  'We count the lanterns of a harbour at night. Fog hides a third of them. ' +
  'A model with 12 parameters explains the rest. The code is available.'
/** A version of an invented paper, with `changes`. */
export const version = (changes: Partial<VersionContent> = {}): VersionContent => ({
  version: 1,
  at: new Date('2026-11-02T10:00:00Z'),
  title: 'Lanterns in fog',
  abstract: ABSTRACT,
  authors: [{ name: 'Mirela Quillfeather' }, { name: 'Tomás Óðinsson' }, { name: 'Wei Zhang' }],
  comment: '12 pages, 3 figures',
  categories: ['cs.LG', 'stat.ML'],
  license: null,
  journal_ref: null,
  withdrawn: false,
  source_interface: 'api',
  ...changes,
})
/** Compares two versions that differ from the invented one in these fields. */
export const compare = (before: Partial<VersionContent>, after: Partial<VersionContent>) =>
  compareVersions(version(before), version({ version: 2, ...after }))
const marks = { same: ['', ''], added: ['{+', '+}'], removed: ['[-', '-]'], moved: ['{>', '<}'] } as const
/** Parts as text: "[-removed-]{+added+}{>moved<}", numbers with "#". */
export const show = (parts: readonly ChangePart[], between = '') =>
  parts
    .map(({ op, segments, number }) => {
      const [open, close] = marks[op]
      return `${open}${number ? '#' : ''}${plainText(segments)}${close}`
    })
    .join(between)
/** The changed fields as text. */
export const shown = (before: Partial<VersionContent>, after: Partial<VersionContent>) =>
  compare(before, after).fields.map(({ field, parts, kind }) => `${field}: ${show(parts, kind === 'list' ? ' ' : '')}`)

/** The text of one of the versions: that of the newer one without what was removed. */
export const joinParts = (parts: readonly ChangePart[], without: ChangePart['op']) =>
  parts.flatMap(({ op, segments }) => (op === without ? [] : plainText(segments))).join('')

/** A text of sections by their titles; "  Keepers" is in the section before it. A list is of paragraphs. */
export const text = (sections: Record<string, string | readonly string[]>): PaperText => ({
  sections: Object.entries(sections).map(([title, paragraphs]): TextSection => ({
    level: title.startsWith('  ') ? 2 : 1,
    number: null,
    title: title.trim().replace(/ \d$/, ''),
    paragraphs: [paragraphs].flat().map((paragraph) => [{ text: paragraph }]),
  })),
})
/** A paragraph of so many words that no other has. */
export const paragraph = (name: string, count = 40) =>
  `${Array.from({ length: count }, (_, n) => `${name}${n}`).join(' ')}.`
/** Compares two texts by sections. */
export const compareTexts = (before: Parameters<typeof text>[0], after: Parameters<typeof text>[0]) =>
  compareSections({ before: text(before), after: text(after) })
