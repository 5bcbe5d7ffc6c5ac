import { log } from '../../platform/log.ts'
import type { IndexedPaper } from '../searchIndex.ts'
import type { Connection } from './connection.ts'
import { toDocument } from './documents.ts'
import { type Index, Indices, NOT_FOUND } from './indices.ts'
import { type IndexNames, STATE } from './mapping.ts'
import { describeFailure, DiskFull } from './serverErrors.ts'
import type { Space } from './space.ts'

const CONFLICT = 409

interface BulkItem {
  status: number
  error?: { type?: string; reason?: string }
}

/** Writes the index. The number of a paper's change is its version, so that an older state never replaces a newer one. */
export class IndexWriter {
  readonly #connection: Connection
  readonly #names: IndexNames
  readonly #space: Space
  readonly #indices: Indices
  /** The index that is written; null before `prepare`. */
  #written: string | null = null
  /** The index that is searched. */
  #read: string | null = null
  #rebuild = 0
  /** Changes may not be searchable yet. */
  #isDirty = true

  constructor(connection: Connection, names: IndexNames, { space, oldKeptMs }: { space: Space; oldKeptMs: number }) {
    this.#connection = connection
    this.#names = names
    this.#space = space
    this.#indices = new Indices(connection, names, oldKeptMs)
  }

  /** The number of the rebuild that the index that is written was begun for, as `prepare` found it. */
  get rebuildNumber(): number {
    return this.#rebuild
  }

  /** Whether searches use another index than the one that is written. */
  get replaces(): boolean {
    return this.#read !== null && this.#read !== this.#written
  }

  /** Finds the index to write, and creates it where there is none. Several processes may do so at once. */
  async prepare(): Promise<boolean> {
    const { read, write } = this.#names
    let indices = await this.#indices.list()
    if (!indices.some(({ aliases }) => aliases.includes(write))) {
      await this.#findNext(indices)
      indices = await this.#indices.list()
    }
    const searched = indices.find(({ aliases }) => aliases.includes(read))
    // A disk is too full to move the alias back to the index before a rebuild that was given up.
    const found = indices.find(({ aliases }) => aliases.includes(write)) ?? searched
    const written = found?.name ?? null
    if (written !== this.#written) this.#isDirty = true
    this.#written = written
    this.#rebuild = found?.rebuild ?? 0
    this.#read = searched?.name ?? null
    await this.#indices.deleteOld(indices)
    return written !== null
  }

  /** Writes the index that is searched, if it is whole; else a new one. */
  async #findNext(indices: readonly Index[]): Promise<void> {
    const { read, write } = this.#names
    const searched = indices.find(({ aliases }) => aliases.includes(read))
    if (searched === undefined) await this.#indices.createNext(indices, { aliases: [read, write], rebuild: 0 })
    else if (await this.#isWhole(searched.name)) await this.#indices.tryToWriteInto(searched.name, indices)
    else await this.#indices.createNext(indices, { aliases: [write], rebuild: 0 })
  }

  async put(papers: readonly IndexedPaper[]): Promise<void> {
    if (papers.length === 0) return
    const target = await this.#target()
    const lines = papers.flatMap((paper) => [
      { index: { _index: target, _id: paper.id, version: paper.seq, version_type: 'external' } },
      toDocument(paper),
    ])
    await this.#orGiveUp(async () => {
      // In conflict is a paper whose state in the index is the same or a newer one.
      await this.#writeAll(lines, CONFLICT)
      // Last: the papers up to this number are in the index.
      await this.#setVersion(STATE.seq, Math.max(...papers.map(({ seq }) => seq)))
    })
  }

  /** Also from the index that is searched while another one is built. */
  async remove(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return
    const targets = [await this.#target(), ...(this.replaces ? [this.#names.own(this.#read ?? '')] : [])]
    const lines = targets.flatMap((_index) => ids.map((_id) => ({ delete: { _index, _id } })))
    await this.#orGiveUp(() => this.#writeAll(lines, NOT_FOUND))
  }

  /** Makes the changes searchable, and says so. An index that was rebuilt takes the place of the one before. */
  async markCurrent(at: Date): Promise<void> {
    const target = await this.#target()
    if (this.#isDirty) await this.#connection.send({ method: 'POST', path: `/${target}/_refresh` })
    this.#isDirty = false
    await this.#orGiveUp(async () => {
      await this.#setVersion(STATE.through, at.getTime())
      if (this.#written === null || this.#read === this.#written) return
      await this.#indices.searchIn(this.#written, this.#read)
      this.#read = this.#written
    })
  }

  /**
   * Begins an empty index. The one before is searched until the next `markCurrent`, and no longer says that every paper is
   * in it.
   */
  async reset(): Promise<void> {
    await this.prepare()
    // First, so that it is not written again instead of the new one.
    if (this.#read !== null) {
      const path = `/${this.#names.own(this.#read)}/_doc/${STATE.through}`
      await this.#connection.send({ method: 'DELETE', path, expected: [NOT_FOUND] })
    }
    const indices = await this.#indices.list()
    const next = await this.#indices.createNext(indices, { aliases: [], rebuild: this.#rebuild })
    await this.#indices.writeInto(next, indices)
    await this.prepare()
  }

  /**
   * Begins an empty index as `reset` does, unless the one that is written was begun for this rebuild: by this process, or by
   * another one. The one before has every paper up to its time.
   */
  async rebuild(rebuild: number): Promise<void> {
    await this.prepare()
    if (this.#rebuild === rebuild) return
    const indices = await this.#indices.list()
    const written = indices.find(({ name }) => name === this.#written)?.number ?? 0
    // A process that was killed, or that is slower, has created it and not written it.
    const begun = indices.find((one) => one.number > written && one.rebuild === rebuild)?.name
    const next = begun ?? (await this.#indices.createNext(indices, { aliases: [], rebuild }))
    await this.#indices.writeInto(next, indices)
    await this.prepare()
  }

  /**
   * Runs a write. When OpenSearch refuses it because a disk is full, deletes the index that was begun for a rebuild, if the
   * one before is whole: OpenSearch allows that, and the one before is written again, as soon as OpenSearch allows that, too.
   */
  async #orGiveUp(write: () => Promise<void>): Promise<void> {
    try {
      await write()
    } catch (error) {
      if (error instanceof DiskFull) await this.#giveUp()
      throw error
    }
  }

  async #giveUp(): Promise<void> {
    const [begun, before] = [this.#written, this.#read]
    if (begun === null || before === null || begun === before || !(await this.#isWhole(before))) return
    await this.#space.noteGivenUp(begun)
    await this.#indices.delete(begun)
    log.warn({ index: begun }, 'a disk of OpenSearch is full: the index that was built again was deleted')
    await this.prepare()
  }

  /** Whether the index has every paper up to a time. */
  async #isWhole(index: string): Promise<boolean> {
    const path = `/${this.#names.own(index)}/_doc/${STATE.through}`
    const { found } = await this.#connection.send<{ found?: boolean }>({ method: 'GET', path, expected: [NOT_FOUND] })
    return found === true
  }

  async #target(): Promise<string> {
    if (this.#written === null) await this.prepare()
    return this.#names.own(this.#written ?? '')
  }

  /** Writes the lines of a bulk. Throws when a line was rejected, unless with the status `expected`. */
  async #writeAll(lines: readonly object[], expected: number): Promise<void> {
    this.#isDirty = true
    const { errors, items } = await this.#connection.send<{ errors: boolean; items: Record<string, BulkItem>[] }>({
      method: 'POST',
      path: '/_bulk',
      querystring: { require_alias: 'true' },
      lines,
    })
    if (!errors) return
    const failed = items
      .flatMap((item) => Object.values(item))
      .find(({ status, error }) => error && status !== expected)
    if (failed) throw describeFailure(failed.status, failed.error)
  }

  async #setVersion(id: string, version: number): Promise<void> {
    const querystring = { version: String(version), version_type: 'external', require_alias: 'true' }
    const path = `/${await this.#target()}/_doc/${id}`
    await this.#connection.send({ method: 'PUT', path, querystring, body: {}, expected: [CONFLICT] })
  }
}
