import { unstable_serialize as serialize, type Arguments, type useSWRConfig } from 'swr'
import { unstable_serialize } from 'swr/infinite'
import type { Dashboard } from '#api/contract/dashboard.ts'
import type { CardState, PaperDetails } from '#api/contract/papers.ts'
import type { ElsewherePaper } from '#api/contract/elsewhere.ts'
import type { Item, ReadingCounts, ReadingList } from '#api/contract/readingList.ts'
import type { SearchHit } from '#api/contract/search.ts'
import type { CatchUp } from '#api/contract/taste.ts'
import type { Whereabouts } from '#api/contract/whereabouts.ts'
import { tasteRead } from '../reads.ts'
import type { Change } from './unsentChanges.ts'

/** What the server has confirmed of a paper. */
export interface Confirmed {
  paperId: string
  what?: Change['what']
  /** Of its card, as far as it changed. */
  state?: Partial<CardState>
  /** Its item of the reading list. */
  item?: Item
}

type Swr = Pick<ReturnType<typeof useSWRConfig>, 'cache' | 'mutate'>
/** Changes data of the cache without a request. */
const silent = { revalidate: false } as const
/**
 * The same for data that may be loading at this moment: SWR drops an answer on the way when its data are changed, so that
 * it is asked for again. Else a page that has nothing yet would wait for ever.
 */
const silentUnlessLoading = (cache: Swr['cache']) => ({
  revalidate: (_data: unknown, key: Arguments) => cache.get(serialize(key))?.isValidating === true,
})
/** What changes which papers are to be read: the plan for today is loaded again. */
const CHANGES_PLAN: ReadonlySet<Change['what']> = new Set(['save', 'restore', 'remove', 'move'])
/** When each item of the reading list was confirmed. */
const confirmedAt = new Map<string, number>()
/** As long as SWR takes an answer for the newest one. */
const FRESH_MS = 5_000

/** Whether the cache has the item as it is on the server: it was confirmed just now. */
export const isItemFresh = (itemId: string): boolean => Date.now() - (confirmedAt.get(itemId) ?? 0) < FRESH_MS
const listPrefix = unstable_serialize(() => ['reading-list'])

/**
 * Writes what the server has confirmed into all data of the SWR cache that have the paper, so that nothing is loaded
 * again. A removed item stays in the lists of the tab that removed it, where it can be undone (`keepsRemoved`).
 */
export function showConfirmed({ cache, mutate }: Swr, confirmed: Confirmed, keepsRemoved: boolean): void {
  const { paperId, what, state, item } = confirmed
  const change = <Data>(resource: string, next: (data: Data) => Data) =>
    void mutate<Data>(
      (key) => Array.isArray(key) && key[0] === resource,
      (data) => data && next(data),
      silentUnlessLoading(cache),
    )
  if (state) {
    const withState = <Entry extends { state: CardState }>(entry: Entry): Entry => ({
      ...entry,
      state: { ...entry.state, ...state },
    })
    change<Dashboard>('dashboard', (day) => ({
      ...day,
      outline: day.outline.map((entry) => (entry.paper_id === paperId ? withState(entry) : entry)),
    }))
    change<CatchUp>('catch-up', (list) => ({
      ...list,
      cards: list.cards.map((card) => (card.paper.id === paperId ? withState(card) : card)),
    }))
    change<PaperDetails>('paper', (paper) => (paper.id === paperId ? withState(paper) : paper))
    // They count what the reader did. The page before may have been left before its change was sent.
    for (const key of [tasteRead.key, ['strands'], ['stats']]) void mutate(key)
  }
  if (state && ('saved' in state || 'dismissed' in state)) {
    const marks = {
      ...('saved' in state && { saved_item_id: state.saved_item_id }),
      ...('dismissed' in state && { liked: state.liked, dismissed: state.dismissed }),
    }
    const withMarks = <Hit extends { paper?: { id: string } }>(hit: Hit): Hit =>
      hit.paper?.id === paperId ? { ...hit, ...marks } : hit
    change<{ items: SearchHit[] }>('search', (found) => ({ ...found, items: found.items.map(withMarks) }))
    change<{ items: ElsewherePaper[] }>('elsewhere', (found) => ({ ...found, items: found.items.map(withMarks) }))
    change<{ items: SearchHit[] }>('similar', (found) => ({ ...found, items: found.items.map(withMarks) }))
    change<{ hits: SearchHit[] }>('similar-text', (found) => ({ ...found, hits: found.hits.map(withMarks) }))
  }
  if (state && 'saved' in state) {
    change<Whereabouts>('whereabouts', (answer) =>
      answer.paper?.id === paperId ? { ...answer, saved_item_id: state.saved_item_id } : answer,
    )
  }
  if (what && CHANGES_PLAN.has(what)) void mutate(['reading-plan'])
  if (item) {
    confirmedAt.set(item.id, Date.now())
    void mutate(['reading-item', item.id], item, silent)
  }
  showInLists({ cache, mutate }, confirmed, keepsRemoved)
}

/** Shows the item in the loaded reading lists. They are loaded again when they are opened, or if they lack the item. */
function showInLists({ cache, mutate }: Swr, confirmed: Confirmed, keepsRemoved: boolean) {
  const { paperId, what, state, item } = confirmed
  if (!item && state?.saved !== false) return
  void mutate((key) => Array.isArray(key) && key[0] === 'reading-list' && key.length === 3, undefined, silent)
  for (const key of cache.keys()) {
    if (!key.startsWith(listPrefix)) continue
    const pages = cache.get(key)?.data as ReadingList[] | undefined
    const before = pages?.flatMap(({ items }) => items).find(({ paper }) => paper.id === paperId)
    const isNew = item !== undefined && what !== 'move' && what !== 'tags'
    if (before) {
      const next = (page: ReadingList) => toPage(page, { before, item, keepsRemoved, isRestored: what === 'restore' })
      void mutate(key, pages!.map(next), silent)
    } else if (isNew) void mutate(key)
  }
}

interface PageChange {
  before: Item
  item: Item | undefined
  keepsRemoved: boolean
  isRestored: boolean
}

function toPage(page: ReadingList, { before, item, keepsRemoved, isRestored }: PageChange): ReadingList {
  const counts = { ...page.counts }
  // The list of a tab that removed the item still has it.
  if (!isRestored) counts[before.status] -= 1
  if (item) {
    counts[item.status] += 1
    return { ...page, counts, items: page.items.map((other) => (other.id === before.id ? item : other)) }
  }
  if (keepsRemoved) return { ...page, counts }
  return { ...page, counts, total: page.total - 1, items: page.items.filter(({ id }) => id !== before.id) }
}

/** The papers to read next, and the counts of the reading list. */
export interface ReadingSummary {
  counts: ReadingCounts
  items: Item[]
}

/** Shows them on the dashboards and in the bar. */
export function showSummary({ cache, mutate }: Swr, { counts, items }: ReadingSummary): void {
  void mutate<Dashboard>(
    (key) => Array.isArray(key) && key[0] === 'dashboard',
    (day) => day && { ...day, reading: counts, next_to_read: items },
    silentUnlessLoading(cache),
  )
  void mutate(['reading-list', 'counts'], counts, silent)
}
