import type { StartPapers } from '../../contract/taste.ts'
import { dotSparse } from '../../ranking/ranker.ts'
import { findAnnouncementDays, findPapers } from '../../store/papers/papers.ts'
import { findInteractions } from '../../store/readers/interactions.ts'
import { findSavedItems } from '../../store/readers/readingList.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import { sourcesOf, withCanonicalIds } from '../../text/taxonomy/taxonomy.ts'
import { readRankingDay } from '../ranking/rankingDay.ts'

const PAPERS = 8
/** Papers to choose from. */
const CANDIDATES = 300

/**
 * Eight papers of the newest day in the reader's categories (of all without any) that are as different from each other as
 * possible, without those that the reader has rated or saved: the first of the day, then always the one whose nearest
 * chosen paper is farthest.
 */
export async function listStartPapers(user: UserRecord): Promise<StartPapers> {
  const [day] = await findAnnouncementDays(1, sourcesOf(user.category_ids))
  if (day === undefined) return { items: [], total: 0 }
  const { papers, index } = await readRankingDay(day)
  const followed = withCanonicalIds(user.category_ids)
  const isWanted = (ids: readonly string[]) => followed.size === 0 || ids.some((id) => followed.has(id))
  const ids = papers.map(({ _id }) => _id)
  const [interactions, saved] = await Promise.all([findInteractions(user._id, ids), findSavedItems(user._id, ids)])
  const isRated = (id: string) => saved.has(id) || interactions.get(id)?.liked || interactions.get(id)?.dismissed
  const candidates = index.papers
    .filter(({ id }, at) => isWanted(papers[at]?.category_ids ?? []) && papers[at]?.abstract !== '' && !isRated(id))
    .slice(0, CANDIDATES)
    .map((paper) => ({ paper, closest: -1 }))
  const chosen: string[] = []
  while (chosen.length < PAPERS) {
    const [first] = candidates
      .filter(({ paper }) => !chosen.includes(paper.id))
      .toSorted((one, other) => one.closest - other.closest)
    if (first === undefined) break
    chosen.push(first.paper.id)
    for (const one of candidates)
      one.closest = Math.max(one.closest, dotSparse(one.paper.features, first.paper.features))
  }
  const found = await findPapers(chosen)
  const items = chosen.flatMap((id) => found.get(id) ?? [])
  return { items, total: items.length }
}
