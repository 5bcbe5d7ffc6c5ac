import { partition, type Partition } from '#api/services/joining/partition.ts'
import type { Decisions } from '#api/services/joining/edges.ts'
import { canonicalIds, type JoinRecord } from '#api/services/joining/joinRecord.ts'

export const LANTERNS = 'Slow lanterns in a narrow valley of glass'
export const ABSTRACT =
  'We follow forty lanterns through a valley of glass for three winters, and measure how their light bends near the walls.'
const AUTHORS = ['Mirela Quillfeather', 'Oskar Brandt', 'Tamsin Vey']

/** A record of the paper about lanterns, changed by `changes`. Its own ids are its id and `ids`. */
export function record(
  id: string,
  { ids = [], ...changes }: Partial<JoinRecord> & { ids?: readonly string[] } = {},
): JoinRecord {
  const isArticle = id.startsWith('doi:10.5555/')
  return {
    id,
    source: isArticle ? 'crossref' : (id.split(':')[0] ?? ''),
    kind: isArticle ? 'article' : 'preprint',
    own_ids: canonicalIds([id, ...ids]),
    links: [],
    title: LANTERNS,
    abstract: ABSTRACT,
    authors: AUTHORS,
    published_at: new Date('2026-09-21'),
    ...changes,
  }
}

export const NOTHING: Decisions = { must: [], mustNot: [] }

export const divide = (records: readonly JoinRecord[], decisions: Decisions = NOTHING): Partition =>
  partition(records, decisions)
