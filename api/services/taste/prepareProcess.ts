import { setPriority } from 'node:os'
import { featurePaper, fitLsa, sumFrequencies, type LsaBasis, type TermCounts } from '../../ranking/ranker.ts'
import { packValue } from './packing.ts'
import type { PrepareReply, PrepareRequest } from './prepare.ts'

// Counts the document frequencies of a library and makes the basis of its latent vectors, for the process that started
// this one. Exits after the reply, and when that process exits.

/** Papers that the basis is made from: the first ones, which are the newest. About 10 s on an idle core. */
const BASIS_PAPERS = 20_000
const LOWEST_PRIORITY = 19

setPriority(LOWEST_PRIORITY)
const papers: TermCounts[] = []

process.on('disconnect', () => process.exit(0))
process.on('message', (request: PrepareRequest) => {
  if ('terms' in request) papers.push(...request.terms)
  else process.send?.(prepare(request))
})

function prepare({ version, withBasis }: Exclude<PrepareRequest, { terms: TermCounts[] }>): PrepareReply {
  const frequencies = sumFrequencies(papers, version)
  const basis = withBasis ? makeBasis() : null
  return { papers: papers.length, frequencies: packValue(frequencies), basis: basis && packValue(basis) }

  function makeBasis(): LsaBasis | null {
    if (frequencies.ids.length === 0) return null
    const noFacts = { id: '', categories: [], authors: [] }
    const featured = papers.slice(0, BASIS_PAPERS).map((terms) => featurePaper(noFacts, terms, frequencies, null))
    return fitLsa(featured, frequencies)
  }
}
