import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { countTerms, type PaperText, type TermCounts } from '../../ranking/ranker.ts'
import { findFeatures, saveFeatures, type FeatureRecord } from '../../store/papers/features.ts'
import { findTextsBefore } from '../../store/papers/rankingPapers.ts'
import type { JobContext } from '../jobs/jobContext.ts'

/** Raise it when `countTerms` changes: all features are then made again. */
const TERMS_VERSION = 2
/** Papers read at a time before other work gets its turn. About 10 ms. */
const SLICE = 20
const PAGE = 500

type TextOfPaper = PaperText & { _id: string }

/**
 * The terms of papers by id. Those that are not stored, or belong to an earlier text, are made and stored. Other work
 * gets its turn in between: the papers of a whole day may be missing.
 */
export async function readTerms(papers: readonly TextOfPaper[]): Promise<Map<string, TermCounts>> {
  const stored = await findFeatures(papers.map(({ _id }) => _id))
  const terms = new Map<string, TermCounts>()
  const made: FeatureRecord[] = []
  for (const paper of papers) {
    const text_hash = hashOf(paper)
    const known = stored.get(paper._id)
    if (known?.text_hash === text_hash) {
      terms.set(paper._id, known.terms)
      continue
    }
    const counted = countTerms(paper)
    terms.set(paper._id, counted)
    made.push({ id: paper._id, text_hash, terms: counted })
    if (made.length % SLICE === 0) await nextTurn()
  }
  await saveFeatures(made)
  return terms
}

/** Makes the features of all stored papers that have none or old ones, the newest papers first. */
export async function makeMissingFeatures(run: JobContext, papers: number): Promise<void> {
  let before: string | null = null
  for (let done = 0; ;) {
    run.signal.throwIfAborted()
    const page: TextOfPaper[] = await findTextsBefore(before, PAGE)
    if (page.length === 0) return
    await readTerms(page)
    done += page.length
    before = page.at(-1)?._id ?? null
    await run.progress({ done, total: Math.max(done, papers), unit: 'papers', step: 'reading the terms of papers' })
  }
}

const hashOf = ({ title, abstract }: PaperText) =>
  createHash('sha1').update(`${TERMS_VERSION}\n${title}\n${abstract}`).digest('base64url')
