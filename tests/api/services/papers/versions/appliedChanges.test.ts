import * as fc from 'fast-check'
import { expect, test } from 'bun:test'
import type { TextPart } from '#api/contract/textChanges.ts'
import { compareSections, diffSections } from '#api/services/papers/versions/compareSections.ts'
import { plainText } from '#api/text/segments.ts'
import type { PaperText } from '#api/sources/versions.ts'
import { text } from '#tests/api/support/versions.ts'

const TITLES = ['Method', 'Data', 'Outlook', 'Remarks']
/** Paragraphs of three sentences, without common words, and some short ones. */
const POOL = Array.from({ length: 12 }, (_, paragraph) =>
  Array.from({ length: 3 }, (_, sentence) => {
    const words = Array.from({ length: paragraph < 8 ? 9 : 2 }, (_, word) => `w${paragraph}s${sentence}n${word}`)
    return `${words.join(' ').replace('w', 'W')}.`
  }).join(' '),
)
/** A paragraph, in which a word may be another one: by its place among the paragraphs, and that of the word. */
const paragraphs = fc.tuple(fc.nat(POOL.length - 1), fc.option(fc.nat(40), { freq: 2 })).map(([index, changed]) =>
  (POOL[index] ?? '')
    .split(' ')
    .map((word, at) => (at === changed ? 'changed ' + word : word))
    .join(' '),
)
const papers = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...TITLES), fc.array(paragraphs, { maxLength: 6 })), {
    selector: ([title]) => title,
    maxLength: 4,
  })
  .map((sections) => text(Object.fromEntries(sections)))

const wordsIn = (segments: TextPart['segments']) => plainText(segments).split(/\s+/).filter(Boolean)
const wordsOf = (parts: readonly TextPart[]) => parts.flatMap(({ segments }) => wordsIn(segments))
const textOf = (section: PaperText['sections'][number] | undefined) => (section?.paragraphs ?? []).flatMap(wordsIn)
const sectionOf = (paper: PaperText, title: string | undefined) =>
  paper.sections.find((section) => section.title === title)
const isWithin = ({ moved_from }: TextPart) => moved_from === 'another place in this section'

test('The changes that are shown, applied to the older text, give the newer one', () => {
  let moves = 0
  fc.assert(
    fc.property(papers, papers, (before, after) => {
      const diffs = diffSections({ before, after })
      for (const { parts, ...pair } of diffs) {
        const [old, now] = [textOf(sectionOf(before, pair.before?.title)), textOf(sectionOf(after, pair.after?.title))]
        if (parts.length === 0) expect(now).toEqual(old)
        else {
          expect(wordsOf(parts.filter(({ op }) => op !== 'removed'))).toEqual(now)
          // Of what moved within the section, only the new place is shown.
          const kept = parts.filter((part) => part.op !== 'added' && (part.moved_from === undefined || isWithin(part)))
          expect(wordsOf(kept).toSorted()).toEqual(old.toSorted())
        }
      }
      // What moved away from a section came into another one.
      const all = diffs.flatMap(({ parts }) => parts)
      const away = all.filter(({ moved_to }) => moved_to !== undefined)
      const here = all.filter((part) => part.moved_from !== undefined && !isWithin(part) && part.op !== 'added')
      expect(wordsOf(here).toSorted()).toEqual(wordsOf(away).toSorted())
      moves += away.length
      // Words that moved are not counted: the difference is that of the texts.
      const { sections } = compareSections({ before, after })
      const counted = sections.reduce((sum, { words_added, words_removed }) => sum + words_added - words_removed, 0)
      expect(counted).toBe(after.sections.flatMap(textOf).length - before.sections.flatMap(textOf).length)
    }),
    { numRuns: 500, seed: 11 },
  )
  expect(moves).toBeGreaterThan(100)
})
