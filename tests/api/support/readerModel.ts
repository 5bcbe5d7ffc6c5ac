import type { Treaty } from '@elysia/eden'
import { expect } from 'bun:test'
import * as fc from 'fast-check'
import type { App } from '#api/http/app.ts'
import { paperId } from './library.ts'

/** API client of a reader: in the process of the test, or over HTTP. */
export type ReaderClient = Treaty.Create<App>['api']

const READERS = ['ada', 'ben'] as const
export const PAPERS = [1, 2, 3]
const DAY_MS = 86_400_000

type Reader = (typeof READERS)[number]

/** An item of a list as the model expects it. */
interface Entry {
  id: string
  notes: string
  status: string
  version: number
  removedAt: number | null
}

/** The settings of the profile that the steps change. */
interface Profile {
  name: string
  abstract_lines: number
  muted_terms: string[]
}

const reader = fc.constantFrom(...READERS)
const paper = fc.constantFrom(...PAPERS)
const notes = fc.option(fc.string({ maxLength: 20 }), { nil: undefined })
const status = fc.option(fc.constantFrom('to_read', 'reading', 'done'), { nil: undefined })
const name = fc.option(fc.constantFrom('Ada Linde', 'Ben Okoro', 'Ўнікальнае імя'), { nil: undefined })
const lines = fc.option(fc.integer({ min: 0, max: 12 }), { nil: undefined })
const muted = fc.option(fc.uniqueArray(fc.constantFrom('kites', 'tides', 'letters')), { nil: undefined })

/** A request of one of two readers to the reading list or the profile. */
export const readerStep = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), reader, paper, notes, status }),
  fc.record({ kind: fc.constant('change' as const), reader, paper, notes, status, stale: fc.boolean() }),
  fc.record({ kind: fc.constant('remove' as const), reader, paper }),
  fc.record({ kind: fc.constant('restore' as const), reader, paper }),
  fc.record({ kind: fc.constant('steal' as const), reader, paper }),
  fc.record({ kind: fc.constant('profile' as const), reader, name, lines, muted }),
)
export type ReaderStep = typeof readerStep extends fc.Arbitrary<infer Kind> ? Kind : never

/** What the API answers to a step, and what it changes. */
interface Plan {
  send: () => Promise<{ status: number; data: unknown }>
  expected: number
  /** Changes the model as the request changes the library. `id` is that of the item of an "add". */
  apply: (id: string) => void
}

/** The reading lists and profiles of two readers as they must be after the steps that were applied. */
export class ReaderModel {
  readonly #clientOf: (reader: Reader) => ReaderClient
  readonly #lists = new Map(READERS.map((each) => [each, new Map<number, Entry>()]))
  readonly #profiles = new Map<Reader, Profile>()
  /** The time, for the days after which a removed paper is forgotten. */
  at: number

  constructor(clientOf: (reader: Reader) => ReaderClient, at: number) {
    this.#clientOf = clientOf
    this.at = at
  }

  /** Takes the profiles of the new accounts as they are. */
  async start(): Promise<void> {
    for (const each of READERS) this.#profiles.set(each, (await this.#read(each)).profile)
  }

  /** Sends the request of `step`, expects its status, and applies it to the model. */
  async run(step: ReaderStep): Promise<void> {
    const plan = this.#plan(step)
    if (plan === null) return
    const answer = await plan.send()
    expect({ step, status: answer.status }).toEqual({ step, status: plan.expected })
    plan.apply((answer.data as { id?: string } | null)?.id ?? '')
  }

  /**
   * Sends the request of `step` to a product that `crash` ends meanwhile and starts again. A request that was answered
   * has its effect afterwards; another one has all of it or none. Returns what was seen.
   */
  async runAcross(step: ReaderStep, crash: () => Promise<void>): Promise<'answered' | 'done' | 'not done' | 'no step'> {
    const plan = this.#plan(step)
    if (plan === null) return 'no step'
    const answering = plan.send().catch(() => ({ status: 0, data: null }))
    await crash()
    const answer = await answering
    const answered = answer.status === plan.expected
    const before = this.#expected(step.reader)
    const after = await this.#read(step.reader)
    if (!answered && Bun.deepEquals(after.state, before)) return 'not done'
    const added = step.kind === 'add' ? after.ids.get(paperId(step.paper)) : undefined
    plan.apply(added ?? '')
    return answered ? 'answered' : 'done'
  }

  /** Expects that the lists and profiles of both readers are those of the model. */
  async check(): Promise<void> {
    for (const each of READERS) expect((await this.#read(each)).state).toEqual(this.#expected(each))
  }

  #expected(each: Reader) {
    const items = [...this.#lists.get(each)!]
      .filter(([, { removedAt }]) => removedAt === null)
      .map(([number, entry]) => [paperId(number), entry.notes, entry.status, entry.version])
    return { items: items.toSorted(), profile: this.#profiles.get(each)! }
  }

  async #read(each: Reader) {
    const { me } = this.#clientOf(each).users
    const [{ data: list }, { data: user }] = await Promise.all([
      me['reading-list'].get(),
      this.#clientOf(each).auth.me.get(),
    ])
    const profile: Profile = {
      name: user!.name,
      abstract_lines: user!.preferences.reading.abstract_lines,
      muted_terms: user!.interests.muted_terms,
    }
    const items = list!.items.map((item) => [item.paper.id, item.notes, item.status, item.version])
    return {
      state: { items: items.toSorted(), profile },
      profile,
      ids: new Map(list!.items.map((item) => [item.paper.id, item.id])),
    }
  }

  #plan(step: ReaderStep): Plan | null {
    const client = this.#clientOf(step.reader)
    if (step.kind === 'profile') return this.#planProfile(step, client)
    return this.#planItem(step, client.users.me['reading-list'])
  }

  #planProfile(step: Extract<ReaderStep, { kind: 'profile' }>, client: ReaderClient): Plan {
    const changes = {
      ...(step.name !== undefined && { name: step.name }),
      ...(step.lines !== undefined && { preferences: { reading: { abstract_lines: step.lines } } }),
      ...(step.muted !== undefined && { interests: { muted_terms: step.muted } }),
    }
    const old = this.#profiles.get(step.reader)!
    return {
      send: () => client.users.me.put(changes),
      expected: 200,
      apply: () =>
        this.#profiles.set(step.reader, {
          name: step.name ?? old.name,
          abstract_lines: step.lines ?? old.abstract_lines,
          muted_terms: step.muted ?? old.muted_terms,
        }),
    }
  }

  #planItem(
    step: Exclude<ReaderStep, { kind: 'profile' }>,
    list: ReaderClient['users']['me']['reading-list'],
  ): Plan | null {
    const entries = this.#lists.get(step.reader)!
    const known = entries.get(step.paper)
    const listed = known?.removedAt === null
    const kept = known !== undefined && (known.removedAt === null || this.at - known.removedAt <= 30 * DAY_MS)
    switch (step.kind) {
      case 'add': {
        const fields = { notes: step.notes, status: step.status }
        return {
          send: () => list.post({ paper_id: paperId(step.paper), ...fields }),
          expected: listed ? 200 : 201,
          apply: (id) => {
            if (listed) return expect(id).toBe(known.id)
            entries.set(step.paper, {
              id,
              notes: kept ? noteAgain(step.notes, known.notes) : (step.notes ?? ''),
              status: step.status ?? 'to_read',
              version: kept ? known.version + 1 : 1,
              removedAt: null,
            })
          },
        }
      }
      case 'change': {
        if (known === undefined) return null
        const version = known.version + (step.stale ? 1 : 0)
        const expected = !listed ? 404 : step.stale ? 409 : 200
        return {
          send: () => list({ id: known.id }).put({ version, notes: step.notes, status: step.status }),
          expected,
          apply: () => {
            if (expected !== 200) return
            Object.assign(known, { notes: step.notes ?? known.notes, status: step.status ?? known.status })
            known.version += 1
          },
        }
      }
      case 'remove': {
        if (!listed) return null
        return {
          send: () => list({ id: known.id }).delete(),
          expected: 204,
          apply: () => void (known.removedAt = this.at),
        }
      }
      case 'restore': {
        if (known === undefined) return null
        return {
          send: () => list({ id: known.id }).restore.post(),
          expected: kept ? 200 : 404,
          apply: () => void (known.removedAt = kept ? null : known.removedAt),
        }
      }
      case 'steal': {
        const other = this.#lists.get(step.reader === 'ada' ? 'ben' : 'ada')!.get(step.paper)
        if (other === undefined) return null
        const { id, version } = other
        const send = async () => {
          const answers = [
            await list({ id }).delete(),
            await list({ id }).restore.post(),
            await list({ id }).put({ version, notes: 'stolen' }),
          ]
          return answers.find((answer) => answer.status !== 404) ?? answers[0]!
        }
        return { send, expected: 404, apply: () => undefined }
      }
    }
  }
}

/** The note of a paper that is saved again: nothing of the old one is lost. */
function noteAgain(added: string | undefined, old: string): string {
  if (!added || added === old) return old
  return old === '' ? added : `${added}\n\n${old}`
}
