import type { Dashboard } from '../../contract/dashboard.ts'
import { findPaperUpdateFields, type PaperUpdateFields } from '../../store/papers/paperFacts.ts'
import { findItemsOf, findKnownStates } from '../../store/readers/readingList.ts'
import { toKnownState, type KnownState } from '../../store/readers/readingListModel.ts'
import { toItems } from './readingList.ts'

const SHELF = 10

type PaperUpdate = Dashboard['living'][number]

/** What became of the papers on the reader's list since the reader last looked at them. */
export async function findPaperUpdates(userId: string): Promise<PaperUpdate[]> {
  const known = await findKnownStates(userId)
  const papers = await findPaperUpdateFields([...known.keys()])
  const news = new Map(
    [...known].flatMap(([paperId, before]) => {
      const told = listNews(before, papers.get(paperId))
      return told.length > 0 ? [[paperId, told] as const] : []
    }),
  )
  const items = await toItems(await findItemsOf(userId, [...news.keys()].slice(0, SHELF)))
  return items.flatMap((item) => (news.get(item.paper.id) ?? []).map((told) => ({ ...told, item }))).slice(0, SHELF)
}

function listNews(before: KnownState, paper: PaperUpdateFields | undefined): Omit<PaperUpdate, 'item'>[] {
  if (paper === undefined) return []
  const after = toKnownState(paper)
  const news: Omit<PaperUpdate, 'item'>[] = []
  if (after.withdrawn && !before.withdrawn)
    news.push({ kind: 'withdrawn', text: 'Its authors have withdrawn this paper.' })
  else if (before.version !== null && after.version !== null && after.version > before.version)
    news.push({ kind: 'new_version', text: `Version ${after.version} is out; you knew version ${before.version}.` })
  if (after.published && !before.published) news.push({ kind: 'published', text: `Published: ${paper.journal_ref}` })
  if (after.code && !before.code) news.push({ kind: 'code', text: 'Its code is out.' })
  return news
}
