/**
 * The ranker: pure functions from papers and actions to a reader's order of a day, with exact reasons.
 *
 * Once per paper: `countTerms`, stored. Once per version of the document frequencies: `featurePaper`, kept in memory.
 * Once per day: `indexBackground` over the random papers that stand for "not of interest". After an action of a reader:
 * `fitTaste`, stored. Once per announcement day: `indexDay`. For each reader: `rankDay`.
 */
export { hasContent } from './features/content.ts'
export { nameTerms } from './features/nameTerms.ts'
export { countPhrase, countTerms, explainTerms, termWords, type PaperText, type TermCounts } from './features/terms.ts'
export { sumFrequencies, type DocumentFrequencies } from './features/documentFrequencies.ts'
export { fitLsa, projectPaper, type LsaBasis } from './features/lsa.ts'
export { dotSparse, sharedTerms } from './features/sparse.ts'
export { authorKey, featurePaper, type FeaturedPaper } from './features/featuredPaper.ts'
export { indexBackground, type Background } from './model/background.ts'
export { isTopicId, signalWeight, topicId, topicOf, type Example } from './model/signals.ts'
export { fitTaste, TRAINED_FROM } from './model/fitTaste.ts'
export { adjustTaste, featureOf } from './model/adjustTaste.ts'
export type { LessOf } from './order/lessOf.ts'
export { emptyTaste, type Taste } from './model/taste.ts'
export { clusterPapers, meanSimilarity, ONE_GROUP } from './model/clusterPapers.ts'
export { describeTaste, fewOfOnePaper, withoutRepeats, type TasteWeight } from './model/describeTaste.ts'
export { indexDay, type DayIndex, type DayPaper } from './order/dayIndex.ts'
export { rankDay, type RankedCard } from './order/rankDay.ts'
export { createVectorRows, type VectorRows } from './order/vectorRows.ts'
export { shareOut } from './order/strands.ts'
export type { Match, ReaderOfDay, StrandOfDay } from './order/readerOfDay.ts'
