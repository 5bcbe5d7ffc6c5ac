import type { SearchRequest } from '#api/search/searchIndex.ts'

export interface Question extends SearchRequest {
  kind: string
  /** The same question for FTS5, if it can say it. */
  plain?: string
}

/** A question of each class, for the invented library. */
export const QUESTIONS: readonly Question[] = [
  { kind: 'rare', q: 'grasping lensing', plain: 'grasp AND lens' },
  { kind: 'selective', q: 'robot grasping', plain: 'robot AND grasp' },
  { kind: 'mixed', q: 'graph neural network galaxy', plain: 'graph AND neural AND network AND galaxi' },
  { kind: 'common', q: 'model', plain: 'model' },
  { kind: 'common words', q: 'large language model', plain: 'larg AND languag AND model' },
  { kind: 'prefix of 2', q: 'mo*', plain: 'mo*' },
  { kind: 'prefix of 3', q: 'mod', typing: true, plain: 'mod*' },
  { kind: 'prefix of 5', q: 'robot graspi', typing: true },
  { kind: 'phrase', q: '"chain of thought"', plain: '"chain of thought"' },
  { kind: 'typo', q: 'difusion modle' },
  { kind: 'days', q: 'diffusion model', from: '2020-01-01', to: '2020-06-30' },
  { kind: 'newest', q: 'neural network', sort: 'newest' },
  { kind: 'category', q: 'diffusion model', category: ['cs.CV'] },
  {
    kind: 'any word',
    q: 'lensing robot quantum planning galaxy transformer',
    plain: 'lens OR robot OR quantum OR plan',
  },
  { kind: 'common, any', q: 'model OR data OR learning OR network OR method OR image OR training OR performance' },
  { kind: 'last page', q: 'model', offset: 9_980 },
]

/** Times in ms at these shares of the sorted samples, rounded to 0.1. */
export function percentiles(samples: readonly number[]): Record<'p50' | 'p95' | 'p99', number> {
  const sorted = samples.toSorted((one, other) => one - other)
  const at = (share: number) =>
    Math.round((sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN) * 10) / 10
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}
