import type { Category, Followable, FollowableList } from '../../contract/categories.ts'
import { now } from '../../platform/clock.ts'
import { AppError, invalidField } from '../../platform/errors.ts'
import type { Journal } from '../../sources/journals.ts'
import type { JournalSource } from '../../sources/source.ts'
import {
  findCategories,
  findCategory,
  findJournalCategory,
  findJournalIds,
  saveJournal,
  type CategoryRecord,
} from '../../store/papers/categories.ts'
import { findSourceState } from '../../store/sources/sources.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import { parseIssn } from '../../text/issn.ts'
import { servers, toJournalCode } from '../../text/taxonomy/taxonomy.ts'
import { foldWords } from '../../text/words.ts'
import type { Sources } from '../product.ts'
import { AFTER_TAXONOMY, categoryReader, hasWords } from './categories.ts'

/** A reader waits. */
const ASK_MS = 10_000
const TRIES = 2
/** Categories of one answer; there are as many journals at most. */
const FOUND_MAX = 20
/** Shorter words are in too many titles. */
const LETTERS_MIN = 3
/** What was asked for is kept for a while: readers type, and come back to what they typed. */
const KEPT_MS = 10 * 60_000
const KEPT_MAX = 500

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
  const source = await journalSource(sources)
  const journal = await ask(source, (options) => source.journals.find(issn, options))
  if (journal === null) throw invalidField('issn', `${source.name} has no journal with the ISSN ${issn}.`)
  const { category, created } = await saveJournal(toRecord(source, journal))
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

/**
 * Finds what can be followed: the categories with these words, then the journals with them, or the one with this ISSN. A
 * source that cannot be asked is named, and the others are found.
 */
export async function searchFollowables(sources: Sources, user: UserRecord, q: string): Promise<FollowableList> {
  const words = foldWords(q)
  const records = words.length === 0 ? [] : await findCategories(user._id, { followed: user.category_ids })
  const toCategory = await categoryReader(sources)
  const found = records.filter((record) => hasWords(record, words)).slice(0, FOUND_MAX)
  const items = found.map((record): Followable => {
    const { id, kind, source, name, group, per_day } = toCategory(record)
    return { kind, source, code: id, name, detail: record.description || group, per_day, sample: [] }
  })
  const failures: FollowableList['failures'] = []
  if (words.join('').length >= LETTERS_MIN)
    try {
      const source = await journalSource(sources)
      const journals = await findJournals(source, q)
      const ids = await findJournalIds(journals.flatMap(({ issns }) => issns.map(toJournalCode)))
      const listed = new Set(items.map(({ code }) => code))
      for (const journal of journals) {
        const item = toFollowable(source, journal, ids)
        if (!listed.has(item.code)) items.push(item)
        listed.add(item.code)
      }
    } catch (error) {
      if (!(error instanceof AppError) || (error.code !== 'source-unavailable' && error.code !== 'conflict'))
        throw error
      failures.push({ source: 'crossref', message: error.message })
    }
  return { items, total: items.length, failures }
}

/** The first source that knows journals. Throws "conflict" while it is switched off. */
async function journalSource(sources: Sources): Promise<JournalSource> {
  const [source] = sources.withJournals()
  if (source === undefined) throw new AppError('conflict', 'No source of this library knows journals.')
  if (!(await findSourceState(source.id)).enabled)
    throw new AppError('conflict', `${source.name} is switched off in this library: no journal can be found.`)
  return source
}

type AskOptions = Parameters<JournalSource['journals']['find']>[1]

/** Throws "source-unavailable" also when there is no answer in time. */
async function ask<Answer>({ name }: JournalSource, read: (options: AskOptions) => Promise<Answer>): Promise<Answer> {
  const signal = AbortSignal.timeout(ASK_MS)
  try {
    return await read({ signal, tries: TRIES })
  } catch (cause) {
    if (!signal.aborted) throw cause
    throw new AppError('source-unavailable', `${name} did not answer in time. Try again in a minute.`, { cause })
  }
}

const kept = new Map<string, { until: number; journals: Journal[] }>()

/** The journals for what a reader typed, from the last minutes or from the source. */
async function findJournals(source: JournalSource, q: string): Promise<Journal[]> {
  const key = `${source.id} ${foldWords(q).join(' ')}`
  const at = now().getTime()
  const known = kept.get(key)
  if (known !== undefined && known.until > at) return known.journals
  const journals = await ask(source, (options) => source.journals.search(q, options))
  kept.delete(key)
  kept.set(key, { until: at + KEPT_MS, journals })
  const [oldest] = kept.keys()
  if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest)
  return journals
}

function toFollowable({ id }: JournalSource, journal: Journal, ids: ReadonlyMap<string, string>): Followable {
  const { title, publisher, issns, per_day, abstracts } = journal
  const codes = issns.map(toJournalCode)
  // A reader may have made it a category under another of its ISSNs.
  const code = codes.flatMap((one) => ids.get(one) ?? [])[0] ?? codes[0] ?? ''
  const issn = [...issns]
  const share = abstracts === null ? {} : { abstracts }
  return { kind: 'journal', source: id, code, name: title, detail: publisher, per_day, sample: [], issn, ...share }
}

function toRecord({ id }: JournalSource, { title, publisher, issns, per_day, abstracts }: Journal): CategoryRecord {
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
    source_codes: { [id]: codes },
    owner_id: null,
    daily_volume: per_day ?? 0,
    position: AFTER_TAXONOMY,
  }
}
