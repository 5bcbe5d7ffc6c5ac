import type { ImportInput, ImportResult } from '../../contract/taste.ts'
import { now } from '../../platform/clock.ts'
import { invalidField } from '../../platform/errors.ts'
import { findPapers } from '../../store/papers/papers.ts'
import { addSeeds, removeSeeds, type Seed } from '../../store/readers/tasteSeeds.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import { readAuthorName } from '../../text/authorName.ts'
import { entryWords } from '../../text/entries.ts'
import { matchAuthor } from '../../text/matchAuthor.ts'
import type { Product } from '../product.ts'
import { requestJob } from '../jobs/jobs.ts'
import { findReferred, shownId } from '../papers/paperReference.ts'
import { markTasteChanged } from '../ranking/tasteSignals.ts'
import { mapSideBySide } from './importedItem.ts'
import { readFile } from './readFile.ts'
import { isEmpty, placeOf } from './readPart.ts'

/** Papers of the library that are looked at for an author. */
const AUTHOR_PAPERS = 100
/** Letters of a text without a paper that are shown as not recognised. */
const UNREAD_MAX = 200

/** What an input stands for. */
interface Start {
  seeds: Seed[]
  /** Natural ids without a paper in the library, which a source can be asked for. */
  missing: string[]
  unknown: string[]
  /** Number of papers that were not looked at. */
  leftOut: number
}

/**
 * Gives the reader's model something to start from: papers of a bibliography, the reader's own papers, topics. Papers
 * that only a source has are fetched by a job and count from then on. Safe to repeat; `undo` takes the same input back, and
 * `dry_run` only answers what it would use. Throws "invalid-input" for an empty input.
 */
export async function importStart(
  product: Pick<Product, 'index' | 'sources'>,
  user: UserRecord,
  input: ImportInput,
): Promise<ImportResult> {
  const { text, author, topics = [], paper_ids = [], dry_run = false, undo = false } = input
  if (text === undefined && author === undefined && topics.length + paper_ids.length === 0)
    throw invalidField('text', 'Paste papers, or give a name or topics.')
  const topicSeeds = readTopics(topics)
  const file = text === undefined ? null : await readFile(text)
  const names = [
    ...(file?.entries ?? []).map(({ ids, title }) => [...ids, ...(title === null ? [] : [title])]),
    ...paper_ids.map((id) => [id]),
  ]
  const parts = await Promise.all([
    readPapers(product, names),
    author === undefined ? nothing() : readAuthor(product, author),
  ])
  const seeds = [...parts.flatMap((part) => part.seeds), ...topicSeeds]
  const missing = [...new Set(parts.flatMap((part) => part.missing))]
  if (!dry_run) {
    const wanted = [...seeds, ...missing.map((id): Seed => ({ kind: 'import', key: id }))]
    if (undo) await removeSeeds(user._id, wanted)
    else await addSeeds(user._id, wanted, { at: now() })
    await markTasteChanged(user._id)
    if (!undo && missing.length > 0) await requestFetch(user, missing)
  }
  const papers = await findPapers(seeds.flatMap(({ kind, key }) => (kind === 'topic' ? [] : key)))
  return {
    papers: [...papers.values()],
    fetching: missing.map(shownId),
    unknown: [
      ...(file !== null && isEmpty(file) ? [(text ?? '').trim().slice(0, UNREAD_MAX)] : []),
      ...parts.flatMap((part) => part.unknown),
      ...(file?.unreadable ?? []).map((entry) => `${placeOf(entry)}, ${entry.label}: ${entry.problem}`),
    ],
    left_out: parts.reduce((sum, { leftOut }) => sum + leftOut, file?.leftOut ?? 0),
    ...(file !== null && { feeds: file.feeds }),
  }
}

/** Topics with the same words are one. Throws "invalid-input" for one without words: no paper could be about it. */
function readTopics(topics: readonly string[]): Seed[] {
  const byWords = new Map(topics.toReversed().map((topic) => [entryWords(topic), topic.trim()]))
  const empty = byWords.get('')
  if (empty !== undefined) throw invalidField('topics', `“${empty}” has no letter or digit. Name the topic in words.`)
  return [...byWords.values()].toReversed().map((key) => ({ kind: 'topic', key }))
}

const nothing = async (): Promise<Start> => ({ seeds: [], missing: [], unknown: [], leftOut: 0 })

/** Each paper has names that it is found by; the last one is shown if it is not found. */
async function readPapers(product: Pick<Product, 'index' | 'sources'>, papers: readonly string[][]): Promise<Start> {
  const start = await nothing()
  const found = await mapSideBySide(papers, (names) => findNamed(product, names))
  for (const [index, { id, missing }] of found.entries()) {
    if (id !== null) start.seeds.push({ kind: 'import', key: id })
    else if (missing !== undefined) start.missing.push(missing)
    else start.unknown.push(papers[index]?.at(-1) ?? '')
  }
  return start
}

/** The stored paper that one of the names means; else the id among them that a source can be asked for. */
async function findNamed(product: Pick<Product, 'index' | 'sources'>, names: readonly string[]) {
  const ids: string[] = []
  for (const name of names) {
    const { id, paper } = await findReferred(product, name)
    if (paper !== null) return { id: paper._id, missing: undefined }
    if (id !== null) ids.push(id)
  }
  return { id: null, missing: product.sources.chooseLookUp(ids)?.id }
}

/** The papers of the library by an author of this name. */
async function readAuthor({ index }: Pick<Product, 'index'>, name: string): Promise<Start> {
  const wanted = readAuthorName(name)
  if (wanted.family === null) return { ...(await nothing()), unknown: [name] }
  const { hits, total } = await index.search({ q: `author:"${name.replaceAll('"', ' ')}"`, limit: AUTHOR_PAPERS })
  const papers = await findPapers(hits.map(({ id }) => id))
  const own = [...papers.values()].filter(({ authors }) =>
    authors.some((author) => matchAuthor(wanted, readAuthorName(author.name)) === 'same'),
  )
  return {
    seeds: own.map(({ id }) => ({ kind: 'own', key: id })),
    missing: [],
    unknown: own.length === 0 ? [name] : [],
    leftOut: total - hits.length,
  }
}

/** One job per reader and set of ids; it asks each source for all of its papers at once. */
const requestFetch = (user: UserRecord, ids: readonly string[]) =>
  requestJob({
    kind: 'fetch-papers',
    input: { ids: [...ids], user_id: user._id },
    dedupe_key: `fetch-papers:${user._id}:${ids.join(',')}`,
    requested_by: user._id,
  })
