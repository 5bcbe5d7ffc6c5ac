import type { Category, Followable } from '../../contract/categories.ts'
import { invalidField } from '../../platform/errors.ts'
import type { QueryFindings } from '../../sources/finders.ts'
import { findCategory, saveMade, type CategoryRecord } from '../../store/papers/categories.ts'
import type { Sources } from '../product.ts'
import { AFTER_TAXONOMY, categoryReader } from './categories.ts'
import { ask, KeptAnswers, requireFinder, toMadeCode } from './finding.ts'

const NAME_MAX = 120
/** A query with more papers a day is refused: the source gives only the first 10,000 of a query. */
const PER_DAY_MAX = 2_000
const WEEK_DAYS = 7

const kept = new KeptAnswers<QueryFindings>()

/**
 * Makes the category of a query that is followed at a source, or returns the one that is there. All readers with the same
 * query share it. Throws "invalid-input" with the source's reason, or when it finds too many papers, and
 * "source-unavailable".
 */
export async function createQuery(
  sources: Sources,
  typed: string | undefined,
): Promise<{ category: Category; created: boolean }> {
  const query = toOneLine(typed)
  if (query === '') throw invalidField('query', 'Write a query, as one does at PubMed.')
  const toCategory = await categoryReader(sources)
  const known = await findCategory(toMadeCode('pubmed', query))
  if (known !== null) return { category: toCategory(known), created: false }
  const { findings, source } = await check(sources, query)
  const perDay = perDayOf(findings)
  if (perDay > PER_DAY_MAX)
    throw invalidField(
      'query',
      `It finds about ${Math.round(perDay)} papers a day; ${PER_DAY_MAX} are the most. Make it narrower, for example with AND or a field such as [mh] or [ti].`,
    )
  const { category, created } = await saveMade(toRecord(source, query, findings))
  return { category: toCategory(category), created }
}

/** What a source says about the words that a reader typed, as a query to follow. Throws "conflict", "source-unavailable". */
export async function findQuery(sources: Sources, q: string): Promise<Followable> {
  const query = toOneLine(q)
  const { findings, source } = await check(sources, query)
  return {
    kind: 'query',
    source,
    code: toMadeCode('pubmed', query),
    name: query,
    detail: findings.understood,
    per_day: perDayOf(findings),
    sample: [],
    query,
    ...(findings.ignored.length > 0 && { ignored: findings.ignored }),
  }
}

const toOneLine = (text = ''): string => text.trim().replace(/\s+/g, ' ')

const perDayOf = ({ perWeek }: QueryFindings): number => Math.round((perWeek / WEEK_DAYS) * 100) / 100

async function check(sources: Sources, query: string): Promise<{ findings: QueryFindings; source: string }> {
  const source = await requireFinder(sources, 'queries')
  const findings = await kept.get(query, () => ask(source, (options) => source.queries.check(query, options)))
  return { findings, source: source.id }
}

function toRecord(source: string, query: string, findings: QueryFindings): CategoryRecord {
  const _id = toMadeCode('pubmed', query)
  const { ignored, understood } = findings
  const unknown = ignored.map((phrase) => `“${phrase}”`).join(', ')
  return {
    _id,
    name: query.length > NAME_MAX ? `${query.slice(0, NAME_MAX - 1)}…` : query,
    name_key: _id,
    kind: 'query',
    group: 'PubMed queries',
    description: [unknown && `PubMed does not know ${unknown}`, understood && `understood as ${understood}`]
      .filter(Boolean)
      .join(' · '),
    aliases: [],
    source_codes: { [source]: [_id] },
    source_query: query,
    owner_id: null,
    daily_volume: perDayOf(findings),
    position: AFTER_TAXONOMY,
  }
}
