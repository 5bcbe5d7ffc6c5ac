import { LET_GO_DAYS, LET_GO_MAX } from '../../contract/limits.ts'
import type { LetGo, LetGoInput } from '../../contract/review.ts'
import { DAY_MS, now } from '../../platform/clock.ts'
import type { ItemRecord } from '../../store/readers/readingList.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import { findAllItems } from '../../store/readers/readingSelection.ts'
import { findWaiting } from '../../store/readers/weekItems.ts'
import { findActionsOn, findSavedPapersOf } from '../joining/readerPapers.ts'
import { changeSelection } from '../readingList/selection.ts'

/** Items that are read first: of most lists they are enough. Each further read has four times as many. */
const FIRST_BATCH = 100
const GROWTH = 4

/** The papers to be read that wait longest, for `LET_GO_DAYS` or more, of those that the reader never opened. */
export async function findForgotten(userId: string): Promise<ItemRecord[]> {
  const before = new Date(now().getTime() - LET_GO_DAYS * DAY_MS)
  const found: ItemRecord[] = []
  for (let skip = 0, limit = FIRST_BATCH; found.length < LET_GO_MAX; skip += limit, limit *= GROWTH) {
    const items = await findWaiting(userId, { before, skip, limit })
    const actions = await findActionsOn(
      userId,
      items.map(({ paper_id }) => paper_id),
    )
    found.push(...items.filter(({ paper_id }) => !wasOpened(actions.get(paper_id))))
    if (items.length < limit) break
  }
  return found.slice(0, LET_GO_MAX)
}

/** A card that was in view is not opened; one whose abstract was read is. */
const wasOpened = (action: { clicked: boolean; view_seconds: number } | undefined): boolean =>
  action !== undefined && (action.clicked || action.view_seconds > 0)

/**
 * Removes the papers from the reader's list that are to be read, as a selection of the list does: with note and tags for
 * 30 days. Leaves out what is not on the list or is not to be read any more. Returns the removed items. Safe to repeat.
 */
export async function letGo(user: UserRecord, { paper_ids }: LetGoInput): Promise<LetGo> {
  const items = await findSavedPapersOf(user._id, paper_ids)
  const waiting = await findAllItems(user._id, { ids: [...items.values()], status: 'to_read' })
  return changeSelection(user, { ids: waiting.map(({ _id }) => _id), removed: true })
}
