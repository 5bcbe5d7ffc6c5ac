import type { CardState } from '#api/contract/papers.ts'
import type { Item, ReadingCounts } from '#api/contract/readingList.ts'
import type { Change, UnsentChange } from './unsentChanges.ts'

const changesOf = (unsent: readonly UnsentChange[], id: string): UnsentChange[] =>
  unsent.filter(({ paperId, refused }) => paperId === id && refused === undefined)

/** The card with the changes that were not confirmed yet. */
export function withUnsent<Shown extends { paper: { id: string }; state: Partial<CardState> }>(
  card: Shown,
  unsent: readonly UnsentChange[],
): Shown {
  // A card does not change its look while it is being seen.
  const changes = changesOf(unsent, card.paper.id).filter(({ what, waits }) => what !== 'seen' || waits)
  return changes.length === 0
    ? card
    : { ...card, state: changes.reduce((state, { what }) => ({ ...state, ...shownState(what) }), card.state) }
}

/** What a card shows of a change. */
export function shownState(what: Change['what']): Partial<CardState> {
  if (what === 'seen') return { seen: true }
  if (what === 'remove') return { saved: false }
  if (what === 'save' || what === 'restore') return { saved: true }
  if (what === 'move' || what === 'tags' || what === 'note') return {}
  return { liked: what === 'like', dismissed: what === 'dislike' }
}

/** The reading list item with the state and the tags that were not confirmed yet, and which of its changes wait. */
export function withUnsentItem(item: Item, unsent: readonly UnsentChange[]) {
  const changes = changesOf(unsent, item.paper.id)
  const move = changes.find(({ what }) => what === 'move')
  const tags = changes.find(({ what }) => what === 'tags')
  return {
    item: { ...item, ...(move?.move && { status: move.move.to }), ...(tags?.tags && { tags: [...tags.tags.to] }) },
    areTagsWaiting: tags?.waits === true,
    isMoveWaiting: move?.waits === true,
    isRemovalWaiting: changes.some(({ what, waits }) => what === 'remove' && waits),
  }
}

/**
 * The number of papers in each state of the reading list, with the saves, moves and removals that were not confirmed
 * yet. `items` are those that are loaded, as the server knows them: the state of a removed item comes from there.
 */
export function withUnsentCounts(
  counts: ReadingCounts,
  items: readonly Item[],
  unsent: readonly UnsentChange[],
): ReadingCounts {
  const result = { ...counts }
  const changes = unsent.filter(({ refused }) => refused === undefined)
  const statuses = new Map(items.map(({ paper, status }) => [paper.id, status]))
  for (const { paperId, move } of changes) {
    if (!move) continue
    result[statuses.get(paperId) ?? move.from] -= 1
    result[move.to] += 1
    statuses.set(paperId, move.to)
  }
  for (const { what, paperId } of changes) {
    const status = statuses.get(paperId)
    if (what === 'save' || what === 'restore') result[status ?? 'to_read'] += 1
    if (what === 'remove' && status) result[status] -= 1
  }
  return result
}
