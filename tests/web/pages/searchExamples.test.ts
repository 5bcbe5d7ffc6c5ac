import { expect, test } from 'bun:test'
import { samplePaper } from '#tests/support/samples.ts'
import { searchExamples } from '#web/pages/Search/searchExamples.ts'

const paper = (title: string, changes: Partial<typeof samplePaper> = {}) => ({
  ...samplePaper,
  title,
  title_segments: [{ text: title }],
  ...changes,
})

test('the examples of a search are taken from the papers', () => {
  const papers = [
    paper('On tidal lanterns of the north', { authors: [{ name: 'Mirela Quillfeather' }] }),
    paper('Kites that forget', { published_at: '2025-03-01T00:00:00.000Z' }),
    paper('A survey of harbours', { abstract: 'We survey them.' }),
  ]
  expect(searchExamples(papers)).toEqual([
    '"tidal lanterns"',
    'title:forget year:2025',
    'harbou*',
    'author:quillfeather',
  ])
})

test('a paper without such words has fewer examples, and an empty library none', () => {
  const short = paper('On H-1', { authors: [{ name: 'J. Doe Jr.' }], published_at: null })
  expect(searchExamples([short])).toEqual([])
  expect(searchExamples([paper('Lanterns', { published_at: null, authors: [] })])).toEqual([
    'title:lanterns',
    'lanter* -survey',
  ])
  expect(searchExamples([])).toEqual([])
})
