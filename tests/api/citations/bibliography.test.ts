import { expect, test } from 'bun:test'
import { writeBibtex, writeCsl, writeRis } from '#api/citations/bibliography.ts'
import { samplePaper } from '#tests/support/samples.ts'

/** One paper by an author of each kind of name. */
const names = [
  'Charles-Jean de La Vallée Poussin',
  'José Ortega y Gasset',
  'Omar bin Rashid',
  'Jill St. John',
  'Madonna',
]
const entries = [{ paper: { ...samplePaper, authors: names.map((name) => ({ name })) } }]

test('BibTeX has family names of several words whole, also those with a word in lower case after the first', () => {
  expect(writeBibtex(entries)).toContain(
    'author = {de La Vallée Poussin, Charles-Jean and {Ortega y Gasset}, José and bin Rashid, Omar and St. John, Jill and {Madonna}}',
  )
})

test('RIS and CSL-JSON have the same family and given names', () => {
  expect(writeRis(entries).match(/(?<=AU {2}- ).*/g)).toEqual([
    'de La Vallée Poussin, Charles-Jean',
    'Ortega y Gasset, José',
    'bin Rashid, Omar',
    'St. John, Jill',
    'Madonna',
  ])
  expect((JSON.parse(writeCsl(entries)) as { author: unknown }[])[0]?.author).toEqual([
    { family: 'de La Vallée Poussin', given: 'Charles-Jean' },
    { family: 'Ortega y Gasset', given: 'José' },
    { family: 'bin Rashid', given: 'Omar' },
    { family: 'St. John', given: 'Jill' },
    { family: 'Madonna' },
  ])
})
