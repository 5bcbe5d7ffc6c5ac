import type { Card } from '#api/contract/papers.ts'
import type {
  CatchUp,
  ImportResult,
  OrderWorth,
  RankingReport,
  SimilarPapers,
  Taste,
  TasteEntry,
  TastePreview,
  TastePreviewInput,
} from '#api/contract/taste.ts'
import { sampleCard } from '#tests/support/samples.ts'
import { paperOf, papers } from './samples.ts'

const ids = papers.map(({ id }) => id)
const entry = (
  kind: TasteEntry['kind'],
  text: string,
  weight: number,
  actions: TasteEntry['actions'] = [],
  key = text,
): TasteEntry => ({ kind, key, text, weight, actions, paper_ids: actions.length > 0 ? ids.slice(0, 3) : [] })

export const notEnough: OrderWorth = {
  lists: 18,
  readers: 1,
  needed: 60,
  wins: 11,
  losses: 7,
  ties: 4,
  win_rate: null,
  interval: null,
}
export const enough: OrderWorth = {
  lists: 90,
  readers: 1,
  needed: 60,
  wins: 62,
  losses: 28,
  ties: 12,
  win_rate: 0.69,
  interval: [0.52, 0.83],
}

/** What a trained model has learned, with one row of each kind. */
export const taste: Taste = {
  state: 'trained',
  actions: 41,
  since: '2026-03-03T08:00:00.000Z',
  needed: 0,
  trained_at: '2026-11-20T06:00:00.000Z',
  reset_at: null,
  more: [
    entry('term', 'night vision', 0.92, [
      { kind: 'save', count: 4 },
      { kind: 'note', count: 1 },
    ]),
    entry('author', 'Mirela Quillfeather', 0.78),
    entry('term', 'shot noise', 0.61, [{ kind: 'save', count: 3 }]),
    entry('term', 'calibration', 0.44, [{ kind: 'click', count: 6 }]),
    entry('category', 'cs.LG', 0.38),
    entry('paper', 'A field guide to street lamps', 0.3, [{ kind: 'save', count: 1 }], 'arxiv:2611.90009'),
    ...['lantern', 'photon counting', 'exposure', 'low light', 'sensor', 'gain', 'dark frames'].map((text, index) =>
      entry('term', text, 0.28 - index * 0.03, [{ kind: 'like', count: 1 }]),
    ),
  ],
  changed: [],
  less: [
    entry('term', 'diffusion prior', -0.7, [{ kind: 'dislike', count: 5 }]),
    entry('term', 'leaderboard', -0.41, [{ kind: 'dislike', count: 2 }]),
  ],
  adjustments: [],
  muted: [
    { kind: 'term', text: 'survey', hidden: 12, paper_ids: ids },
    { kind: 'author', text: 'Karim Adeyemi', hidden: 0, paper_ids: [] },
  ],
  order: notEnough,
}

/** The taste of a reader without any action. */
export const emptyTaste: Taste = {
  ...taste,
  state: 'prior',
  actions: 0,
  since: null,
  needed: 1,
  trained_at: null,
  more: [],
  less: [],
  changed: [],
  muted: [],
  order: { ...notEnough, lists: 0, wins: 0, losses: 0, ties: 0 },
}

const titles = [
  'Bayes factors for the colour of twilight',
  'Photons you did not count',
  'Maps that forget their rooms',
  'A slow theorem about fast lenses',
  'Weather reports for small networks',
  'The census of quiet galaxies',
  'Noise that keeps its promises',
]
export const previewCards: readonly Card[] = [
  ...papers,
  ...titles.map((title, index) => paperOf(20 + index, title)),
].map((paper, index) => ({
  ...sampleCard,
  paper,
  rank: index + 1,
  reasons: index % 3 === 2 ? [{ kind: 'category', text: 'cs.LG' }] : [{ kind: 'term', text: 'shot noise' }],
}))

const mutedBefore = new Set(taste.muted.map(({ text }) => text))

/**
 * Answers a preview: each change moves the last of the first ten papers to another position, and a new mute hides the third.
 * What was muted before is not in the list of the day.
 */
export const previewOf = ({ adjustments, muted_terms = [] }: TastePreviewInput): TastePreview => {
  const items = previewCards.map((card, index) => ({ ...card, list_rank: index + 1 }))
  adjustments.forEach((_adjustment, index) => items.splice(1 + 2 * index, 0, ...items.splice(9, 1)))
  if (muted_terms.some((term) => !mutedBefore.has(term))) items.splice(2, 1)
  return { day: '2026-11-20', items, total: items.length + 23 }
}

export const similar: SimilarPapers = {
  items: papers.slice(1).map((paper, index) => ({
    paper,
    terms: [['night vision', 'shot noise'], ['lantern'], []][index] ?? [],
    ...(index === 1 && { saved_item_id: 'item-3' }),
  })),
  total: 3,
  skip: 0,
  limit: 5,
}
const many = titles.map((title, index) => ({ paper: paperOf(40 + index, title), terms: ['noise'] }))
/** Five similar papers, and more on request. */
export const manySimilar: SimilarPapers = { items: many.slice(0, 5), total: many.length, skip: 0, limit: 5 }

export const catchUp: CatchUp = {
  since: '2026-11-10T07:00:00.000Z',
  days: [
    { day: '2026-11-20', papers: 34, below: 32 },
    { day: '2026-11-19', papers: 41, below: 40 },
    { day: '2026-11-18', papers: 27, below: 26 },
  ],
  papers: 102,
  minutes: 2,
  cards: papers.map((paper, index) => ({
    ...sampleCard,
    paper,
    rank: index + 1,
    delivered_on: ['2026-11-20', '2026-11-19', '2026-11-18', '2026-11-20'][index] ?? '2026-11-20',
  })),
}

export const importResult: ImportResult = {
  papers: papers.slice(0, 3),
  fetching: ['2511.01234'],
  unknown: ['@online{lamp, title = {A lamp}}'],
  left_out: 0,
}

export const rankingReport: RankingReport = {
  comparison: { a: 'ranked', b: 'time', share: 0.1 },
  worth: {
    lists: 412,
    readers: 74,
    needed: 60,
    wins: 268,
    losses: 144,
    ties: 61,
    win_rate: 0.65,
    interval: [0.6, 0.7],
  },
  readers: { prior: 12, centroid: 31, trained: 88 },
  by_week: [
    { from: '2026-11-02', wins: 81, losses: 52, ties: 18 },
    { from: '2026-11-09', wins: 92, losses: 47, ties: 21 },
    { from: '2026-11-16', wins: 95, losses: 45, ties: 22 },
  ],
}
