import { afterEach, beforeEach, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { setClock } from '#api/platform/clock.ts'
import { useApp } from '#tests/support/app.ts'
import { paperId, storePapers } from '#tests/api/support/library.ts'

const READERS = ['ada', 'ben'] as const
const PAPERS = [1, 2, 3]
const DAY_MS = 86_400_000
const START = Date.UTC(2026, 10, 20)

const { as } = useApp()
afterEach(() => setClock(null))
beforeEach(() => storePapers(PAPERS))

type Reader = (typeof READERS)[number]

/** An item as the model expects it. */
interface Entry {
  id: string
  notes: string
  status: string
  version: number
  removedAt: number | null
}

const reader = fc.constantFrom(...READERS)
const paper = fc.constantFrom(...PAPERS)
const notes = fc.option(fc.string({ maxLength: 20 }), { nil: undefined })
const status = fc.option(fc.constantFrom('to_read', 'reading', 'done'), { nil: undefined })
const step = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), reader, paper, notes, status }),
  fc.record({ kind: fc.constant('change' as const), reader, paper, notes, status, stale: fc.boolean() }),
  fc.record({ kind: fc.constant('remove' as const), reader, paper }),
  fc.record({ kind: fc.constant('restore' as const), reader, paper }),
  fc.record({ kind: fc.constant('steal' as const), reader, paper }),
  fc.record({ kind: fc.constant('wait' as const), days: fc.constantFrom(1, 20, 40) }),
)
type Step = typeof step extends fc.Arbitrary<infer Kind> ? Kind : never

class Model {
  readonly lists = new Map(READERS.map((name) => [name, new Map<number, Entry>()]))
  readonly run: number
  at = START

  constructor(run: number) {
    this.run = run
  }

  /** Returns the API client of this reader. Each run has its own readers with empty lists. */
  listOf = (name: Reader) => as(`${name}-${this.run}`).users.me['reading-list']

  entry = (name: Reader, number: number) => this.lists.get(name)!.get(number)

  /** Returns the items on a list: paper, note, status, version. */
  listed = (name: Reader) =>
    [...this.lists.get(name)!]
      .filter(([, { removedAt }]) => removedAt === null)
      .map(([number, entry]) => [paperId(number), entry.notes, entry.status, entry.version])
      .toSorted()
}

/** The note of a paper that is saved again: nothing of the old one is lost. */
function noteAgain(added: string | undefined, old: string): string {
  if (!added || added === old) return old
  return old === '' ? added : `${added}\n\n${old}`
}

async function runStep(model: Model, action: Step): Promise<void> {
  if (action.kind === 'wait') {
    model.at += action.days * DAY_MS
    setClock(new Date(model.at))
    return
  }
  const { reader: name, paper: number } = action
  const list = model.listOf(name)
  const known = model.entry(name, number)
  const listed = known?.removedAt === null
  const kept = known !== undefined && (known.removedAt === null || model.at - known.removedAt <= 30 * DAY_MS)
  switch (action.kind) {
    case 'add': {
      const input = { notes: action.notes, status: action.status }
      const { status: code, data } = await list.post({ paper_id: paperId(number), ...input })
      expect(code).toBe(listed ? 200 : 201)
      if (!listed)
        model.lists.get(name)!.set(number, {
          id: data!.id,
          notes: kept ? noteAgain(action.notes, known.notes) : (action.notes ?? ''),
          status: action.status ?? 'to_read',
          version: kept ? known.version + 1 : 1,
          removedAt: null,
        })
      expect(data!.id).toBe(model.entry(name, number)!.id)
      return
    }
    case 'change': {
      if (known === undefined) return
      const version = known.version + (action.stale ? 1 : 0)
      const { status: code } = await list({ id: known.id }).put({ version, notes: action.notes, status: action.status })
      expect(code).toBe(!listed ? 404 : action.stale ? 409 : 200)
      if (code !== 200) return
      Object.assign(known, { notes: action.notes ?? known.notes, status: action.status ?? known.status })
      known.version += 1
      return
    }
    case 'remove': {
      if (!listed) return
      expect((await list({ id: known.id }).delete()).status).toBe(204)
      known.removedAt = model.at
      return
    }
    case 'restore': {
      if (known === undefined) return
      expect((await list({ id: known.id }).restore.post()).status).toBe(kept ? 200 : 404)
      if (kept) known.removedAt = null
      return
    }
    case 'steal': {
      const other = model.entry(name === 'ada' ? 'ben' : 'ada', number)
      if (other === undefined) return
      const { version, id } = other
      expect((await list({ id }).put({ version, notes: 'stolen' })).status).toBe(404)
      expect((await list({ id }).delete()).status).toBe(404)
      expect((await list({ id }).restore.post()).status).toBe(404)
    }
  }
}

test('two reading lists match the model after any sequence of requests', async () => {
  const seed = Number(process.env['SEED'] ?? Date.now() % 1e9)
  console.log(`seed of the reading lists: ${seed}`)
  let run = 0
  const runs = fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
    const model = new Model((run += 1))
    setClock(new Date(START))
    for (const action of steps) await runStep(model, action)
    for (const name of READERS) {
      const { data } = await model.listOf(name).get()
      const actual = data!.items.map((item) => [item.paper.id, item.notes, item.status, item.version]).toSorted()
      expect(actual).toEqual(model.listed(name))
    }
  })
  await fc.assert(runs, { seed, numRuns: 40 })
})
