import { readCounter, raiseCounter } from '../../store/papers/counters.ts'
import { countFeatures } from '../../store/papers/features.ts'
import { renewPapers, type PaperContent } from '../../store/papers/paperWrites.ts'
import { cleanAbstract, cleanLine, cleanTitle } from '../../text/clean.ts'
import { toSegments, toTitleSegments } from '../../text/segments.ts'
import type { JobContext } from '../jobs/jobContext.ts'
import { requestJob } from '../jobs/jobs.ts'
import type { Product } from '../product.ts'
import { catchUp } from '../search/indexing.ts'
import { categorisePapers } from './processing.ts'

/** Increase it when `text/clean.ts` or `text/segments.ts` gives other texts: stored papers are then cleaned again. */
const TEXT_VERSION = 2
const COUNTER = 'papers.text_version'
const BATCH = 500

/** Queues the job `renew-texts` when the texts of the library were cleaned by an earlier version of the product. */
export async function requestTextRenewal(): Promise<void> {
  if ((await readCounter(COUNTER)) >= TEXT_VERSION) return
  if ((await countFeatures()).papers === 0) return raiseCounter(COUNTER, TEXT_VERSION)
  await requestJob({ kind: 'renew-texts', input: {}, dedupe_key: 'renew-texts', requested_by: 'schedule' })
}

/** Cleans the texts of all stored papers again, and processes those that changed. Resumes behind the last batch. Safe to repeat. */
export async function renewTexts(product: Pick<Product, 'index'>, run: JobContext): Promise<void> {
  run.count('changed', 0)
  const { papers: total } = await countFeatures()
  let { after, done } = (run.checkpoint as { after: string; done: number } | null) ?? { after: '', done: 0 }
  for (;;) {
    run.signal.throwIfAborted()
    const { last, read, changed } = await renewPapers(after, BATCH, renewContent)
    if (last === null) break
    run.count('changed', changed)
    after = last
    done += read
    await run.save({ after, done })
    await run.progress({ done, total, unit: 'papers', step: 'cleaning texts' })
  }
  await categorisePapers(product, run)
  await catchUp(product)
  await raiseCounter(COUNTER, TEXT_VERSION)
}

function renewContent(content: PaperContent): PaperContent {
  const title = cleanTitle(content.title)
  const abstract = cleanAbstract(content.abstract)
  const { comment, journal_ref, first_title } = content
  return {
    ...content,
    title,
    abstract,
    title_segments: toTitleSegments(title),
    abstract_segments: toSegments(abstract),
    authors: content.authors.map(({ name, affiliation, ...rest }) => ({
      ...rest,
      name: cleanLine(name) || name,
      ...(affiliation !== undefined && { affiliation: cleanLine(affiliation) }),
    })),
    comment: comment && cleanLine(comment),
    journal_ref: journal_ref && cleanLine(journal_ref),
    ...(first_title && { first_title: { ...first_title, title: cleanTitle(first_title.title) } }),
  }
}
