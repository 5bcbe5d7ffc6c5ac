import { setImmediate as nextTurn } from 'node:timers/promises'
import { authorKey, featurePaper, projectPaper, type FeaturedPaper, type TermCounts } from '../../ranking/ranker.ts'
import type { RankingFields } from '../../store/papers/rankingPapers.ts'
import { canonicalId } from '../../text/taxonomy/taxonomy.ts'
import { readVectors } from '../nearness/vectors.ts'
import { readTerms } from './paperTerms.ts'
import { readVocabulary, type Vocabulary } from './vocabulary.ts'

/** Papers featured before other work gets its turn. About 10 ms. */
const SLICE = 50

/** What a paper is featured from; a topic has only words. */
export type FeatureSource = Pick<RankingFields, '_id' | 'title' | 'abstract' | 'authors' | 'categories'>

/** The papers as the ranker knows them, in their order, with the vocabulary in force. */
export async function featurePapers(papers: readonly FeatureSource[]): Promise<FeaturedPaper[]> {
  // First, since the vocabulary of a new library is counted from the stored terms.
  const terms = await readTerms(papers)
  const vocabulary = await readVocabulary()
  const { model } = vocabulary
  const vectors =
    model === null
      ? null
      : await readVectors(
          papers.map(({ _id }) => _id),
          model,
        )
  const featured: FeaturedPaper[] = []
  for (const [index, paper] of papers.entries()) {
    const one = featureOne(paper, terms.get(paper._id), vocabulary)
    const vector = vectors?.byId.get(paper._id)
    featured.push(vector && model !== null ? { ...one, vector, space: model } : one)
    if (index % SLICE === SLICE - 1) await nextTurn()
  }
  return featured
}

/** One paper or topic with its terms, with a latent vector unless an embedding is used. */
export function featureOne(
  { _id: id, categories, authors }: Pick<FeatureSource, '_id' | 'authors' | 'categories'>,
  terms: TermCounts = { ids: new Uint32Array(), counts: new Uint8Array() },
  { frequencies, basis, model }: Vocabulary,
): FeaturedPaper {
  const facts = { id, categories: categories.map(canonicalId), authors: authors.map(({ name }) => authorKey(name)) }
  const paper = featurePaper(facts, terms, frequencies, null)
  const vector = model === null && basis ? projectPaper(basis, paper.features) : null
  return vector && basis ? { ...paper, vector, space: basis.space } : paper
}
