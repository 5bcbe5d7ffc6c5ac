import type { FACT_NAMES, Paper } from '../../contract/papers.ts'
import type { Folded, JoinedRecord } from '../../store/papers/joins.ts'

type Fact = (typeof FACT_NAMES)[number]
type Shown = Pick<Paper, 'metrics' | 'urls'>

/**
 * What other services know about a paper, in place of its own `metrics` and `urls`. Of several counts of citations the
 * highest is taken: each service misses some, and none counts one twice. An empty object if none knows anything.
 */
export function foldFacts(
  records: readonly Pick<JoinedRecord, 'enriched'>[],
  own: Shown,
): Pick<Folded, 'metrics' | 'urls' | 'summary' | 'facts_from'> {
  const known = latestOf(records)
  if (known.length === 0) return {}
  const metrics = { ...own.metrics }
  const urls = { ...own.urls }
  const givenBy = new Map<Fact, Credited>()
  const give = (fact: Fact, facts: Credited) => givenBy.set(fact, facts)
  for (const facts of known) {
    if (facts.citations !== undefined && facts.citations > (metrics.citations ?? -1)) {
      metrics.citations = facts.citations
      give('citations', facts)
    }
    if (facts.upvotes !== undefined && metrics.upvotes === undefined) {
      metrics.upvotes = facts.upvotes
      if (facts.comments !== undefined) metrics.comments = facts.comments
      give('upvotes', facts)
    }
    // What a link in an abstract or a comment leads to is a guess.
    if (facts.code_url !== undefined && !givenBy.has('code')) {
      urls.code = facts.code_url
      give('code', facts)
      if (facts.stars !== undefined) {
        metrics.stars = facts.stars
        give('stars', facts)
      }
    }
    if (facts.project_url !== undefined) urls.project ??= facts.project_url
    if (facts.pdf_url !== undefined && urls.pdf === undefined) {
      urls.pdf = facts.pdf_url
      give('pdf', facts)
    }
  }
  const summed = known.find(({ summary }) => summary !== undefined)
  const given = [...Map.groupBy(givenBy, ([, { name }]) => name).values()]
  return {
    metrics,
    urls,
    ...(summed?.summary !== undefined && { summary: { text: summed.summary, name: summed.name, url: summed.url } }),
    ...(given.length > 0 && {
      facts_from: given.map((facts) => ({
        name: facts[0]?.[1].name ?? '',
        url: facts[0]?.[1].url ?? '',
        facts: facts.map(([fact]) => fact),
      })),
    }),
  }
}

type Credited = NonNullable<JoinedRecord['enriched']>[string]

/** The facts of each service, the latest that one of the records has, in the order of the services' ids. */
function latestOf(records: readonly Pick<JoinedRecord, 'enriched'>[]): Credited[] {
  const byService = Map.groupBy(
    records.flatMap(({ enriched = {} }) => Object.entries(enriched)),
    ([service]) => service,
  )
  return [...byService]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([, entries]) => entries.toSorted(([, one], [, other]) => Number(other.at) - Number(one.at))[0]?.[1] ?? [])
}
