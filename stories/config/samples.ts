import type { SourceStatus } from '#api/contract/admin.ts'
import type { Dashboard, Ledger } from '#api/contract/dashboard.ts'
import type { JobKind, JobState } from '#api/contract/jobKinds.ts'
import type { Job } from '#api/contract/jobs.ts'
import type { OutboxRow, OutboxState } from '#api/contract/mail.ts'
import type { Paper } from '#api/contract/papers.ts'
import type { Item } from '#api/contract/readingList.ts'
import { sampleItem, sampleJob, samplePaper } from '#tests/support/samples.ts'

/** Returns an invented paper whose id contains `number`. */
export const paperOf = (number: number, title: string, changes: Partial<Paper> = {}): Paper => ({
  ...samplePaper,
  id: `arxiv:2611.9${`${number}`.padStart(4, '0')}`,
  source_id: `2611.9${`${number}`.padStart(4, '0')}`,
  title,
  title_segments: [{ text: title }],
  ...changes,
})

const authors = (...names: string[]) => names.map((name) => ({ name }))

/** Papers of one invented day. */
export const papers: readonly Paper[] = [
  samplePaper,
  paperOf(2, 'A posteriori bounds for conforming elements on meshes with hanging nodes', {
    authors: authors('Odile Vantongerloo', 'Bas Kruidenier'),
    categories: ['math.NA'],
    primary_category: 'math.NA',
    announce_type: 'cross',
    comment: null,
    urls: { abs: 'https://arxiv.org/abs/2611.90002v1', pdf: 'https://arxiv.org/pdf/2611.90002v1' },
  }),
  paperOf(3, 'Four ways to lose a comet', {
    authors: authors('The Lyre Survey Collaboration'),
    categories: ['astro-ph.EP', 'astro-ph.IM', 'astro-ph.GA'],
    primary_category: 'astro-ph.EP',
    journal_ref: 'Journal of Invented Skies 12 (2026) 44',
  }),
  paperOf(4, 'When two agents disagree, ask the third: small committees of language models', {
    authors: authors('Karim Adeyemi', 'Sunniva Holt', 'Ines Aldercroft'),
    categories: ['cs.CL', 'cs.LG', 'cs.AI', 'cs.MA', 'stat.ML'],
    primary_category: 'cs.CL',
    announce_type: 'replace',
    version: 2,
  }),
]

const formula = String.raw`\sum_{k=1}^{n} \frac{(-1)^{k}}{k^2} \left\langle \nabla u, \mathbf{v}_k \right\rangle`

/** A paper with formulas in the title and a display formula in the abstract. */
export const mathPaper = paperOf(5, 'Decay of $\\|u\\|_{H^1}$ on $\\mathbb{R}^3$', {
  title_segments: [
    { text: 'Decay of ' },
    { tex: String.raw`\|u\|_{H^1}`, display: false, plain: '‖u‖_(H¹)' },
    { text: ' on ' },
    { tex: String.raw`\mathbb{R}^3`, display: false, plain: 'ℝ³' },
  ],
  abstract: `We show that $$${formula}$$ decays for small data.`,
  abstract_segments: [{ text: 'We show that ' }, { tex: formula, display: true }, { text: ' decays for small data.' }],
  categories: ['math.AP'],
  primary_category: 'math.AP',
})

/** A paper with a formula that KaTeX cannot render. */
export const brokenMathPaper = paperOf(6, 'On \\undefinedmacro{x', {
  title_segments: [{ text: 'On ' }, { tex: '\\undefinedmacro{x', display: false }],
})

/** Reading list items of `papers`. */
export const items: readonly Item[] = papers.map((paper, index) => ({
  ...sampleItem,
  id: `item-${index + 1}`,
  paper,
  notes: index === 0 ? sampleItem.notes : '',
  tags: index === 0 ? sampleItem.tags : [],
}))

/** Ledger of the day of `papers`: they are shown. */
export const ledger: Ledger = {
  announced: 60,
  shown: papers.length,
  seen_before: 9,
  saved_before: 2,
  dismissed_before: 1,
  older_version: 21,
  cross_list: 17,
  muted: 4,
  below_cut: 2,
}

/** Ledger of a day without papers. */
export const emptyLedger: Ledger = {
  announced: 0,
  shown: 0,
  seen_before: 0,
  saved_before: 0,
  dismissed_before: 0,
  older_version: 0,
  cross_list: 0,
  muted: 0,
  below_cut: 0,
}

/** One update of each kind. */
export const paperUpdates: Dashboard['living'] = [
  {
    item: items[0]!,
    kind: 'new_version',
    text: 'Version 2 is out: the title and 3 sentences of the abstract changed.',
    changes: { from: 1, to: 2 },
  },
  { item: items[1]!, kind: 'withdrawn', text: 'Withdrawn' },
  { item: items[2]!, kind: 'published', text: 'Published in Journal of Invented Skies' },
  { item: items[3]!, kind: 'code', text: 'Code available' },
  { item: items[0]!, kind: 'retracted', text: 'Retracted by the publisher on 18 Nov 2026 (Crossref).' },
]

const job = (number: number, kind: JobKind, state: JobState, changes: Partial<Job> = {}): Job => ({
  ...sampleJob,
  id: `job-${number}`,
  kind,
  state,
  finished_at: state === 'queued' || state === 'running' ? null : '2026-11-20T05:14:12.000Z',
  ...changes,
})

/** One job of each state. */
export const jobs: readonly Job[] = [
  job(1, 'ingest', 'running'),
  job(2, 'deliver', 'queued', {
    started_at: null,
    counters: {},
    progress: { done: 0, unit: 'steps', step: 'waiting' },
  }),
  job(3, 'ingest', 'succeeded', { progress: { done: 20, total: 20, unit: 'feeds', step: '' } }),
  job(4, 'fetch-arxiv', 'partial', {
    error: '3 records could not be understood.',
    requested_by: 'user-2',
    requester: 'ines.aldercroft@papers.example.org',
  }),
  job(5, 'digest', 'failed', { attempts: 3, error: 'The mail server refused the password.' }),
  job(6, 'process-papers', 'cancelled'),
]

export const source: SourceStatus = {
  id: 'arxiv',
  name: 'arXiv',
  abilities: ['announcements', 'look-up', 'search'],
  enabled: true,
  state: 'ok',
  last_success_at: '2026-11-20T05:14:12.000Z',
  failing_since: null,
  failure: null,
  failed_at: null,
  key_refusal: null,
  missing_days: 0,
  next_run_at: '2026-11-23T05:10:00.000Z',
  announced_on: '2026-11-20',
  papers_today: 1204,
  breaker: 'closed',
  requests: { used: 96, limit: null },
  queued: 0,
  wait_ms: 0,
  running_job_id: null,
}

/** It announces no papers, and knows more about those of other sources. */
export const service: SourceStatus = {
  ...source,
  id: 's2',
  name: 'Semantic Scholar',
  abilities: ['enrichment'],
  next_run_at: '2026-11-20T09:35:00.000Z',
  announced_on: null,
  papers_today: 0,
  requests: { used: 12, limit: 1_000 },
  queued: 2_340,
}

/** A source without days. */
export const sourceOnDemand: SourceStatus = {
  ...source,
  id: 'crossref',
  name: 'Crossref',
  abilities: ['look-up'],
  next_run_at: null,
  announced_on: null,
  papers_today: 0,
}

const mail = (number: number, state: OutboxState, changes: Partial<OutboxRow> = {}): OutboxRow => ({
  id: `mail-${number}`,
  user_id: 'user-1',
  to: 'reader@example.org',
  kind: 'digest',
  day: '2026-11-20',
  state,
  subject: '34 new papers, Friday 20 November',
  attempts: 1,
  retry_at: null,
  queued_at: '2026-11-20T06:00:00.000Z',
  sent_at: state === 'sent' ? '2026-11-20T06:00:04.000Z' : null,
  ...changes,
})

/** One mail of each state. */
export const outbox: readonly OutboxRow[] = [
  mail(1, 'sent'),
  mail(2, 'queued', { attempts: 0 }),
  mail(3, 'claimed'),
  mail(4, 'handing-off'),
  mail(5, 'failed', {
    attempts: 3,
    retry_at: '2026-11-20T09:30:00.000Z',
    error: 'The server refused the address.',
    to: 'second@example.org',
  }),
  mail(6, 'uncertain', { kind: 'top-papers', subject: 'Your top papers' }),
  mail(7, 'suppressed', { error: 'The address asked for no more mail.' }),
]
