import type { SimJournal, SimWork } from './crossref.ts'

/** An invented article of a journal, with `changes`. */
export const simWork = (changes: Partial<SimWork> = {}): SimWork => ({
  DOI: '10.5555/jiv.2026.0011',
  type: 'journal-article',
  URL: 'https://doi.org/10.5555/jiv.2026.0011',
  title: ['Counting <i>Lanterns</i> in H<sub>2</sub>O'],
  subtitle: [],
  'container-title': ['Journal of Imaginary Vision'],
  'short-container-title': ['J Imag Vis'],
  publisher: 'Nowhere Press',
  prefix: '10.5555',
  member: '99999',
  source: 'Crossref',
  language: 'en',
  abstract:
    '<jats:title>Abstract</jats:title><jats:p>We introduce <jats:italic>LanternBench</jats:italic>.</jats:p>' +
    '<jats:sec><jats:title>Methods</jats:title><jats:p>We count &lt;lanterns&gt; by night.</jats:p></jats:sec>',
  author: [
    {
      given: 'Mirela',
      family: 'Quillfeather',
      sequence: 'first',
      ORCID: 'https://orcid.org/0000-0002-1825-0097',
      'authenticated-orcid': false,
      affiliation: [{ name: 'Institute of Invented Studies' }],
    },
    { name: 'Lantern Consortium', sequence: 'additional', affiliation: [] },
  ],
  created: { 'date-parts': [[2026, 9, 21]], 'date-time': '2026-09-21T05:11:09Z', timestamp: 1_789_967_469_000 },
  issued: { 'date-parts': [[2026, 9]] },
  'published-online': { 'date-parts': [[2026, 9, 20]] },
  published: { 'date-parts': [[2026, 9, 20]] },
  license: [
    { 'content-version': 'tdm', 'delay-in-days': 0, URL: 'https://example.org/mining' },
    { 'content-version': 'vor', 'delay-in-days': 0, URL: 'https://creativecommons.org/licenses/by/4.0/' },
  ],
  link: [
    { URL: 'https://example.org/0011.xml', 'content-type': 'application/xml', 'content-version': 'vor' },
    { URL: 'https://example.org/0011.pdf', 'content-type': 'application/pdf', 'content-version': 'vor' },
  ],
  relation: {},
  volume: '3',
  issue: '1',
  page: '11-29',
  ISSN: ['9999-9994'],
  'reference-count': 30,
  'is-referenced-by-count': 2,
  score: 0,
  ...changes,
})

/** An invented journal, with `changes`. */
export const simJournal = (changes: Partial<SimJournal> = {}): SimJournal => ({
  title: 'Journal of Imaginary Vision',
  publisher: 'Nowhere Press',
  ISSN: ['9999-9994', '9999-9986'],
  'issn-type': [
    { type: 'print', value: '9999-9994' },
    { type: 'electronic', value: '9999-9986' },
  ],
  subjects: [],
  'last-status-check-time': 1_790_035_330_000,
  counts: { 'current-dois': 786, 'backfile-dois': 24_607, 'total-dois': 25_393 },
  breakdowns: {
    'dois-by-issued-year': [
      [2026, 155],
      [2025, 344],
      [2024, 287],
    ],
  },
  flags: { deposits: true, 'deposits-articles': true },
  coverage: { 'abstracts-current': 0.74, 'abstracts-backfile': 0.37 },
  'coverage-type': { all: {}, current: {}, backfile: {} },
  ...changes,
})

/** Papers of a journal that are registered at 05:11 UTC of `day`, with invented titles. */
export const simRegistered = (
  count: number,
  day: string,
  {
    issn = '9999-9994',
    journal = 'Journal of Imaginary Vision',
    ...changes
  }: Partial<SimWork> & { issn?: string; journal?: string } = {},
): SimWork[] =>
  Array.from({ length: count }, (_, index) =>
    simWork({
      DOI: `10.5555/${issn.replace('-', '')}.${day.replaceAll('-', '')}.${index + 1}`,
      title: [`Lanterns of ${day}, part ${index + 1}`],
      ISSN: [issn],
      'container-title': [journal],
      created: { 'date-time': `${day}T05:11:09Z` },
      deposited: { 'date-time': `${day}T05:11:12Z` },
      'published-online': { 'date-parts': [day.split('-').map(Number)] },
      published: { 'date-parts': [day.split('-').map(Number)] },
      ...changes,
    }),
  )

/** First versions of preprints of Preprints.org with this subject, registered at 05:11 UTC of `day`, numbered from `first` on. */
export const simGrouped = (
  count: number,
  day: string,
  subject: string,
  { first = 1, ...changes }: Partial<SimWork> & { first?: number } = {},
): SimWork[] =>
  Array.from({ length: count }, (_, index) =>
    simWork({
      DOI: `10.20944/preprints${day.slice(0, 7).replace('-', '')}.${String(first + index).padStart(4, '0')}.v1`,
      type: 'posted-content',
      subtype: 'preprint',
      title: [`Lanterns of ${day} in ${subject}, part ${first + index}`],
      'container-title': [],
      'group-title': subject,
      ISSN: undefined,
      created: { 'date-time': `${day}T05:11:09Z` },
      deposited: { 'date-time': `${day}T05:11:12Z` },
      posted: { 'date-parts': [day.split('-').map(Number)] },
      'published-online': undefined,
      published: { 'date-parts': [day.split('-').map(Number)] },
      ...changes,
    }),
  )
