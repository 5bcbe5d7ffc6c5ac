import type { Dashboard } from '#api/contract/dashboard.ts'
import type { Card } from '#api/contract/papers.ts'
import { outlineOf, sampleCard, samplePaper } from '#tests/support/samples.ts'

/** Creates the card with rank `rank`. Its title is "Lantern 1" for rank 1. */
export function makeCard(rank: number, changes: Partial<Card['state']> = {}, categories = ['cs.LG']): Card {
  const title = `Lantern ${rank}`
  return {
    ...sampleCard,
    rank,
    paper: {
      ...samplePaper,
      id: `arxiv:2611.9000${rank}`,
      title,
      title_segments: [{ text: title }],
      abstract: `About lantern ${rank}.`,
      abstract_segments: [{ text: `About lantern ${rank}.` }],
      categories,
      primary_category: categories[0] ?? null,
      // A click in a test must not request a page.
      urls: { abs: 'about:blank' },
    },
    state: { ...sampleCard.state, ...changes },
  }
}

/** Creates the dashboard of Friday, 20 November, with `cards`. */
export function makeDay(cards: Card[], changes: Partial<Dashboard> = {}): Dashboard {
  return {
    day: '2026-11-20',
    previous_day: '2026-11-19',
    freshness: { announced_on: '2026-11-20', fetched_at: '2026-11-20T05:10:00.000Z', sample: false },
    cards,
    outline: outlineOf(cards),
    ledger: {
      announced: cards.length + 3,
      shown: cards.length,
      seen_before: 0,
      saved_before: 0,
      dismissed_before: 0,
      older_version: 2,
      cross_list: 0,
      muted: 1,
      below_cut: 0,
    },
    unseen_today: cards.filter(({ state }) => !state.seen).length,
    since_last_visit: { from: null, count: 0 },
    reading: { to_read: 7, reading: 2, done: 31 },
    next_to_read: [],
    living: [],
    budget: { papers: 40, minutes: 20 },
    papers_by_day: [
      { on: '2026-11-19', delivered: 41 },
      { on: '2026-11-20', delivered: cards.length },
    ],
    ...changes,
  }
}
