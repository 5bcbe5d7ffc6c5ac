import { findIdsByWork } from '../../store/papers/joins.ts'
import { findConcernedWorks, findUnfolded, markFolded } from '../../store/papers/notices.ts'
import { joinPapers } from './joinPapers.ts'

/** Notices whose papers are changed at a time. */
const NOTICES = 500
const PAPERS = 200

/** Gives notices that are new or have changed to the papers that they concern. Safe to repeat. Returns how many papers. */
export async function spreadNotices({ signal }: { signal?: AbortSignal } = {}): Promise<number> {
  let count = 0
  for (;;) {
    signal?.throwIfAborted()
    const notices = await findUnfolded(NOTICES)
    if (notices.length === 0) return count
    const works = await findConcernedWorks([...new Set(notices.map(({ work }) => work))])
    const ids = await findIdsByWork(works)
    for (let from = 0; from < ids.length; from += PAPERS) await joinPapers(ids.slice(from, from + PAPERS))
    await markFolded(notices)
    count += ids.length
  }
}
