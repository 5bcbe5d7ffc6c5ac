import type { DayEntry } from '#api/contract/dashboard.ts'
import type { Card, Paper } from '#api/contract/papers.ts'
import type { Item } from '#api/contract/readingList.ts'
import type { Job } from '#api/contract/jobs.ts'
import type { User } from '#api/contract/users.ts'

/** One valid, invented example of each shape, for stories and tests. */
export const samplePaper: Paper = {
  id: 'arxiv:2611.90001',
  source: 'arxiv',
  source_id: '2611.90001',
  version: 1,
  title: 'Counting lanterns: a benchmark for $\\varepsilon$-noisy night vision',
  abstract:
    'Low-light recognition is usually measured on photographs that were dark by accident. We build a set that is dark on purpose: 41,000 scenes under lanterns of known power, so that the noise level of every image is a number and not an opinion. Detectors trained on the usual sets lose a third of their recall at $\\varepsilon = 0.2$, and most of it comes back with one hour of fine-tuning.',
  title_segments: [
    { text: 'Counting lanterns: a benchmark for ' },
    { tex: '\\varepsilon', display: false },
    { text: '-noisy night vision' },
  ],
  abstract_segments: [
    {
      text: 'Low-light recognition is usually measured on photographs that were dark by accident. We build a set that is dark on purpose: 41,000 scenes under lanterns of known power, so that the noise level of every image is a number and not an opinion. Detectors trained on the usual sets lose a third of their recall at ',
    },
    { tex: '\\varepsilon = 0.2', display: false },
    { text: ', and most of it comes back with one hour of fine-tuning.' },
  ],
  authors: [
    { name: 'Mirela Quillfeather', affiliation: 'Institute of Invented Studies' },
    { name: 'Tomás Óðinsson' },
    { name: 'Ines Aldercroft' },
    { name: 'Karim Adeyemi' },
    { name: 'Sunniva Holt' },
    { name: 'Bas Kruidenier' },
    { name: 'Odile Vantongerloo' },
  ],
  categories: ['cs.LG', 'stat.ML'],
  primary_category: 'cs.LG',
  published_at: '2026-11-18T16:02:44.000Z',
  updated_at: '2026-11-18T16:02:44.000Z',
  announced_on: '2026-11-20',
  announce_type: 'new',
  urls: {
    abs: 'https://arxiv.org/abs/2611.90001v1',
    pdf: 'https://arxiv.org/pdf/2611.90001v1',
    html: 'https://arxiv.org/html/2611.90001v1',
    code: 'https://example.org/lantern',
  },
  doi: null,
  comment: '12 pages, code',
  journal_ref: null,
  license: 'http://creativecommons.org/licenses/by/4.0/',
  withdrawn: false,
  metrics: {},
}

/** A preprint of a server of the life sciences. */
export function serverPaper(server: 'biorxiv' | 'medrxiv'): Paper {
  const doi = '10.64898/2026.11.18.999001'
  const page = `https://www.${server}.org/content/${doi}v1`
  const code = server === 'biorxiv' ? 'biorxiv.cell-biology' : 'medrxiv.hiv-aids'
  const title = server === 'biorxiv' ? 'Invented kinases in imaginary cells' : 'Sleep after an imaginary infection'
  const abstract = 'We invent a group and follow it for a year. Half of it sleeps longer, and nobody knows why.'
  return {
    ...samplePaper,
    id: `doi:${doi}`,
    source: server,
    source_id: doi,
    title,
    abstract,
    title_segments: [{ text: title }],
    abstract_segments: [{ text: abstract }],
    categories: [code],
    primary_category: code,
    published_at: '2026-11-20T00:00:00.000Z',
    published_precision: 'day',
    updated_at: '2026-11-20T00:00:00.000Z',
    urls: { abs: page, pdf: `${page}.full.pdf`, html: `${page}.full`, doi: `https://doi.org/${doi}` },
    doi,
    comment: null,
  }
}

/** An article that Crossref announced with the codes of its journal. */
export function journalPaper(changes: Partial<Paper> = {}): Paper {
  const doi = '10.5555/jiv.2026.0042'
  const title = 'Imaginary numbers of real sheep'
  const abstract =
    'We count the sheep of four invented meadows by ear and by eye. The two counts agree once the bells are off.'
  return {
    ...samplePaper,
    id: `doi:${doi}`,
    source: 'crossref',
    source_id: doi,
    version: null,
    kind: 'article',
    title,
    abstract,
    title_segments: [{ text: title }],
    abstract_segments: [{ text: abstract }],
    categories: ['journal.9999-9994', 'journal.9999-9986'],
    primary_category: 'journal.9999-9994',
    published_at: '2026-11-19T00:00:00.000Z',
    published_precision: 'day',
    updated_at: '2026-11-19T00:00:00.000Z',
    urls: { abs: `https://doi.org/${doi}`, doi: `https://doi.org/${doi}` },
    doi,
    comment: null,
    venue: { name: 'Journal of Imaginary Vision' },
    journal_ref: 'Journal of Imaginary Vision',
    license: null,
    ...changes,
  }
}

export const sampleCard: Card = {
  paper: samplePaper,
  delivered_on: '2026-11-20',
  rank: 1,
  score: 2.5,
  reasons: [
    { kind: 'keyword', text: 'night vision' },
    { kind: 'category', text: 'cs.LG' },
  ],
  state: { seen: false, clicked: false, liked: false, dismissed: false, saved: false },
}

export const sampleItem: Item = {
  id: 'item-1',
  paper: samplePaper,
  status: 'to_read',
  notes: 'The power meter trick in section 3 is what we need for the lab set.\n\nAsk for the raw frames?',
  tags: ['lab'],
  version: 3,
  added_at: '2026-11-17T09:12:00.000Z',
  updated_at: '2026-11-20T10:42:00.000Z',
  withdrawn: false,
}

export const sampleUser: User = {
  id: 'user-1',
  name: 'Ada Linde',
  email: 'reader@example.org',
  photo_url: null,
  is_admin: false,
  category_ids: ['cs.LG', 'cs.CL', 'math.NA', 'astro-ph.GA'],
  preferences: {
    digest: {
      enabled: false,
      hour: 7,
      time_zone: 'Europe/Berlin',
      weekdays: [1, 2, 3, 4, 5],
      max_papers: 20,
      skip_empty: true,
      by_interest: false,
    },
    review: { weekday: null },
    reading: {
      density: 'comfortable',
      abstract_lines: 5,
      open: 'abs',
      budget: { unit: 'minutes', amount: 20 },
      plan_minutes: 45,
    },
    shortcuts: true,
    streak_visible: true,
  },
  interests: { keywords: ['night vision'], authors: [], muted_terms: [], muted_authors: [] },
  created_at: '2026-10-01T08:00:00.000Z',
  onboarded: true,
}

export const sampleJob: Job = {
  id: 'job-1',
  kind: 'ingest',
  state: 'running',
  progress: { done: 8, total: 20, unit: 'feeds', step: 'feed math' },
  counters: { fetched: 412, new: 301, updated: 64, duplicates: 47, quarantined: 0 },
  attempts: 1,
  elapsed_ms: 12_000,
  queued_at: '2026-11-20T05:10:00.000Z',
  started_at: '2026-11-20T05:10:01.000Z',
  finished_at: null,
  requested_by: 'schedule',
}

/** The outline of a day with these cards. */
export const outlineOf = (cards: readonly Card[]): DayEntry[] =>
  cards.map(({ paper, state }) => ({ paper_id: paper.id, categories: paper.categories, state }))
