import type { PublicConfig, Terminal } from '#api/contract/auth.ts'
import type { CategoryList } from '#api/contract/categories.ts'
import type { Dashboard } from '#api/contract/dashboard.ts'
import type { OwnFeeds } from '#api/contract/feeds.ts'
import type { SampleStarted } from '#api/contract/mail.ts'
import type { Paper, TodayPapers } from '#api/contract/papers.ts'
import type { ReadingList, TagList } from '#api/contract/readingList.ts'
import { doneImport } from './importSamples.ts'
import { outlineOf, sampleCard, sampleUser } from '#tests/support/samples.ts'
import type { SearchResponse } from '#api/contract/search.ts'
import type { TasteChanges } from '#api/contract/taste.ts'
import type { User, UserStats } from '#api/contract/users.ts'
import { categories } from './categorySamples.ts'
import { connections, noMail } from './connectionSamples.ts'
import { ereaderState } from './ereaderSamples.ts'
import { feeds } from './feedSamples.ts'
import { lettingGo, plan, review } from './reviewSamples.ts'
import { emptyLedger, items, ledger, paperUpdates, papers } from './samples.ts'
import { people, unsurePerson } from './peopleSamples.ts'
import { keptStrands, proposedStrands } from './strandSamples.ts'
import { catchUp, emptyTaste, importResult, notEnough, previewOf, similar, taste } from './tasteSamples.ts'
import { tokens } from './tokenSamples.ts'
import { citation, detailsOf, whereabouts } from './paperSamples.ts'
import type { Answers } from './answers.ts'

export const config: PublicConfig = {
  version: '0.1.0',
  firebase: { project_id: 'demo-paperdawn', api_key: 'demo', auth_domain: 'localhost' },
  features: { demo_accounts: true, outbox_page: true, sample_library: true },
}

const cards = papers.map((paper, index) => ({
  ...sampleCard,
  paper,
  rank: index + 1,
  state: { ...sampleCard.state, seen: index > 1, saved: index === 2 },
}))

export const dashboard: Dashboard = {
  day: '2026-11-20',
  previous_day: '2026-11-19',
  freshness: { announced_on: '2026-11-20', fetched_at: '2026-11-20T05:14:12.000Z', sample: false },
  cards,
  outline: outlineOf(cards),
  ledger,
  unseen_today: 2,
  since_last_visit: { from: '2026-11-19T07:00:00.000Z', count: cards.length },
  reading: { to_read: 14, reading: 2, done: 31 },
  next_to_read: items.slice(0, 3),
  living: paperUpdates,
  budget: { papers: 2, minutes: 1 },
  papers_by_day: [
    { on: '2026-11-18', delivered: 7 },
    { on: '2026-11-19', delivered: 5 },
    { on: '2026-11-20', delivered: cards.length },
  ],
}

export const terminals: Terminal[] = [
  {
    id: 'terminal-1',
    device: 'paperdawn on lab-pc',
    ip_address: '192.0.2.17',
    created_at: '2026-11-02T09:14:00.000Z',
    last_used_at: '2026-11-20T16:40:00.000Z',
    expires_at: '2026-12-02T09:14:00.000Z',
    current: false,
  },
  {
    id: 'terminal-2',
    device: 'paperdawn on a-laptop-with-a-long-name.example.org',
    ip_address: '2001:db8::17',
    created_at: '2026-11-20T17:00:00.000Z',
    last_used_at: null,
    expires_at: '2026-12-20T17:00:00.000Z',
    current: false,
  },
]

/** Returns a dashboard without papers for `reason`. */
export const dayWithout = (reason: NonNullable<Dashboard['freshness']['reason']>): Dashboard => ({
  ...dashboard,
  cards: [],
  outline: [],
  living: [],
  ledger: emptyLedger,
  freshness: {
    ...dashboard.freshness,
    ...(reason === 'empty_library' && { announced_on: null, fetched_at: null }),
    reason,
  },
})

export const searchAnswer: SearchResponse = {
  items: papers.map((paper, index) => ({
    paper,
    highlights: { title: index === 0 ? [[9, 17]] : [], abstract: [] },
    ...(index === 2 && { saved_item_id: 'item-3' }),
  })),
  total: 412,
  offset: 0,
  limit: 20,
  took_ms: 38,
  facets: {
    categories: [
      { id: 'cs.LG', count: 118 },
      { id: 'cs.CL', count: 84 },
      { id: 'math.NA', count: 14 },
    ],
    years: [
      { year: 2026, count: 240 },
      { year: 2025, count: 172 },
    ],
    estimated: false,
  },
  indexed_through: '2026-11-20T05:14:12.000Z',
}
export const nothingFound: SearchResponse = {
  ...searchAnswer,
  items: [],
  total: 0,
  did_you_mean: 'lantern',
  facets: { categories: [], years: [], estimated: false },
}

/** A common question: more papers match than are counted and ranked, and the time ran out. */
export const cutSearch: SearchResponse = {
  ...searchAnswer,
  total: 10_000,
  total_is_lower_bound: true,
  ranked_newest: 3_000,
  partial: true,
}

/** The time ran out before anything was found. */
export const unansweredSearch: SearchResponse = { ...nothingFound, did_you_mean: undefined, partial: true }

/** The meaning of the question was not ready in time. */
export const pendingSearch: SearchResponse = { ...searchAnswer, meaning_pending: true }

/** Two papers with all words, and behind them two with some; the query was misspelled. */
export const correctedSearch: SearchResponse = {
  ...searchAnswer,
  items: searchAnswer.items.map((hit, index) => (index < 2 ? hit : { ...hit, some_words: true })),
  total_all_words: 2,
  corrected_to: 'lanterns',
}

/** One paper with all words, and behind it papers with some or none of them. */
export const searchByMeaning: SearchResponse = {
  ...searchAnswer,
  items: searchAnswer.items.map((hit, index) => {
    if (index === 0) return hit
    const kind = index === 2 ? { some_words: true } : { by_meaning: true }
    return { ...hit, highlights: { title: [], abstract: [] }, ...kind }
  }),
  total: 4,
  total_all_words: 1,
}

export const readingList: ReadingList = {
  items: [...items],
  total: items.length,
  skip: 0,
  limit: 30,
  counts: { to_read: 4, reading: 2, done: 31 },
}
export const emptyReadingList: ReadingList = {
  ...readingList,
  items: [],
  total: 0,
  counts: { to_read: 0, reading: 0, done: 0 },
}

const stats: UserStats = {
  delivered: 612,
  clicked: 88,
  viewed: 402,
  view_seconds: 7_240,
  saved: 47,
  done: 31,
  notes: 12,
  streak_days: 9,
  by_day: dashboard.papers_by_day.map(({ on, delivered }) => ({ on, delivered, clicked: 5, saved: 2 })),
  by_category: [
    { category_id: 'cs.LG', delivered: 402, clicked: 61, saved: 30 },
    { category_id: 'math.NA', delivered: 88, clicked: 12, saved: 9 },
  ],
  order: notEnough,
}

const today: TodayPapers = { items: papers.slice(0, 3) as Paper[], total: 3, announced_on: '2026-11-20', sample: false }

/** Responses for all requests of a reader's pages. */
export const answersFor = (user: User = sampleUser): Answers => ({
  'GET /config': config,
  'GET /auth/me': user,
  'GET /categories': { items: [...categories], total: categories.length } satisfies CategoryList,
  'GET /users/me/dashboard': dashboard,
  'GET /users/me/reading-list': readingList,
  'GET /users/me/reading-list/tags': {
    items: [
      { tag: 'lab', count: 2 },
      { tag: 'to cite', count: 1 },
    ],
    total: 2,
  } satisfies TagList,
  [`GET /users/me/reading-list/imports/${doneImport.id}`]: doneImport,
  'GET /users/me/stats': stats,
  'GET /users/me/feeds': { items: feeds, total: feeds.length } satisfies OwnFeeds,
  'POST /users/me/mail/sample': { to: 'reader@example.org' } satisfies SampleStarted,
  'GET /users/me/connections': { items: connections, total: connections.length },
  'GET /users/me/connections/zotero': { connection: null },
  'GET /users/me/connections/ereader': ereaderState,
  'GET /users/me/tokens': { items: tokens, total: tokens.length },
  'GET /users/me/sessions': { items: terminals, total: 2, skip: 0, limit: 100 },
  'GET /users/me/mail': noMail,
  'GET /users/me/taste': taste,
  'PUT /users/me/taste': ({ adjustments }: TasteChanges) => ({ ...taste, adjustments: adjustments ?? [] }),
  'POST /users/me/taste/reset': { ...emptyTaste, reset_at: '2026-11-20T08:00:00.000Z' },
  'POST /users/me/taste/preview': previewOf,
  'GET /users/me/people': people,
  'PUT /users/me/people/Wei%20Wang': { ...unsurePerson, orcid: '0000-0002-1825-0097' },
  'GET /users/me/strands': proposedStrands,
  'PUT /users/me/strands': keptStrands,
  'GET /users/me/catch-up': catchUp,
  'GET /users/me/review': review,
  'GET /users/me/reading-plan': plan,
  'POST /users/me/review/let-go': lettingGo,
  'POST /users/me/reading-list/changes': lettingGo,
  'GET /users/me/whereabouts': whereabouts,
  [`GET /users/me/reading-list/${items[0]!.id}`]: items[0],
  'GET /users/me/start-papers': { items: papers, total: papers.length },
  'POST /users/me/import': importResult,
  'PUT /users/me': () => user,
  'GET /papers/search': searchAnswer,
  'POST /papers/similar': similar,
  'GET /papers/today': today,
  ...Object.fromEntries(
    papers.flatMap((paper) => [
      [`GET /papers/${paper.id}`, detailsOf(paper)],
      [`GET /papers/${paper.id}/similar`, similar],
      [`GET /papers/${paper.id}/citation`, citation],
      [`PUT /papers/${paper.id}/feedback`, { ...sampleCard.state }],
    ]),
  ),
})
