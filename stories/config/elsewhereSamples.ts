import type { ElsewherePaper, ElsewhereResponse } from '#api/contract/elsewhere.ts'
import { samplePaper } from '#tests/support/samples.ts'

const listed: ElsewherePaper = {
  title: 'Lanterns at sea: a survey of moving lights',
  title_segments: [{ text: 'Lanterns at sea: a survey of moving lights' }],
  authors: ['Ilse Marchetti-Oyelaran', 'Bertil Achterberg'],
  more_authors: 0,
  year: 2019,
  venue: 'Journal of Imaginary Vision',
  url: 'https://inspirehep.net/literature/900001',
  ref: 'doi:10.5555/jiv.2019.0007',
}

/** Papers at a service: one of the library, one to be looked up, one without an id, and one with many authors. */
export const listedElsewhere: ElsewherePaper[] = [
  {
    ...listed,
    title: samplePaper.title,
    title_segments: samplePaper.title_segments,
    authors: samplePaper.authors.map(({ name }) => name),
    year: 2026,
    venue: null,
    url: 'https://inspirehep.net/literature/900002',
    ref: undefined,
    paper: samplePaper,
    saved_item_id: 'item-1',
  },
  listed,
  {
    ...listed,
    title: 'On the counting of lanterns',
    title_segments: [{ text: 'On the counting of lanterns' }],
    authors: [],
    year: null,
    venue: null,
    url: 'https://inspirehep.net/literature/900003',
    ref: undefined,
  },
  {
    ...listed,
    title: `Lanternpolarimetry${'gnitometry'.repeat(12)}`,
    title_segments: [],
    authors: Array.from({ length: 10 }, (_, index) => `Collaborator ${index + 1}`),
    more_authors: 2_990,
    url: 'https://inspirehep.net/literature/900004',
    ref: 'arxiv:1906.90004',
  },
]

export const services = [
  { id: 'arxiv', name: 'arXiv' },
  { id: 'inspire', name: 'INSPIRE' },
]

export const elsewhereAnswer: ElsewhereResponse = {
  source: 'inspire',
  name: 'INSPIRE',
  words: 'lanterns',
  items: listedElsewhere,
  total: 812,
  unreadable: 1,
}
