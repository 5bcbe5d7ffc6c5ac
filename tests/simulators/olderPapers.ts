import type { SimDoc } from './ads.ts'
import type { SimResult } from './europepmc.ts'
import type { SimHit } from './inspire.ts'
import { simScholarPaper, type SimScholarPaper } from './semanticScholar.ts'
import { simArticle, type SimArticle } from './simArticles.ts'
import { simPaper, type SimPaper } from './simPapers.ts'
import { simWork } from './simWorks.ts'
import type { SimWork } from './crossref.ts'

/**
 * Invented papers of years before the simulated days, as each service describes them: the library lacks them, and a search
 * for "lanterns" at another service finds some. Two are on arXiv, one in a journal, one in PubMed, one is a preprint
 * with a DOI alone. A thesis at INSPIRE and a talk at NASA ADS have no identifier by which they could be looked up.
 */

const ORBIT = 'Lanterns counted from orbit'
const DRIFT = 'A catalogue of drifting lanterns'
const FOG = 'Lanterns in fog: a century of harbour records'
const SLEEP = 'Lanterns and the sleep of imaginary moths'
const CELLS = 'Cells that glow like lanterns'
const [orbit, drift] = ['1706.90001', '1809.90002']
const [fogDoi, sleepDoi, cellsDoi] = ['10.5555/jiv.2014.0005', '10.5555/jim.2016.77', '10.5555/invented.2019.3']
const sleepPmid = '99800001'
const AUTHORS = ['Marchetti-Oyelaran, Ilse', 'Achterberg, Bertil']

export const olderArxivPapers: readonly SimPaper[] = [
  simPaper({
    id: orbit,
    title: ORBIT,
    abstract: 'We count the lanterns of nine harbours from an imaginary satellite.',
    authors: [{ name: 'Ilse Marchetti-Oyelaran' }, { name: 'Bertil Achterberg' }],
    categories: ['astro-ph.IM'],
    journal_ref: 'J. Imag. Astron. 3, 11 (2018)',
    versions: [{ at: new Date('2017-06-12T10:00:00Z') }],
  }),
  simPaper({
    id: drift,
    title: DRIFT,
    abstract: 'A list of 812 lanterns that moved while they were counted.',
    authors: [{ name: 'Bertil Achterberg' }],
    categories: ['astro-ph.GA', 'astro-ph.IM'],
    versions: [{ at: new Date('2018-09-03T10:00:00Z') }],
  }),
]

export const olderWorks: readonly SimWork[] = [
  { DOI: fogDoi, title: FOG, day: '2014-05-20' },
  { DOI: cellsDoi, title: CELLS, day: '2019-02-04' },
].map(({ DOI, title, day }) =>
  simWork({
    DOI,
    URL: `https://doi.org/${DOI}`,
    title: [title],
    created: { 'date-time': `${day}T05:11:09Z` },
    deposited: { 'date-time': `${day}T05:11:12Z` },
    'published-online': { 'date-parts': [day.split('-').map(Number)] },
    published: { 'date-parts': [day.split('-').map(Number)] },
    issued: { 'date-parts': [day.split('-').slice(0, 2).map(Number)] },
  }),
)

export const olderArticles: readonly SimArticle[] = [
  simArticle({
    pmid: sleepPmid,
    title: `${SLEEP}.`,
    doi: sleepDoi,
    pubDate: '<Year>2016</Year><Month>Mar</Month>',
    articleDate: undefined,
    created: '2016-03-02',
  }),
]

export const olderResults: readonly SimResult[] = [
  { id: sleepPmid, source: 'MED', pmid: sleepPmid, doi: sleepDoi, title: `${SLEEP}.`, changes: { pubYear: '2016' } },
  { id: 'PPR990001', source: 'PPR', doi: cellsDoi, title: `${CELLS}.`, changes: { pubYear: '2019' } },
  { id: '990002', source: 'AGR', title: 'Lanterns for orchards: a report.', changes: { pubYear: '1998' } },
]

const publishedIn = (journal_title: string, year: number) => ({ publication_info: [{ journal_title, year }] })
const writtenBy = (...names: string[]) => ({ authors: names.map((full_name) => ({ full_name })) })

export const olderHits: readonly SimHit[] = [
  {
    control_number: 990_001,
    arxiv_eprints: [{ value: orbit, categories: ['astro-ph.IM'] }],
    citation_count: 41,
    title: ORBIT,
    changes: { ...publishedIn('J.Imag.Astron.', 2018), ...writtenBy(...AUTHORS) },
  },
  {
    control_number: 990_002,
    dois: [{ value: fogDoi, material: 'publication' }],
    citation_count: 3,
    title: FOG,
    changes: { ...publishedIn('J.Imag.Vis.', 2014), ...writtenBy('Quillfeather, Mirela') },
  },
  {
    control_number: 990_003,
    title: 'Lanterns, strings and other things that hang',
    changes: {
      publication_info: [],
      earliest_date: '2003-11',
      document_type: ['thesis'],
      ...writtenBy('Vane, Odalys'),
    },
  },
]

export const olderDocs: readonly SimDoc[] = [
  {
    bibcode: '2018JIAst...3...11M',
    identifier: ['2017arXiv170690001M', `arXiv:${orbit}`],
    citation_count: 44,
    title: ORBIT,
    doctype: 'article',
    pubdate: '2018-03-00',
    changes: { pub: 'Journal of Imaginary Astronomy', author: AUTHORS },
  },
  {
    bibcode: '2018arXiv180990002A',
    identifier: [`arXiv:${drift}`],
    title: DRIFT,
    pubdate: '2018-09-00',
    changes: { pub: 'arXiv e-prints', author: ['Achterberg, Bertil'] },
  },
  {
    bibcode: '2011nwhr.confE..12V',
    title: 'Lanterns as standard candles: a talk',
    doctype: 'abstract',
    pubdate: '2011-07-00',
    changes: { pub: 'Meeting of Nowhere', author: ['Vane, Odalys'] },
  },
]

export const olderScholarPapers: readonly SimScholarPaper[] = [
  simScholarPaper(200_000, {
    externalIds: { ArXiv: orbit },
    title: ORBIT,
    venue: 'Journal of Imaginary Astronomy',
    year: 2018,
    citationCount: 52,
    publicationDate: '2017-06-12',
    authors: AUTHORS.map((name, index) => ({ authorId: `99${index}`, name: name.split(', ').toReversed().join(' ') })),
  }),
]
