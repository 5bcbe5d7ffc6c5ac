import type { IndexProblem } from '../searchIndex.ts'
import type { Connection } from './connection.ts'
import { NOT_FOUND } from './indices.ts'
import type { IndexNames } from './mapping.ts'
import { ACCEPTS_NO_CHANGES, CREATES_NO_INDEX, DiskFull } from './serverErrors.ts'

const MB = 1024 ** 2

/** OpenSearch writes every value of a setting as a string. */
interface Limits {
  blocks?: { create_index?: string }
  routing?: { allocation?: { disk?: { threshold_enabled?: string; watermark?: { high?: string } } } }
}
type Settings = Record<'transient' | 'persistent' | 'defaults', { cluster?: Limits } | undefined>

interface Node {
  roles: string[]
  fs: { total: { total_in_bytes: number; available_in_bytes: number } }
}

/** Asks OpenSearch about the disks of its nodes, and what it does because they are full. */
export class Space {
  readonly #connection: Connection
  readonly #names: IndexNames
  /** The size of the last index that was given up because a disk was full. */
  #givenUpBytes = 0

  constructor(connection: Connection, names: IndexNames) {
    this.#connection = connection
    this.#names = names
  }

  /** What OpenSearch says is wrong with the index. */
  async findProblem(): Promise<IndexProblem | null> {
    const { pattern } = this.#names
    // Of no index when there is none yet.
    const health = await this.#ask<{ status: string }>(`/_cluster/health/${pattern}`)
    if (health.status === 'red')
      return { state: 'down', message: 'A part of the index is lost or not started: OpenSearch reports “red”.' }
    return (await this.#isReadOnly()) ? { state: 'slow', message: new DiskFull().message } : null
  }

  /** As `SearchIndex.findLack`, beside the index `searched`. */
  async findLack(searched: string): Promise<string | null> {
    const path = '/_cluster/settings'
    const settings = await this.#ask<Settings>(path, { include_defaults: 'true', filter_path: '*.cluster' })
    const read = <Value>(choose: (limits: Limits) => Value | undefined): Value | undefined =>
      [settings.transient, settings.persistent, settings.defaults]
        .map((layer) => choose(layer?.cluster ?? {}))
        .find((value) => value !== undefined)
    if (read(({ blocks }) => blocks?.create_index) === 'true') return CREATES_NO_INDEX
    if (await this.#isReadOnly()) return ACCEPTS_NO_CHANGES
    const isLimited = read(({ routing }) => routing?.allocation?.disk?.threshold_enabled) !== 'false'
    const high = read(({ routing }) => routing?.allocation?.disk?.watermark?.high)
    const free = await this.#measureFree(isLimited && high !== undefined ? high : '0b')
    const needed = Math.max(await this.#sizeOf(searched), this.#givenUpBytes)
    return needed > free
      ? `the disks of OpenSearch lack ${Math.ceil((needed - free) / MB)} MB for a second index`
      : null
  }

  /** Notes how large an index has become that is deleted for lack of space: the next one needs more than there was. */
  async noteGivenUp(name: string): Promise<void> {
    // Another process may have deleted it.
    this.#givenUpBytes = Math.max(this.#givenUpBytes, await this.#sizeOf(name))
  }

  /** Whether OpenSearch refuses changes of one of the indices. */
  async #isReadOnly(): Promise<boolean> {
    const path = `/${this.#names.pattern}/_settings/index.blocks.*`
    const settings =
      await this.#ask<Record<string, { settings?: { index?: { blocks?: Record<string, string> } } }>>(path)
    return Object.values(settings).some((one) => one.settings?.index?.blocks?.['read_only_allow_delete'] === 'true')
  }

  /** Bytes that the nodes have before they reach the watermark `high`: "90%", "0.9", or the bytes that stay free, "10gb". */
  async #measureFree(high: string): Promise<number> {
    const { nodes } = await this.#ask<{ nodes: Record<string, Node> }>('/_nodes/stats/fs', {
      filter_path: 'nodes.*.roles,nodes.*.fs.total',
    })
    return Object.values(nodes)
      .filter(({ roles }) => roles.includes('data'))
      .map(({ fs: { total } }) => total.available_in_bytes - keptFree(high, total.total_in_bytes))
      .reduce((sum, free) => sum + Math.max(0, free), 0)
  }

  /** In bytes, of all copies. */
  async #sizeOf(name: string): Promise<number> {
    const { _all: all } = await this.#ask<{ _all?: { total?: { store?: { size_in_bytes: number } } } }>(
      `/${name}/_stats/store`,
    )
    return all?.total?.store?.size_in_bytes ?? 0
  }

  #ask<Body>(path: string, querystring: Record<string, string> = {}): Promise<Body> {
    return this.#connection.send<Body>({ method: 'GET', path, querystring, expected: [NOT_FOUND] })
  }
}

const UNITS = ['b', 'kb', 'mb', 'gb', 'tb', 'pb']

/** How many bytes of a disk of `total` bytes stay free below a watermark. */
function keptFree(watermark: string, total: number): number {
  const [, number = '0', unit = ''] = /^([\d.]+)\s*([a-z%]*)$/i.exec(watermark) ?? []
  if (unit === '%') return total * (1 - Number(number) / 100)
  if (unit === '') return total * (1 - Number(number))
  return Number(number) * 1024 ** UNITS.indexOf(unit.toLowerCase())
}
