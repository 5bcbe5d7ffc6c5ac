import type { PipelineTest } from '../../contract/admin.ts'
import type { Paper } from '../../contract/papers.ts'
import { AppError } from '../../platform/errors.ts'
import { buildPapersMail } from '../../mail/paperListMessage.ts'
import { dayIn, now } from '../../platform/clock.ts'
import {
  authorKey,
  countTerms,
  emptyTaste,
  featurePaper,
  indexDay,
  rankDay,
  sumFrequencies,
} from '../../ranking/ranker.ts'
import type { RankedCard } from '../../ranking/ranker.ts'
import { openSqliteIndex } from '../../search/sqliteIndex.ts'
import type { Source, SourcePage } from '../../sources/source.ts'
import { findAllCategories } from '../../store/papers/categories.ts'
import { pingDatabase } from '../../store/database.ts'
import type { PaperInput } from '../../store/papers/paperWrites.ts'
import { DEFAULT_CATEGORIES } from '../days/followedCategories.ts'
import { getMailConfig } from '../sending/mailSettings.ts'
import { normalise } from '../ingestion/normalise.ts'
import { createSorter } from '../ingestion/processing.ts'
import type { Product } from '../product.ts'

const RECORDS = 5
/** Short, because an admin waits for the response. */
const SOURCE_MS = 8_000

type Stage = PipelineTest['stages'][number]
interface Outcome {
  message: string
  sample?: string
}

/**
 * Runs a few records through every stage of the daily run and stores nothing. A stage that fails reports the error and
 * ends the test, because the next stages need its result.
 */
export async function testPipeline(product: Product): Promise<PipelineTest> {
  const stages: Stage[] = []
  const attempt = async <Result>(name: string, work: () => Promise<[Result, Outcome]> | [Result, Outcome]) => {
    const started = performance.now()
    const elapsedMs = () => Math.round((performance.now() - started) * 10) / 10
    try {
      const [result, outcome] = await work()
      stages.push({ name, ok: true, ms: elapsedMs(), ...outcome })
      return result
    } catch (error) {
      stages.push({ name, ok: false, ms: elapsedMs(), message: describe(error) })
      throw new StageFailed(name, { cause: error })
    }
  }
  try {
    await attempt('database', async () => [null, { message: `Answers in ${Math.ceil(await pingDatabase())} ms.` }])
    const page = await attempt('fetch', () => fetchSome(product))
    const papers = await attempt('normalise', () => normaliseAll(page))
    const sorter = createSorter(await findAllCategories())
    await attempt('categorise', () => {
      const ids = new Set(papers.flatMap((paper) => sorter.categoriesOf(paper)))
      if (ids.size === 0) throw new AppError('internal', 'No paper belongs to any category.')
      return [null, { message: `${papers.length} papers in ${ids.size} categories.`, sample: [...ids].join(', ') }]
    })
    await attempt('index', () => indexAll(papers))
    const ranked = await attempt('rank', () => rankAll(papers))
    await attempt('mail', () => writeMail(product, papers, ranked))
    await attempt('mail settings', () => describeMail(product))
  } catch (error) {
    if (!(error instanceof StageFailed)) throw error
  }
  return { ok: stages.every(({ ok }) => ok), stages }
}

class StageFailed extends Error {}

async function fetchSome({ sources }: Pick<Product, 'sources'>): Promise<[SourcePage, Outcome]> {
  const source = [...sources.values()].find(({ search }) => search !== undefined)
  if (source === undefined) throw new AppError('unavailable', 'There is no source of papers.')
  const page = await readFirstPage(source)
  const { records, rejected } = page
  if (records.length === 0) throw new AppError('source-unavailable', `${source.name} responds, but without papers.`)
  const rejectedNote = rejected.length > 0 ? ` ${rejected.length} could not be understood: ${rejected[0]?.reason}` : ''
  return [page, { message: `${records.length} records from ${source.name}.${rejectedNote}`, sample: records[0]?.title }]
}

async function readFirstPage(source: Source): Promise<SourcePage> {
  const signal = AbortSignal.timeout(SOURCE_MS)
  try {
    const query = DEFAULT_CATEGORIES.map((code) => `cat:${code}`).join(' OR ')
    for await (const page of source.search?.(query, { maxResults: RECORDS, signal }) ?? []) return page
  } catch (cause) {
    if (!signal.aborted) throw cause
    const sentence = `${source.name} did not answer within ${SOURCE_MS / 1_000} s.`
    throw new AppError('source-unavailable', sentence, { cause })
  }
  throw new AppError('source-unavailable', `${source.name} returned no results.`)
}

function normaliseAll({ records }: SourcePage): [PaperInput[], Outcome] {
  const papers = records.map(normalise)
  const formulas = papers.flatMap(({ title_segments, abstract_segments }) =>
    [...title_segments, ...abstract_segments].filter((segment) => 'tex' in segment),
  )
  return [papers, { message: `${papers.length} papers with ${formulas.length} formulas.`, sample: papers[0]?._id }]
}

async function indexAll(papers: readonly PaperInput[]): Promise<[null, Outcome]> {
  const searchIndex = openSqliteIndex({ folder: ':memory:' })
  try {
    await searchIndex.put(
      papers.map((paper, index) => ({
        id: paper._id,
        seq: index + 1,
        title: paper.title,
        abstract: paper.abstract,
        authors: paper.authors.map(({ name }) => name),
        categories: paper.categories,
        doi: paper.doi,
        dated_at: paper.published_at?.toISOString() ?? null,
      })),
    )
    const [first] = papers
    const { total } = await searchIndex.search({ q: first?.title ?? '' })
    if (total === 0) throw new AppError('internal', 'A paper was not found by its own title.')
    const { size } = await searchIndex.state()
    return [null, { message: `${size} papers indexed; one was found by its title.` }]
  } finally {
    await searchIndex.close()
  }
}

function rankAll(papers: readonly PaperInput[]): [RankedCard[], Outcome] {
  const terms = papers.map(countTerms)
  const frequencies = sumFrequencies(terms, 0)
  const featured = papers.map(({ _id: id, title, abstract, categories, authors }, index) => {
    const names = authors.map(({ name }) => name)
    const none = { ids: new Uint32Array(), counts: new Uint8Array() }
    const facts = { id, categories, authors: names.map(authorKey) }
    return { ...featurePaper(facts, terms[index] ?? none, frequencies, null), title, abstract, names }
  })
  const ranked = rankDay(indexDay(featured), {
    candidates: Uint32Array.from(papers.keys()),
    nextDoor: new Uint32Array(),
    taste: emptyTaste(),
    categories: DEFAULT_CATEGORIES,
    matches: [],
    length: papers.length,
    seed: '',
  })
  const [best] = ranked
  const sample = best && `${best.id}: ${best.reasons.map(({ text }) => text).join(', ')}`
  return [ranked, { message: `${ranked.length} papers ranked.`, ...(sample && { sample }) }]
}

function writeMail(
  { config }: Pick<Product, 'config'>,
  papers: readonly PaperInput[],
  ranked: readonly RankedCard[],
): [null, Outcome] {
  const byId = new Map(papers.map((paper) => [paper._id, toPaper(paper)]))
  const mail = buildPapersMail({
    publicUrl: config.publicUrl,
    day: dayIn('UTC', now()),
    reader: 'Reader',
    papers: ranked.flatMap(({ id, reasons }) => {
      const paper = byId.get(id)
      return paper ? [{ paper, reasons }] : []
    }),
    more: 0,
    sample: false,
    because: 'This message is not sent.',
  })
  const kilobytes = Math.ceil(Buffer.byteLength(mail.html) / 1_000)
  return [null, { message: `A message of ${kilobytes} kB, not sent.`, sample: mail.subject }]
}

async function describeMail(product: Product): Promise<[null, Outcome]> {
  const { configured, enabled, host, port } = await getMailConfig(product)
  // Mail is optional: readers can see their papers on the web.
  if (!configured || !enabled) return [null, { message: 'Mail is not set up or paused: no digests are sent.' }]
  return [null, { message: `Digests go through ${host}, port ${port}.` }]
}

const toPaper = (paper: PaperInput): Paper => ({
  ...paper,
  id: paper._id,
  published_at: paper.published_at?.toISOString() ?? null,
  updated_at: paper.updated_at?.toISOString() ?? null,
})

function describe(error: unknown): string {
  if (error instanceof AppError) return error.message
  return error instanceof Error ? `Something went wrong: ${error.message}` : 'Something went wrong.'
}
