import { expect, test } from 'bun:test'
import type { JobProgress } from '#api/contract/jobs.ts'
import { AppError } from '#api/platform/errors.ts'
import { newCheckpoint, type IngestCheckpoint, type Step } from '#api/services/ingestion/ingestCheckpoint.ts'
import { readStep } from '#api/services/ingestion/readStep.ts'
import type { JobContext } from '#api/services/jobs/jobContext.ts'
import type { SourcePage } from '#api/sources/source.ts'
import { findPapers } from '#api/store/papers/papers.ts'
import { Sources } from '#api/store/sources/sources.ts'
import { createJobContext } from '#tests/api/support/jobContext.ts'
import { simulateArxiv } from '#tests/api/support/pipeline.ts'
import { feedRecord, idOf } from '#tests/api/support/records.ts'
import { useDatabase } from '#tests/support/database.ts'
import { recordLines } from '#tests/support/lines.ts'

const { arxiv } = simulateArxiv()
useDatabase()
const DAY = '2026-11-18'
const source = arxiv

const validators = async () => (await Sources.findById('arxiv').lean())?.validators

/** A context that keeps what the step stores and says. */
function recordRun(changes: Partial<JobContext> = {}) {
  const saved: IngestCheckpoint[] = []
  const said: JobProgress[] = []
  const counters: Record<string, number> = {}
  const run: JobContext = {
    ...createJobContext(),
    save: async (checkpoint) => void saved.push(structuredClone(checkpoint as IngestCheckpoint)),
    progress: async (progress) => void said.push(progress),
    count: (name, by) => void (counters[name] = (counters[name] ?? 0) + by),
    ...changes,
  }
  return { run, saved, said, counters }
}

const page = (numbers: number[], changes: Partial<SourcePage> = {}): SourcePage => ({
  records: numbers.map((number) => feedRecord(number, DAY)),
  rejected: [],
  cursor: `after ${numbers.at(-1)}`,
  done: numbers.length,
  step: 'page',
  ...changes,
})
const unreadable = (...ids: string[]) =>
  ids.map((id) => ({ reason: 'It has no title.', raw: `<id>oai:arXiv.org:${id}</id>` }))

/** Reads these pages in the step `name`. Returns the cursor from which it was asked to read, once for each reading. */
async function read(name: Step, checkpoint: IngestCheckpoint, run: JobContext, pages: (SourcePage | Error)[]) {
  const asked: (string | undefined)[] = []
  await readStep(name, { run, checkpoint }, source, async function* ({ after }) {
    asked.push(after)
    for (const each of pages) {
      if (each instanceof Error) throw each
      yield each
    }
  })
  return asked
}

test('A step that a run has behind it is not read again', async () => {
  const checkpoint: IngestCheckpoint = { ...newCheckpoint([]), step: 'fill', cursor: '40' }
  expect(await read('changes', checkpoint, recordRun().run, [page([1])])).toEqual([])
  expect(checkpoint).toMatchObject({ step: 'fill', cursor: '40', read: 0 })
})

test('A step resumes at its own cursor, and a later step begins without one', async () => {
  const checkpoint: IngestCheckpoint = { ...newCheckpoint([]), step: 'changes', cursor: 'token 7' }
  expect(await read('changes', checkpoint, recordRun().run, [])).toEqual(['token 7'])
  expect(await read('fill', checkpoint, recordRun().run, [])).toEqual([undefined])
  expect(checkpoint.step).toBe('fill')
})

test('Each page is stored before the checkpoint that is behind it, and counted', async () => {
  const stored: string[][] = []
  const { run, saved, said, counters } = recordRun({
    save: async (checkpoint) => {
      saved.push(structuredClone(checkpoint as IngestCheckpoint))
      stored.push([...(await findPapers([idOf(1), idOf(2), idOf(3)])).keys()].toSorted())
    },
  })
  const checkpoint: IngestCheckpoint = { ...newCheckpoint([]), step: 'changes' }
  const second = page([2, 3], { done: 3, total: 9, step: 'page 2', rejected: unreadable('2611.00007v2') })
  await read('changes', checkpoint, run, [page([1, 2]), second])
  expect(stored).toEqual([
    [idOf(1), idOf(2)],
    [idOf(1), idOf(2), idOf(3)],
  ])
  expect(saved).toMatchObject([
    { cursor: 'after 2', read: 2, stored: 2, changed: 2, unread: [] },
    { cursor: 'after 3', read: 5, stored: 3, changed: 4, unread: ['2611.00007'] },
  ])
  expect(counters).toEqual({ fetched: 5, new: 3, updated: 0, duplicates: 1, quarantined: 1 })
  expect(said).toEqual([
    { done: 2, unit: 'papers', step: `${source.name}: page` },
    { done: 3, total: 9, unit: 'papers', step: `${source.name}: page 2` },
  ])
})

test('Unreadable records of the changes are named once each, at most a thousand, and only those of the changes', async () => {
  const checkpoint: IngestCheckpoint = { ...newCheckpoint([]), step: 'changes', unread: ['2611.00001'] }
  const many = Array.from({ length: 1_200 }, (_, index) => `2611.${String(index + 1).padStart(5, '0')}`)
  const nameless = { reason: 'It has no id.', raw: '<record/>' }
  const { run } = recordRun()
  await read('changes', checkpoint, run, [
    page([], { rejected: [nameless, ...unreadable('2611.00002', '2611.00002')] }),
  ])
  expect(checkpoint.unread).toEqual(['2611.00001', '2611.00002'])
  await read('changes', checkpoint, run, [page([], { rejected: unreadable(...many) })])
  expect(checkpoint.unread).toEqual(many.slice(0, 1_000))
  await read('fill', checkpoint, run, [page([4], { rejected: unreadable('2611.09999') })])
  expect(checkpoint).toMatchObject({ changed: 0, read: 1_205 })
  expect(checkpoint.unread).not.toContain('2611.09999')
})

test('A feed is kept with its unreadable records over all of its pages; its etag only with the last page', async () => {
  const { run, said } = recordRun()
  const checkpoint = newCheckpoint([])
  await Sources.updateOne({ _id: 'arxiv' }, { $set: { validators: {} } }, { upsert: true })
  const feed = { archive: 'cs', day: DAY, items: 60, isWhole: false }
  await read('current', checkpoint, run, [page([1], { feed, rejected: unreadable('2611.00007') })])
  expect(checkpoint.feeds).toMatchObject({ cs: { ...feed, rejected: 1, unread: ['arxiv:2611.00007'] } })
  expect(await validators()).toEqual({})
  const last = { ...feed, isWhole: true, etag: '"a1"', rejectedBefore: 2 }
  await read('current', checkpoint, run, [page([2], { feed: last, rejected: unreadable('2611.00008') }), page([3])])
  expect(checkpoint.feeds['cs']).toMatchObject({
    ...feed,
    isWhole: true,
    etag: '"a1"',
    rejected: 4,
    unread: ['arxiv:2611.00007', 'arxiv:2611.00008'],
  })
  expect(await validators()).toEqual({ cs: { etag: '"a1"', day: DAY, items: 60, rejected: 4 } })
  expect(checkpoint.changed).toBe(0)
  expect(said[0]).toMatchObject({ unit: 'feeds' })
})

test('A request that is repeated is said with its cause and the time, if one is known', async () => {
  const { run, said } = recordRun()
  const willRetryAt = new Date('2026-11-18T10:15:30Z')
  await readStep('fill', { run, checkpoint: newCheckpoint([]) }, source, async function* ({ onRetry }) {
    await onRetry('ids 1-50', { reason: 'it answered 503', willRetryAt })
    yield page([1], { done: 50 })
    await onRetry('ids 51-60', { reason: 'no response', willRetryAt: null })
  })
  expect(said.map(({ done, step }) => [done, step])).toEqual([
    [0, `${source.name}: ids 1-50: it answered 503, asked again at 10:15 UTC`],
    [50, `${source.name}: page`],
    [50, `${source.name}: ids 51-60: no response`],
  ])
})

test('A source that is unavailable fails the step, with its reason, and keeps the pages before', async () => {
  const { log, find } = recordLines()
  const { run, saved } = recordRun({ log })
  const checkpoint = newCheckpoint([])
  const failure = new AppError('source-unavailable', 'arXiv answers 503.', { retryAfter: 7_200, refused: true })
  await read('fill', checkpoint, run, [page([1]), failure])
  expect(saved).toMatchObject([{ cursor: 'after 1', stored: 1, failed: {} }])
  const reason = 'arXiv answers 503.'
  expect(checkpoint.failed).toEqual({ fill: { message: reason, retryAfter: 7_200, refused: true } })
  expect(find({ msg: 'an interface of the source could not be read' })).toMatchObject([
    { level: 'warn', source: source.id, step: 'fill', reason },
  ])
})

test('Any other error, and an abort, end the run and are not counted as a failure of the source', async () => {
  const checkpoint = newCheckpoint([])
  const conflict = new AppError('conflict', 'Another worker has taken this job over.')
  for (const error of [conflict, new TypeError('undefined is not a function')]) {
    await expect(read('fill', checkpoint, recordRun().run, [error])).rejects.toBe(error)
  }
  const stopped = new Error('stopped')
  const { run } = recordRun({ signal: AbortSignal.abort(stopped) })
  await expect(read('fill', checkpoint, run, [new AppError('source-unavailable', 'aborted')])).rejects.toBe(stopped)
  expect(checkpoint.failed).toEqual({})
})
