import type { Category, Followable } from '../../contract/categories.ts'
import { invalidField } from '../../platform/errors.ts'
import type { Journal } from '../../sources/finders.ts'
import {
  findCategory,
  findJournalCategory,
  findJournalIds,
  saveMade,
  type CategoryRecord,
} from '../../store/papers/categories.ts'
import { parseIssn } from '../../text/issn.ts'
import { servers, toJournalCode } from '../../text/taxonomy/taxonomy.ts'
import { foldWords } from '../../text/words.ts'
import type { Sources } from '../product.ts'
import { AFTER_TAXONOMY, categoryReader } from './categories.ts'
import { ask, KeptAnswers, requireFinder } from './finding.ts'

/**
 * Makes the category of the journal with this ISSN, or returns the one that is there. Readers follow it like any other.
 * Throws "invalid-input" for a wrong ISSN and for one that no source knows, and "source-unavailable".
 */
export async function createJournal(
  sources: Sources,
  typed: string | undefined,
): Promise<{ category: Category; created: boolean }> {
  const issn = parseIssn(typed ?? '')
  if (issn === null)
    throw invalidField(
      'issn',
      `“${(typed ?? '').trim()}” is no ISSN: eight digits, of which the last one checks the others.`,
    )
  const toCategory = await categoryReader(sources)
  const known = await findJournalCategory([toJournalCode(issn)])
  if (known !== null) return { category: toCategory(known), created: false }
  const source = await requireFinder(sources, 'journals')
  const journal = await ask(source, (options) => source.journals.find(issn, options))
  if (journal === null) throw invalidField('issn', `${source.name} has no journal with the ISSN ${issn}.`)
  const { category, created } = await saveMade(toRecord(source.id, journal))
  return { category: toCategory(category), created }
}

/** Returns the category of the preprint server with this DOI prefix. Throws "invalid-input" for another one. */
export async function findServer(sources: Sources, prefix: string | undefined): Promise<Category> {
  const server = servers.find(({ prefixes }) => prefixes.includes(prefix ?? ''))
  const record = server === undefined ? null : await findCategory(server.id)
  if (record !== null) return (await categoryReader(sources))(record)
  const known = servers.map(({ name, prefixes }) => `${name} (${prefixes.join(', ')})`).join(', ')
  throw invalidField('prefix', `No preprint server with this prefix is known. Those that can be followed: ${known}.`)
}

const kept = new KeptAnswers<Journal[]>()

/** The journals for what a reader typed, from the last minutes or from the source. Throws "conflict", "source-unavailable". */
export async function findJournals(sources: Sources, q: string): Promise<Followable[]> {
  const source = await requireFinder(sources, 'journals')
  const journals = await kept.get(`${source.id} ${foldWords(q).join(' ')}`, () =>
    ask(source, (options) => source.journals.search(q, options)),
  )
  const ids = await findJournalIds(journals.flatMap(({ issns }) => issns.map(toJournalCode)))
  return journals.map((journal) => toFollowable(source.id, journal, ids))
}

function toFollowable(source: string, journal: Journal, ids: ReadonlyMap<string, string>): Followable {
  const { title, publisher, issns, per_day, abstracts } = journal
  const codes = issns.map(toJournalCode)
  // A reader may have made it a category under another of its ISSNs.
  const code = codes.flatMap((one) => ids.get(one) ?? [])[0] ?? codes[0] ?? ''
  const issn = [...issns]
  const share = abstracts === null ? {} : { abstracts }
  return { kind: 'journal', source, code, name: title, detail: publisher, per_day, sample: [], issn, ...share }
}

function toRecord(source: string, { title, publisher, issns, per_day, abstracts }: Journal): CategoryRecord {
  const codes = issns.map(toJournalCode)
  const [_id = ''] = codes
  const share =
    abstracts === null ? [] : [abstracts > 0 ? `abstracts for ${Math.round(abstracts * 100)} %` : 'titles only']
  return {
    _id,
    name: title,
    // Several journals have the same name.
    name_key: _id.toLowerCase(),
    kind: 'journal',
    group: 'Journals',
    description: [publisher, `ISSN ${issns.join(', ')}`, ...share].filter(Boolean).join(' · '),
    aliases: [...issns],
    source_codes: { [source]: codes },
    owner_id: null,
    daily_volume: per_day ?? 0,
    position: AFTER_TAXONOMY,
  }
}
