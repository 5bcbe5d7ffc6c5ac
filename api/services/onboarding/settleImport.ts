import { now } from '../../platform/clock.ts'
import { findPapers } from '../../store/papers/papers.ts'
import { findListImport, settleFound, settleMissing } from '../../store/readers/listImports.ts'
import { findItemsOf } from '../../store/readers/readingList.ts'
import { addImported } from './importedItem.ts'

/**
 * Adds those papers of an import that were waited for and are in the library now. At the `end` the others are missing.
 * Safe to repeat.
 */
export async function settleListImport(userId: string, importId: string, { end }: { end: boolean }): Promise<void> {
  const record = await findListImport(userId, importId)
  if (record === null) return
  const papers = await findPapers(record.waiting.map(({ paper_id }) => paper_id))
  const found = record.waiting.flatMap(({ paper_id, notes, tags, status }) => {
    const paper = papers.get(paper_id)
    return paper === undefined ? [] : [{ paper, words: { notes, tags, ...(status && { status }) }, at: now() }]
  })
  await addImported(userId, found)
  const items = await findItemsOf(userId, [...papers.keys()])
  for (const { paper_id, added_at } of items)
    // Added by an earlier attempt of the job counts, too.
    await settleFound(importId, paper_id, added_at > record.created_at ? 'added' : 'existing')
  if (!end) return
  for (const paper of record.waiting.filter(({ paper_id }) => !papers.has(paper_id)))
    await settleMissing(importId, paper)
}
