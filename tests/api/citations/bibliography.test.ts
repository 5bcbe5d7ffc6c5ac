import { expect, test } from 'bun:test'
import { writePlain } from '#api/citations/plainCitation.ts'
import { writeBibtex, writeCsl, writeRis } from '#api/citations/bibliography.ts'
import { samplePaper, serverPaper } from '#tests/support/samples.ts'

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

const published = {
  ...samplePaper,
  source: 'crossref',
  source_id: '10.5555/jiv.2026.0011',
  kind: 'article' as const,
  title: 'Counting lanterns',
  title_segments: [{ text: 'Counting lanterns' }],
  authors: [{ name: 'Mirela Quillfeather' }],
  abstract: '',
  abstract_segments: [],
  categories: [],
  primary_category: null,
  published_at: '2026-09-01T00:00:00.000Z',
  published_precision: 'month' as const,
  announced_on: null,
  comment: null,
  venue: { name: 'Journal of Vision & Owls', volume: '3', issue: '1', pages: '11-29' },
  journal_ref: 'Journal of Vision & Owls 3 (1), 11-29 (2026)',
  doi: '10.5555/jiv.2026.0011',
  urls: { abs: 'https://doi.org/10.5555/jiv.2026.0011' },
}

test('an article of a journal is cited as one, with journal, volume, pages and DOI, and not as a preprint', () => {
  const articles = [{ paper: published }]
  expect(writeBibtex(articles)).toBe(`@article{quillfeather2026-10.5555-jiv.2026.0011,
  title = {Counting lanterns},
  author = {Quillfeather, Mirela},
  journal = {Journal of Vision \\& Owls},
  doi = {10.5555/jiv.2026.0011},
  number = {1},
  pages = {11--29},
  url = {https://doi.org/10.5555/jiv.2026.0011},
  volume = {3},
  year = {2026},
}
`)
  const ris = writeRis(articles)
  expect(ris).toStartWith('TY  - JOUR')
  for (const line of [
    'T2  - Journal of Vision & Owls',
    'VL  - 3',
    'IS  - 1',
    'SP  - 11-29',
    'DO  - 10.5555/jiv.2026.0011',
  ])
    expect(ris).toContain(`${line}\r\n`)
  expect(JSON.parse(writeCsl(articles))).toMatchObject([
    {
      type: 'article-journal',
      'container-title': 'Journal of Vision & Owls',
      volume: '3',
      issue: '1',
      page: '11-29',
      DOI: '10.5555/jiv.2026.0011',
      issued: { 'date-parts': [[2026, 9]] },
    },
  ])
  expect(writePlain(published)).toBe(
    'Quillfeather, M. (2026). Counting lanterns. Journal of Vision & Owls, 3(1), 11-29. https://doi.org/10.5555/jiv.2026.0011\n',
  )
  for (const text of [writeBibtex(articles), ris, writeCsl(articles), writePlain(published)])
    expect(text).not.toMatch(/arxiv/i)
})

test.each([
  ['proceedings', '@inproceedings', 'booktitle', 'CPAPER'],
  ['chapter', '@incollection', 'booktitle', 'CHAP'],
  ['report', '@techreport', 'institution', 'RPRT'],
  ['preprint', '@misc', 'doi', 'UNPB'],
] as const)('a paper of the kind %s is cited as %s', (kind, type, field, ris) => {
  const entry = { paper: { ...published, kind } }
  expect(writeBibtex([entry])).toStartWith(type)
  expect(writeBibtex([entry])).toContain(`  ${field} = {`)
  expect(writeRis([entry])).toStartWith(`TY  - ${ris}`)
})

test.each([
  ['biorxiv', 'bioRxiv', 'cell biology', 'Invented kinases in imaginary cells'],
  ['medrxiv', 'medRxiv', 'HIV/AIDS', 'Sleep after an imaginary infection'],
] as const)('a preprint of %s is cited as one, with its server and DOI', (source, server, subject, title) => {
  const paper = {
    ...serverPaper(source),
    authors: [{ name: 'Mirela Quillfeather' }],
    abstract: '',
    abstract_segments: [],
  }
  const url = `https://www.${source}.org/content/10.64898/2026.11.18.999001v1`
  expect(writeBibtex([{ paper }])).toBe(`@misc{quillfeather2026-10.64898-2026.11.18.999001,
  title = {${title}},
  author = {Quillfeather, Mirela},
  doi = {10.64898/2026.11.18.999001},
  url = {${url}},
  year = {2026},
  howpublished = {${server}},
}
`)
  const ris = writeRis([{ paper }])
  expect(ris).toStartWith('TY  - UNPB')
  for (const line of [
    `PB  - ${server}`,
    'DO  - 10.64898/2026.11.18.999001',
    `UR  - ${url}`,
    `KW  - ${server} ${subject}`,
  ])
    expect(ris).toContain(`${line}\r\n`)
  expect(JSON.parse(writeCsl([{ paper }]))).toMatchObject([
    { type: 'article', publisher: server, DOI: '10.64898/2026.11.18.999001' },
  ])
  const plain = writePlain(paper)
  expect(plain).toBe(`Quillfeather, M. (2026). ${title}. ${server}. https://doi.org/10.64898/2026.11.18.999001\n`)
  for (const text of [writeBibtex([{ paper }]), ris, writeCsl([{ paper }]), plain]) expect(text).not.toMatch(/arxiv:/i)
})

test('a file says that a paper was retracted, before what else is noted about it', () => {
  const notice = {
    kind: 'retracted' as const,
    doi: '10.5555/jiv.2026.0011',
    on: '2026-11-18',
    known_on: '2026-11-20',
    reason: 'Issues about Data & 50% of the images',
    by: ['publisher' as const, 'retraction-watch' as const],
    url: 'https://doi.org/10.5555/jiv.2026.0011r',
  }
  const paper = { ...samplePaper, journal_ref: 'J. Imag. Vis. 3 (2026)', notices: [notice] }
  const said =
    'Retracted by the publisher on 18 Nov 2026: Issues about Data & 50% of the images (Crossref, Retraction Watch)'
  expect(writeBibtex([{ paper }])).toContain(
    `note = {${said.replace('&', '\\&').replace('%', '\\%')}. J. Imag. Vis. 3 (2026)},`,
  )
  expect(writeRis([{ paper }])).toContain(`N1  - ${said}. J. Imag. Vis. 3 (2026)\r\n`)
  expect(JSON.parse(writeCsl([{ paper }]))).toMatchObject([{ note: `${said}. J. Imag. Vis. 3 (2026)` }])
  expect(writePlain(paper)).toContain(`${said}. J. Imag. Vis. 3 (2026).`)
  expect(writeBibtex([{ paper: { ...paper, notices: [] } }])).not.toContain('Retracted')
})
