import type { IndexedPaper, IndexProblem } from '../searchIndex.ts'
import { type Connection, describeFailure, DISK_FULL } from './connection.ts'
import { toDocument } from './documents.ts'
import { bodyFor, type IndexNames, STATE } from './mapping.ts'

const WRITE_MS = 30_000
const CONFLICT = 409
const NOT_FOUND = 404

interface Blocks {
  settings?: { index?: { blocks?: Record<string, string> } }
}

/** An index of OpenSearch, and the rebuild that it was begun for. */
interface Index {
  name: string
  number: number
  aliases: string[]
  rebuild: number
}

/** What OpenSearch says of an index. One of an earlier version of the product has no `_meta`. */
interface Described {
  aliases?: object
  mappings?: { _meta?: { rebuild?: number } }
}

interface BulkItem {
  status: number
  error?: { type?: string; reason?: string }
}

/** Writes the index. The number of a paper's change is its version, so that an older state never replaces a newer one. */
export class IndexWriter {
  readonly #connection: Connection
  readonly #names: IndexNames
  /** The index that is written; null before `prepare`. */
  #written: string | null = null
  /** The index that is searched. */
  #read: string | null = null
  #rebuild = 0
  /** Changes may not be searchable yet. */
  #isDirty = true
  /** Since when an index has been without an alias, in the time of `performance.now()`. */
  readonly #leftSince = new Map<string, number>()
  readonly #oldKeptMs: number

  constructor(connection: Connection, names: IndexNames, oldKeptMs: number) {
    this.#oldKeptMs = oldKeptMs
    this.#connection = connection
    this.#names = names
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
    let indices = await this.#findIndices()
    if (!indices.some(({ aliases }) => aliases.includes(write))) {
      const isSearched = indices.some(({ aliases }) => aliases.includes(read))
      await this.#createNext(indices, { aliases: isSearched ? [write] : [read, write], rebuild: 0 })
      indices = await this.#findIndices()
    }
    const found = indices.find(({ aliases }) => aliases.includes(write))
    const written = found?.name ?? null
    if (written !== this.#written) this.#isDirty = true
    this.#written = written
    this.#rebuild = found?.rebuild ?? 0
    this.#read = indices.find(({ aliases }) => aliases.includes(read))?.name ?? null
    await this.#deleteOld(indices.filter(({ aliases }) => !aliases.includes(read) && !aliases.includes(write)))
    return written !== null
  }

  async put(papers: readonly IndexedPaper[]): Promise<void> {
    if (papers.length === 0) return
    const target = await this.#target()
    const lines = papers.flatMap((paper) => [
      { index: { _index: target, _id: paper.id, version: paper.seq, version_type: 'external' } },
      toDocument(paper),
    ])
    // In conflict is a paper whose state in the index is the same or a newer one.
    await this.#writeAll(lines, CONFLICT)
    // Last: the papers up to this number are in the index.
    await this.#setVersion(STATE.seq, Math.max(...papers.map(({ seq }) => seq)))
  }

  /** Also from the index that is searched while another one is built. */
  async remove(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return
    const targets = [await this.#target(), ...(this.replaces ? [this.#names.own(this.#read ?? '')] : [])]
    await this.#writeAll(
      targets.flatMap((_index) => ids.map((_id) => ({ delete: { _index, _id } }))),
      NOT_FOUND,
    )
  }

  /** Makes the changes searchable, and says so. An index that was rebuilt takes the place of the one before. */
  async markCurrent(at: Date): Promise<void> {
    const target = await this.#target()
    if (this.#isDirty) await this.#send('POST', `/${target}/_refresh`)
    this.#isDirty = false
    await this.#setVersion(STATE.through, at.getTime())
    if (this.#read === this.#written) return
    const { read } = this.#names
    const before = this.#read === null ? [] : [{ remove: { index: this.#read, alias: read } }]
    await this.#send('POST', '/_aliases', { actions: [{ add: { index: this.#written, alias: read } }, ...before] })
    this.#read = this.#written
  }

  /**
   * Begins an empty index. The one before is searched until the next `markCurrent`, and no longer says that every paper is
   * in it.
   */
  async reset(): Promise<void> {
    await this.prepare()
    const indices = await this.#findIndices()
    await this.#writeInto(await this.#createNext(indices, { aliases: [], rebuild: this.#rebuild }), indices)
    if (this.#read !== null)
      await this.#send('DELETE', `/${this.#names.own(this.#read)}/_doc/${STATE.through}`, undefined, [NOT_FOUND])
  }

  /**
   * Begins an empty index as `reset` does, unless the one that is written was begun for this rebuild: by this process, or by
   * another one. The one before has every paper up to its time.
   */
  async rebuild(rebuild: number): Promise<void> {
    await this.prepare()
    if (this.#rebuild === rebuild) return
    const indices = await this.#findIndices()
    const written = indices.find(({ name }) => name === this.#written)?.number ?? 0
    // A process that was killed, or that is slower, has created it and not written it.
    const begun = indices.find((one) => one.number > written && one.rebuild === rebuild)?.name
    await this.#writeInto(begun ?? (await this.#createNext(indices, { aliases: [], rebuild })), indices)
  }

  /** Moves the alias for writes to the index `next`. */
  async #writeInto(next: string, indices: readonly Index[]): Promise<void> {
    const { write } = this.#names
    const actions = [
      ...indices
        .filter(({ name, aliases }) => name !== next && aliases.includes(write))
        .map(({ name }) => ({ remove: { index: name, alias: write } })),
      { add: { index: next, alias: write } },
    ]
    await this.#send('POST', '/_aliases', { actions })
    await this.prepare()
  }

  /** What OpenSearch says is wrong with the index. */
  async findProblem(): Promise<IndexProblem | null> {
    const { pattern } = this.#names
    // Of no index when there is none yet.
    const health = await this.#send<{ status: string }>('GET', `/_cluster/health/${pattern}`)
    if (health.status === 'red')
      return { state: 'down', message: 'A part of the index is lost or not started: OpenSearch reports “red”.' }
    const settings = await this.#send<Record<string, Blocks>>('GET', `/${pattern}/_settings/index.blocks.*`)
    const blocks = Object.values(settings).map((one) => one.settings?.index?.blocks ?? {})
    if (blocks.some(({ read_only_allow_delete }) => read_only_allow_delete === 'true'))
      return { state: 'slow', message: DISK_FULL }
    return null
  }

  async #target(): Promise<string> {
    if (this.#written === null) await this.prepare()
    return this.#names.own(this.#written ?? '')
  }

  async #findIndices(): Promise<Index[]> {
    const found = await this.#connection.send<Record<string, Described>>({
      method: 'GET',
      path: `/${this.#names.pattern}`,
      querystring: { filter_path: '*.aliases,*.mappings._meta' },
      timeMs: WRITE_MS,
    })
    return Object.entries(found).map(([name, { aliases = {}, mappings: { _meta: meta } = {} }]) => ({
      name,
      number: Number(name.slice(name.lastIndexOf('-') + 1)),
      aliases: Object.keys(aliases),
      rebuild: meta?.rebuild ?? 0,
    }))
  }

  /** Deletes what neither searches nor writes have used for long enough. */
  async #deleteOld(left: readonly { name: string }[]): Promise<void> {
    const at = performance.now()
    for (const name of this.#leftSince.keys()) if (left.every((one) => one.name !== name)) this.#leftSince.delete(name)
    for (const { name } of left) {
      const since = this.#leftSince.get(name) ?? at
      this.#leftSince.set(name, since)
      if (at - since >= this.#oldKeptMs) await this.#send('DELETE', `/${name}`, undefined, [NOT_FOUND])
    }
  }

  /** Creates the index after the last one, and returns its name. */
  async #createNext(
    indices: readonly Index[],
    { aliases, rebuild }: Pick<Index, 'aliases' | 'rebuild'>,
  ): Promise<string> {
    const name = this.#names.index(Math.max(0, ...indices.map(({ number }) => number)) + 1)
    const all = Object.fromEntries([...aliases, this.#names.own(name)].map((alias) => [alias, {}]))
    // 400: another process has created it.
    await this.#send('PUT', `/${name}`, bodyFor(rebuild, all), [400])
    return name
  }

  /** Writes the lines of a bulk. Throws when a line was rejected, unless with the status `expected`. */
  async #writeAll(lines: readonly object[], expected: number): Promise<void> {
    this.#isDirty = true
    const { errors, items } = await this.#connection.send<{ errors: boolean; items: Record<string, BulkItem>[] }>({
      method: 'POST',
      path: '/_bulk',
      querystring: { require_alias: 'true' },
      lines,
      timeMs: WRITE_MS,
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
    await this.#connection.send({ method: 'PUT', path, querystring, body: {}, expected: [CONFLICT], timeMs: WRITE_MS })
  }

  #send<Body>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: object,
    expected: readonly number[] = [],
  ): Promise<Body> {
    return this.#connection.send<Body>({ method, path, ...(body && { body }), expected, timeMs: WRITE_MS })
  }
}
