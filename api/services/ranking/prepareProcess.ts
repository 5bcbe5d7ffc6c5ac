import { featurePaper, fitLsa, sumFrequencies, type LsaBasis, type TermCounts } from '../../ranking/ranker.ts'
import { answerCalls } from '../../platform/apartProgram.ts'
import { packValue } from './packing.ts'
import type { PrepareReply, PrepareRequest } from './prepareRanking.ts'

// Counts the document frequencies of a library and makes the basis of its latent vectors, for `prepareRanking`.

/** Papers that the basis is made from: the first ones, which are the newest. About 10 s on an idle core. */
const BASIS_PAPERS = 20_000

answerCalls(({ version, withBasis }: PrepareRequest, pages: TermCounts[][]): PrepareReply => {
  const papers = pages.flat()
  const frequencies = sumFrequencies(papers, version)
  const basis = withBasis ? makeBasis() : null
  return { papers: papers.length, frequencies: packValue(frequencies), basis: basis && packValue(basis) }

  function makeBasis(): LsaBasis | null {
    if (frequencies.ids.length === 0) return null
    const noFacts = { id: '', categories: [], authors: [] }
    const featured = papers.slice(0, BASIS_PAPERS).map((terms) => featurePaper(noFacts, terms, frequencies, null))
    return fitLsa(featured, frequencies)
  }
})
