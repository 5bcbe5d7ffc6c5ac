import type { Dashboard } from '../../contract/dashboard.ts'
import { WITHDRAWALS } from '../../contract/limits.ts'
import { findPaperUpdateFields, type PaperUpdateFields } from '../../store/papers/paperFacts.ts'
import { findItemsOf, findKnownStates } from '../../store/readers/readingList.ts'
import { toKnownState, type KnownState } from '../../store/readers/readingListModel.ts'
import { toItems } from './readingList.ts'

const UPDATES_MAX = 10

type PaperUpdate = Dashboard['living'][number]

/** Returns the changes to papers on the reader's list since the reader last opened them. */
export async function findPaperUpdates(userId: string): Promise<PaperUpdate[]> {
  const known = await findKnownStates(userId)
  const papers = await findPaperUpdateFields([...known.keys()])
  const updates = new Map(
    [...known].flatMap(([paperId, before]) => {
      const found = listUpdates(before, papers.get(paperId))
      return found.length > 0 ? [[paperId, found] as const] : []
    }),
  )
  const records = await findItemsOf(userId, [...updates.keys()].slice(0, UPDATES_MAX))
  const items = await toItems(records)
  return items
    .flatMap((item, at) => (updates.get(records[at]?.paper_id ?? '') ?? []).map((update) => ({ ...update, item })))
    .slice(0, UPDATES_MAX)
}

function listUpdates(before: KnownState, paper: PaperUpdateFields | undefined): Omit<PaperUpdate, 'item'>[] {
  if (paper === undefined) return []
  const after = toKnownState(paper)
  const updates: Omit<PaperUpdate, 'item'>[] = []
  if (after.withdrawn && !before.withdrawn)
    updates.push({ kind: 'withdrawn', text: WITHDRAWALS[paper.withdrawn_by ?? 'unknown'] })
  else if (before.version !== null && after.version !== null && after.version > before.version)
    updates.push({
      kind: 'new_version',
      text: `Version ${after.version} is out; you last saw version ${before.version}.`,
    })
  if (after.published && !before.published) updates.push({ kind: 'published', text: `Published: ${paper.journal_ref}` })
  if (after.code && !before.code) updates.push({ kind: 'code', text: 'Its code is out.' })
  return updates
}
