import type { ListImport, ListImportInput } from '../../contract/listImport.ts'
import { now } from '../../platform/clock.ts'
import { AppError, invalidField } from '../../platform/errors.ts'
import { enqueueJob, findJob } from '../../store/jobs/jobs.ts'
import {
  findFileParts,
  insertListImport,
  setListImportJob,
  type ListImportRecord,
  type WaitingPaper,
} from '../../store/readers/listImports.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import type { Product } from '../product.ts'
import { markTasteChanged } from '../ranking/tasteSignals.ts'
import { findEntry } from './findEntry.ts'
import type { FetchPapersInput } from './fetchPapers.ts'
import { addImported, mapSideBySide, type FileWords, type ImportedPaper } from './importedItem.ts'
import { readFile } from './readFile.ts'
import { isEmpty, placeOf } from './readPart.ts'

/**
 * Adds the papers of a file, or of one part of it, to the reader's list. A job asks their sources for those that the
 * library lacks and adds them when they are found. Safe to repeat: papers on the list are not changed. Returns the state of all parts so
 * far. Throws "invalid-input" for a text that cannot be read or names neither papers nor feeds, and "not-found" when the
 * part before is not known. `countPage` is called for each page that is to be read, and may throw "rate-limited": that page
 * is not asked.
 */
export async function importToList(
  product: Pick<Product, 'index' | 'sources'>,
  user: UserRecord,
  { text, more, continues }: ListImportInput,
  countPage: () => void = () => undefined,
): Promise<ListImport> {
  const before = continues === undefined ? [] : await findParts(user, continues.id)
  // The answer to this part was lost.
  if (before.some(({ from }) => from === continues?.from)) return toListImport(before)
  const file = await readFile(text, { more })
  const { entries, feeds, leftOut, read } = file
  if (before.length === 0 && isEmpty(file))
    throw invalidField('text', 'No papers and no feeds were found in this text.')
  const found = await mapSideBySide(entries, async (entry) => ({ entry, found: await findEntry(product, entry) }))

  const papers = new Map<string, ImportedPaper>()
  const waiting = new Map<string, WaitingPaper>()
  const missing: ListImport['missing'] = []
  let repeated = 0
  const created_at = now()
  // The order of the file: the paper saved last is the first of the list.
  const start = (before[0]?.created_at ?? created_at).getTime() - sumOf(before, 'entries')
  const inOrder = (index: number) => new Date(start - index)
  for (const { entry, found: one } of found) {
    const { notes, tags, status } = entry
    const words: FileWords = { notes, tags, ...(status && { status }) }
    // Of several entries of one paper the first counts.
    if ('paper' in one) {
      if (papers.has(one.paper.id)) repeated++
      else papers.set(one.paper.id, { paper: one.paper, words, at: inOrder(papers.size) })
    } else if ('missing' in one) {
      const paper = { paper_id: one.missing, source: one.source, title: entry.label, ...words, tags: [...words.tags] }
      if (waiting.has(one.missing)) repeated++
      else if (/^https?:/.test(one.missing) && !isWithin(countPage))
        missing.push({ title: entry.label, reason: 'not-asked', source: one.source })
      else waiting.set(one.missing, paper)
    } else missing.push({ title: entry.label, reason: one.reason })
  }
  const created = await addImported(user._id, [...papers.values()])
  const added = created.filter(Boolean).length
  if (added > 0) await markTasteChanged(user._id)
  const _id = crypto.randomUUID()
  const from = continues?.from ?? 0
  const record: ListImportRecord = {
    _id,
    user_id: user._id,
    file_id: continues?.id ?? _id,
    from,
    read: from + read,
    lines: file.lines,
    entries: entries.length + file.unreadable.length,
    added,
    existing: created.length - added,
    repeated,
    waiting: [...waiting.values()],
    missing,
    unreadable: file.unreadable.map((entry) => ({
      title: entry.label,
      where: placeOf(entry, {
        lines: sumOf(before, 'lines'),
        entries: sumOf(before, 'entries'),
      }),
      problem: entry.problem,
    })),
    left_out: leftOut,
    feeds,
    asked: waiting.size,
    job_id: null,
    created_at,
  }
  await insertListImport(record)
  if (waiting.size > 0) record.job_id = await requestLookUps(user, record)
  return toListImport([...before, record])
}

/** Whether `count` counts, which throws above a limit. */
function isWithin(count: () => void): boolean {
  try {
    count()
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'rate-limited') return false
    throw error
  }
}

/** Imports of earlier versions lack some of the numbers. */
const sumOf = (parts: readonly ListImportRecord[], name: 'lines' | 'entries' | 'repeated') =>
  parts.reduce((total, part) => total + (part[name] ?? 0), 0)

async function requestLookUps(user: UserRecord, { _id, waiting }: ListImportRecord): Promise<string> {
  const ids = waiting.map(({ paper_id }) => paper_id)
  const input: FetchPapersInput = { ids, user_id: user._id, import_id: _id }
  const job = await enqueueJob({
    kind: 'fetch-papers',
    input: { ...input },
    dedupe_key: `import-list:${_id}`,
    requested_by: user._id,
  })
  await setListImportJob(_id, job._id)
  return job._id
}

/** The state of an import. Throws "not-found" for an unknown one, another reader's, and after 30 days. */
export async function getListImport(user: UserRecord, id: string): Promise<ListImport> {
  return toListImport(await findParts(user, id))
}

async function findParts(user: UserRecord, id: string): Promise<ListImportRecord[]> {
  const parts = await findFileParts(user._id, id)
  if (parts.length === 0) throw new AppError('not-found', 'There is no such import.')
  return parts
}

/** The state of a file, from its parts. */
async function toListImport(parts: readonly ListImportRecord[]): Promise<ListImport> {
  const states = await Promise.all(parts.map(toPartState))
  const sum = (name: 'added' | 'existing' | 'asked' | 'looking_up') =>
    states.reduce((total, state) => total + state[name], 0)
  const is = (state: ListImport['state']) => states.some((one) => one.state === state)
  const problem = states.find((state) => state.problem !== undefined)?.problem
  return {
    id: parts[0]?._id ?? '',
    read: Math.max(...parts.map(({ read = 0 }) => read)),
    state: is('looking-up') ? 'looking-up' : is('failed') ? 'failed' : 'done',
    entries: sumOf(parts, 'entries'),
    added: sum('added'),
    existing: sum('existing'),
    repeated: sumOf(parts, 'repeated'),
    asked: sum('asked'),
    looking_up: sum('looking_up'),
    looking_up_at: [...new Set(states.flatMap(({ looking_up_at }) => looking_up_at))],
    missing: states.flatMap(({ missing }) => missing),
    unreadable: parts.flatMap(({ unreadable = [] }) => unreadable),
    left_out: parts.at(-1)?.left_out ?? 0,
    feeds: {
      category_ids: [...new Set(parts.flatMap(({ feeds }) => feeds.category_ids))],
      unusable: parts.flatMap(({ feeds }) => feeds.unusable),
    },
    ...(problem !== undefined && { problem }),
  }
}

/** Imports of earlier versions asked arXiv only, and did not name it. */
const renameReason = (entry: ListImport['missing'][number]): ListImport['missing'][number] =>
  (entry.reason as string) === 'not-at-arxiv' ? { ...entry, reason: 'not-at-source', source: 'arXiv' } : entry

async function toPartState({ waiting, missing, added, existing, asked, job_id }: ListImportRecord) {
  const job = waiting.length === 0 || job_id === null ? null : await findJob(job_id)
  const isOpen = job?.open === true
  const names = waiting.map(({ source = 'arXiv' }) => source)
  const unasked = isOpen
    ? []
    : waiting.map(({ title }, index) => ({ title, reason: 'not-asked' as const, source: names[index] }))
  return {
    state: waiting.length === 0 ? ('done' as const) : isOpen ? ('looking-up' as const) : ('failed' as const),
    added,
    existing,
    asked,
    looking_up: isOpen ? waiting.length : 0,
    looking_up_at: isOpen ? names : [],
    missing: [...missing.map(renameReason), ...unasked],
    problem: job?.error ?? undefined,
  }
}
