import type { Followables } from '#web/data/account/useFollowables.ts'
import type { Category, Followable } from '#api/contract/categories.ts'

const category = (id: string, name: string, group: string, daily_volume = 0, aliases: string[] = []): Category => ({
  id,
  name,
  group,
  description: '',
  aliases,
  daily_volume,
  per_day: daily_volume || null,
  kind: 'taxonomy',
  source: 'arxiv',
  available: true,
  owned: false,
})

/** Categories of four groups of the arXiv taxonomy. */
export const categories: readonly Category[] = [
  category('cs.AI', 'Artificial Intelligence', 'Computer Science', 61),
  category('cs.CL', 'Computation and Language', 'Computer Science', 84, ['NLP']),
  category('cs.CV', 'Computer Vision and Pattern Recognition', 'Computer Science', 97),
  category('cs.LG', 'Machine Learning', 'Computer Science', 118),
  category('cs.RO', 'Robotics', 'Computer Science', 33),
  category('math.AP', 'Analysis of PDEs', 'Mathematics', 29),
  category('math.NA', 'Numerical Analysis', 'Mathematics', 14, ['cs.NA']),
  category('math.ST', 'Statistics Theory', 'Mathematics', 9, ['stat.TH']),
  category('astro-ph.EP', 'Earth and Planetary Astrophysics', 'Astrophysics', 12),
  category('astro-ph.GA', 'Astrophysics of Galaxies', 'Astrophysics', 22),
  category('stat.ME', 'Methodology', 'Statistics', 16),
  category('stat.ML', 'Machine Learning', 'Statistics', 11),
]

/** Categories of arXiv and of two preprint servers, some with long names. */
export const categoriesOfServers: readonly Category[] = [
  ...categories,
  category('q-bio.NC', 'Neurons and Cognition', 'Quantitative Biology', 12, ['neuroscience']),
  category('biorxiv.cell-biology', 'Cell Biology', 'bioRxiv', 9),
  category('biorxiv.neuroscience', 'Neuroscience', 'bioRxiv', 31),
  category('biorxiv.pathology', 'Pathology', 'bioRxiv', 2),
  category('medrxiv.hiv-aids', 'HIV/AIDS', 'medRxiv', 2),
  category('medrxiv.neurology', 'Neurology', 'medRxiv', 6),
  category('medrxiv.pathology', 'Pathology', 'medRxiv', 1),
  category(
    'medrxiv.rehabilitation-medicine-and-physical-therapy',
    'Rehabilitation Medicine and Physical Therapy',
    'medRxiv',
    3,
  ),
]

/** Servers whose preprints Crossref announces. One is not available. */
export const registeredServers: readonly Category[] = [
  category('chemrxiv', 'ChemRxiv', 'Preprint servers', 30, ['chemistry']),
  category('nber', 'NBER', 'Preprint servers', 4, ['economics']),
  category('ssrn', 'SSRN', 'Preprint servers', 210, ['social sciences, economics, law']),
  {
    ...category('ecoevorxiv', 'EcoEvoRxiv', 'Preprint servers', 0.4, ['ecology, evolution']),
    available: false,
    unavailable_because: 'Crossref is switched off in this library. An admin can switch it on.',
  },
].map((server) => ({ ...server, kind: 'server', source: 'crossref' }))

/** Journals that are followed. */
export const journalCategories: readonly Category[] = [
  {
    ...category('journal.9999-9994', 'Journal of Imaginary Vision', 'Journals', 1.7),
    description: 'Nowhere Press · ISSN 9999-9994, 9999-9986 · abstracts for 90 %',
  },
  {
    ...category('journal.9999-997X', 'Annals of Untold Sheep', 'Journals', 0.3),
    description: 'Meadow Society · ISSN 9999-997X · titles only',
  },
].map((journal) => ({ ...journal, kind: 'journal', source: 'crossref' }))

const journal = (
  name: string,
  issn: string[],
  detail: string,
  per_day: number | null,
  abstracts?: number,
): Followable => ({
  kind: 'journal',
  source: 'crossref',
  code: `journal.${issn[0]}`,
  name,
  detail,
  per_day,
  sample: [],
  issn,
  ...(abstracts !== undefined && { abstracts }),
})

/** Journals that Crossref finds for "imaginary"; two have the same title. */
export const foundJournals: readonly Followable[] = [
  journal('Journal of Imaginary Vision', ['9999-9994', '9999-9986'], 'Nowhere Press', 1.7, 0.9),
  journal('Imaginary Letters', ['9999-9951'], 'Nowhere Press', 0.4, 0),
  journal('Imaginary Letters', ['9999-9943'], 'Unreal Academy of Sciences', 3, 0.62),
  journal('Acta Imaginaria', ['9999-9935'], 'Meadow Society', null),
]

/** The words "imaginary vision" as a query of PubMed, and another one with a word that PubMed does not know. */
export const foundQueries: readonly Followable[] = [
  {
    kind: 'query',
    source: 'pubmed',
    code: 'pubmed.00000000000000a1',
    name: 'imaginary vision',
    detail: 'imaginary[All Fields] AND "vision, ocular"[MeSH Terms]',
    per_day: 2.4,
    sample: [],
    query: 'imaginary vision',
    ignored: ['imaginary'],
  },
]

/** Venues that OpenReview has for "imaginary"; of one the number of papers is known. */
export const foundVenues: readonly Followable[] = [
  {
    kind: 'venue',
    source: 'openreview',
    code: 'openreview.00000000000000c1',
    name: 'ImaginaryML 2027 Conference',
    detail: '2,260 accepted papers',
    per_day: null,
    sample: [],
    venue: 'ImaginaryML.example/2027/Conference',
  },
  {
    kind: 'venue',
    source: 'openreview',
    code: 'openreview.00000000000000c2',
    name: 'ImaginaryML 2027 Workshop Lantern Counting',
    detail: '',
    per_day: null,
    sample: [],
    venue: 'ImaginaryML.example/2027/Workshop/Lantern_Counting',
  },
]

/** Subjects of a preprint server that the words name. */
export const foundSubjects: readonly Followable[] = [
  ['Medicine and Imaginary Health', 64.3],
  ['Engineering of Nowhere', 12.1],
  ['Arts', 0.4],
].map(([name, per_day]) => ({
  kind: 'subject',
  source: 'crossref',
  code: `preprintsorg.${String(name).toLowerCase().replaceAll(' ', '-')}`,
  name: String(name),
  detail: 'Preprints.org',
  per_day: Number(per_day),
  sample: [],
}))

/** Feeds that a page names. */
export const foundFeeds: readonly Followable[] = [
  {
    kind: 'feed',
    source: 'feed',
    code: 'feed.00000000000000b1',
    name: 'Journal of Imaginary Vision: Early View',
    detail: '20 items, the newest of 2026-11-20, abstracts for 80 %',
    per_day: 1.2,
    sample: ['Counting lanterns: a benchmark', 'Sheep at dusk', 'Glare without lamps'],
    address: 'https://press.example.org/jiv/early.rss',
    abstracts: 0.8,
  },
  {
    kind: 'feed',
    source: 'feed',
    code: 'feed.00000000000000b2',
    name: 'Lantern notes',
    detail: '10 items, titles only',
    per_day: null,
    sample: ['Why we count lanterns'],
    address: 'https://blog.example.org/atom.xml',
    abstracts: 0,
  },
]

/** Nothing was searched for. Stories that search take the hook in its place. */
export const idleFollowables: Followables = {
  asked: '',
  ask: () => undefined,
  found: undefined,
  error: undefined,
  isLoading: false,
  retry: () => undefined,
  make: async () => undefined,
  making: {},
}
