import { parsePaperReference } from '../../search/query/idQuery.ts'
import { AppError } from '../../platform/errors.ts'
import { findReferredPaper } from '../../store/papers/paperLookup.ts'
import { findItemsInState, saveItems, type ZoteroItemRecord } from '../../store/readers/zoteroItems.ts'
import { fetchPapers } from '../imports/fetchPapers.ts'
import type { JobContext } from '../jobs/jobContext.ts'
import { putOnList, type Reading } from './readZoteroLibrary.ts'
import { settleSeeds } from './seeds.ts'

/** Papers that are asked for together. */
const CHUNK = 100

/**
 * Looks up the papers that items of the library wait for, as the import of a file does. Those that their sources lack are
 * missing from then on. Returns why some still wait, in a sentence; null when none does.
 */
export async function lookUpWaiting({ product, library, run, checkConnection }: Reading): Promise<string | null> {
  let after = ''
  let failure: string | null = null
  for (;;) {
    const items = await findItemsInState(library._id, 'waiting', { after, limit: CHUNK })
    const last = items.at(-1)
    if (last === undefined) return failure
    const ids = [...new Set(items.flatMap(({ wanted }) => wanted ?? []))]
    let isWhole = true
    try {
      await fetchPapers(product, { ids, user_id: library._id }, partOf(run))
    } catch (error) {
      run.signal.throwIfAborted()
      if (!(error instanceof AppError) || error.code !== 'source-unavailable') throw error
      // Recovered: what was found counts, and the others wait for the next time.
      failure ??= error.message
      isWhole = false
    }
    await checkConnection()
    await settle(library, items, { isWhole, failure })
    after = last._id
  }
}

/** A job within the job, which has no checkpoint: papers that are stored are not asked for again. */
const partOf = (run: JobContext): JobContext => ({
  ...run,
  checkpoint: null,
  save: async () => run.save(run.checkpoint),
})

async function settle(
  { _id: userId, to_list }: Reading['library'],
  items: readonly ZoteroItemRecord[],
  { isWhole, failure }: { isWhole: boolean; failure: string | null },
): Promise<void> {
  const settled: ZoteroItemRecord[] = []
  for (const item of items) {
    const reference = parsePaperReference(item.wanted ?? '')
    const paper = reference === null ? null : await findReferredPaper(reference)
    if (paper !== null) settled.push({ ...item, paper_id: paper._id, state: 'found', wanted: null, reason: null })
    else if (isWhole) settled.push({ ...item, state: 'missing', reason: 'Its source has no such paper.' })
    else settled.push({ ...item, reason: `It waits: ${failure}` })
  }
  await saveItems(settled)
  await settleSeeds(userId, settled)
  if (to_list) await putOnList(userId, settled)
}
