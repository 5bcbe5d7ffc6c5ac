import { expect, test } from 'bun:test'
import { writeMarkdown } from '#api/citations/tables.ts'
import { sampleItem } from '#tests/support/samples.ts'

test('an address in the Markdown export cannot end its own angle brackets', () => {
  const urls = { abs: 'https://example.org/a><b> c', pdf: 'https://example.org/>.pdf' }
  const text = writeMarkdown([{ ...sampleItem, paper: { ...sampleItem.paper, doi: '10.5555/<owls>', urls } }])
  expect(text.match(/^- <.*$/gm)).toEqual([
    '- <https://example.org/a%3E%3Cb%3E%20c>',
    '- <https://example.org/%3E.pdf>',
    '- <https://doi.org/10.5555/%3Cowls%3E>',
  ])
})
