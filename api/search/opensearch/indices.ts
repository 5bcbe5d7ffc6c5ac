import type { Connection } from './connection.ts'
import { bodyFor, type IndexNames } from './mapping.ts'
import { DiskFull } from './serverErrors.ts'

export const NOT_FOUND = 404

/** An index of OpenSearch, and the rebuild that it was begun for. */
export interface Index {
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

/** The indices of the product in OpenSearch, and their aliases. */
export class Indices {
  readonly #connection: Connection
  readonly #names: IndexNames
  readonly #oldKeptMs: number
  /** Since when an index has been without an alias, in the time of `performance.now()`. */
  readonly #leftSince = new Map<string, number>()

  constructor(connection: Connection, names: IndexNames, oldKeptMs: number) {
    this.#connection = connection
    this.#names = names
    this.#oldKeptMs = oldKeptMs
  }

  async list(): Promise<Index[]> {
    const found = await this.#connection.send<Record<string, Described>>({
      method: 'GET',
      path: `/${this.#names.pattern}`,
      querystring: { filter_path: '*.aliases,*.mappings._meta' },
    })
    return Object.entries(found).map(([name, { aliases = {}, mappings: { _meta: meta } = {} }]) => ({
      name,
      number: Number(name.slice(name.lastIndexOf('-') + 1)),
      aliases: Object.keys(aliases),
      rebuild: meta?.rebuild ?? 0,
    }))
  }

  /** Creates the index after the last one, and returns its name. */
  async createNext(
    indices: readonly Index[],
    { aliases, rebuild }: Pick<Index, 'aliases' | 'rebuild'>,
  ): Promise<string> {
    const name = this.#names.index(Math.max(0, ...indices.map(({ number }) => number)) + 1)
    const all = Object.fromEntries([...aliases, this.#names.own(name)].map((alias) => [alias, {}]))
    // 400: another process has created it.
    await this.#connection.send({ method: 'PUT', path: `/${name}`, body: bodyFor(rebuild, all), expected: [400] })
    return name
  }

  /** Moves the alias for writes to the index `next`. */
  async writeInto(next: string, indices: readonly Index[]): Promise<void> {
    const { write } = this.#names
    const before = indices.filter(({ name, aliases }) => name !== next && aliases.includes(write))
    await this.#moveAlias(
      write,
      next,
      before.map(({ name }) => name),
    )
  }

  /** As `writeInto`. Returns false where OpenSearch refuses it because a disk is full. */
  tryToWriteInto(next: string, indices: readonly Index[]): Promise<boolean> {
    return this.writeInto(next, indices).then(
      () => true,
      (error: unknown) => {
        if (error instanceof DiskFull) return false
        throw error
      },
    )
  }

  /** Moves the alias for searches to the index `next`. */
  searchIn(next: string, before: string | null): Promise<void> {
    return this.#moveAlias(this.#names.read, next, before === null ? [] : [before])
  }

  async delete(name: string): Promise<void> {
    await this.#connection.send({ method: 'DELETE', path: `/${name}`, expected: [NOT_FOUND] })
  }

  /** Deletes what neither searches nor writes have used for long enough. */
  async deleteOld(indices: readonly Index[]): Promise<void> {
    const { read, write } = this.#names
    const left = indices.filter(({ aliases }) => !aliases.includes(read) && !aliases.includes(write))
    const at = performance.now()
    for (const name of this.#leftSince.keys()) if (left.every((one) => one.name !== name)) this.#leftSince.delete(name)
    for (const { name } of left) {
      const since = this.#leftSince.get(name) ?? at
      this.#leftSince.set(name, since)
      if (at - since >= this.#oldKeptMs) await this.delete(name)
    }
  }

  async #moveAlias(alias: string, next: string, before: readonly string[]): Promise<void> {
    const removed = before.map((index) => ({ remove: { index, alias } }))
    const body = { actions: [{ add: { index: next, alias } }, ...removed] }
    await this.#connection.send({ method: 'POST', path: '/_aliases', body })
  }
}
