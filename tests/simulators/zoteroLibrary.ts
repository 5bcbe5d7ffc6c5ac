/** A library of the simulated Zotero: objects with versions of their own, under one version that only rises. */
export interface SimData {
  itemType: string
  [field: string]: unknown
}

export interface SimItem {
  key: string
  version: number
  data: SimData
}

interface SimCollection {
  key: string
  version: number
  name: string
  parent: string | null
}

/** An object that is refused, with the status that Zotero gives for it. */
export interface Refused {
  code: number
  message: string
}

const EVERYWHERE = new Set('itemType tags relations dateAdded dateModified deleted key version'.split(' '))
const PAPER =
  'title creators abstractNote collections date DOI url accessDate archive archiveLocation extra shortTitle language libraryCatalog callNumber rights citationKey'.split(
    ' ',
  )
/** The fields of each type of item that the tests use; a field of another type is refused. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  preprint: [...PAPER, 'genre', 'repository', 'archiveID', 'place', 'series', 'seriesNumber'],
  journalArticle: [...PAPER, 'publicationTitle', 'journalAbbreviation', 'volume', 'issue', 'pages', 'ISSN'],
  conferencePaper: [...PAPER, 'proceedingsTitle', 'conferenceName', 'pages', 'publisher', 'ISBN'],
  bookSection: [...PAPER, 'bookTitle', 'pages', 'publisher'],
  report: [...PAPER, 'institution', 'reportNumber', 'reportType'],
  thesis: [...PAPER, 'university', 'thesisType'],
  blogPost: [...PAPER, 'blogTitle'],
  book: [...PAPER, 'publisher', 'ISBN'],
  webpage: [...PAPER, 'websiteTitle'],
  note: ['note', 'parentItem', 'collections'],
  attachment: ['parentItem', 'linkMode', 'title', 'url', 'contentType', 'note', 'collections', 'accessDate', 'charset'],
}
const KEY = /^[23456789ABCDEFGHIJKLMNPQRSTUVWXYZ]{8}$/
const LETTERS = '23456789ABCDEFGHIJKLMNPQRSTUVWXYZ'

export class SimLibrary {
  version = 1000
  readonly items = new Map<string, SimItem>()
  readonly collections = new Map<string, SimCollection>()
  /** Version at which each key was deleted. */
  readonly deletedItems = new Map<string, number>()
  readonly deletedCollections = new Map<string, number>()
  #keys = 0

  /** Versions rise with jumps. */
  #rise(): number {
    this.version += 3
    return this.version
  }

  newKey(): string {
    let number = ++this.#keys
    let key = ''
    for (let at = 0; at < 8; at++) {
      key = LETTERS.charAt(number % LETTERS.length) + key
      number = Math.floor(number / LETTERS.length)
    }
    return key
  }

  /** What the owner does in Zotero itself: a new item. Returns its key. */
  add(data: Partial<SimData>, key = this.newKey()): string {
    const at = '2026-09-22T07:00:01Z'
    const whole = { itemType: 'journalArticle', tags: [], collections: [], relations: {}, dateAdded: at, ...data }
    this.items.set(key, { key, version: this.#rise(), data: whole })
    return key
  }

  /** Changes fields of an item; `deleted: 1` puts it into the trash, `deleted: 0` takes it out. */
  edit(key: string, changes: Partial<SimData>): void {
    const item = this.items.get(key)
    if (item === undefined) throw new Error(`there is no item ${key}`)
    item.data = { ...item.data, ...changes }
    if (!item.data['deleted']) delete item.data['deleted']
    item.version = this.#rise()
  }

  /** Deletes an item for good, with its children. */
  remove(key: string): void {
    const version = this.#rise()
    for (const gone of [key, ...this.childrenOf(key).map((child) => child.key)]) {
      this.items.delete(gone)
      this.deletedItems.set(gone, version)
    }
  }

  addCollection(name: string, parent: string | null = null): string {
    const key = this.newKey()
    this.collections.set(key, { key, name, parent, version: this.#rise() })
    return key
  }

  /** Its items stay, and are in it no more. */
  removeCollection(key: string): void {
    const version = this.#rise()
    this.collections.delete(key)
    this.deletedCollections.set(key, version)
    for (const item of this.items.values()) {
      const collections = (item.data['collections'] as string[] | undefined) ?? []
      if (!collections.includes(key)) continue
      item.data = { ...item.data, collections: collections.filter((one) => one !== key) }
      item.version = version
    }
  }

  childrenOf = (key: string): SimItem[] => [...this.items.values()].filter(({ data }) => data['parentItem'] === key)
  top = (): SimItem[] => [...this.items.values()].filter(({ data }) => data['parentItem'] === undefined)
  tagsOf = (key: string): string[] =>
    ((this.items.get(key)?.data['tags'] ?? []) as { tag: string }[]).map(({ tag }) => tag)

  /** One object of a write with several. All of one request get the same version. */
  write(object: Record<string, unknown>, version: number): SimItem | Refused {
    const key = object['key'] ?? this.newKey()
    if (typeof key !== 'string' || !KEY.test(key)) return { code: 400, message: `'${String(key)}' is not a valid key` }
    const existing = this.items.get(key)
    if (object['key'] !== undefined && object['version'] === undefined)
      return { code: 428, message: 'If-Unmodified-Since-Version or object version property must be provided' }
    if (existing !== undefined && object['version'] !== existing.version)
      return {
        code: 412,
        message: `Item has been modified since specified version (expected ${String(object['version'])}, found ${existing.version})`,
      }
    if (existing === undefined && typeof object['version'] === 'number' && object['version'] > 0)
      return { code: 404, message: `Item ${key} doesn't exist (expected version ${object['version']}; use 0 instead)` }
    const refused = this.check({ ...existing?.data, ...object })
    if (refused) return refused
    const { key: _key, version: _version, ...data } = object
    const at = '2026-11-27T10:00:00Z'
    const before = existing?.data ?? { itemType: '', dateAdded: at, relations: {} }
    const item: SimItem = { key, version, data: { ...before, ...data, itemType: String(object['itemType']) } }
    this.items.set(key, item)
    return item
  }

  /** The first thing that is wrong with an object, as Zotero would say it; null if nothing is. */
  check(object: Record<string, unknown>): Refused | null {
    const type = String(object['itemType'])
    const fields = FIELDS[type]
    if (fields === undefined) return { code: 400, message: `'${type}' is not a valid itemType` }
    const wrong = Object.keys(object).find((field) => !fields.includes(field) && !EVERYWHERE.has(field))
    if (wrong !== undefined) return { code: 400, message: `'${wrong}' is not a valid field for type '${type}'` }
    const tags = (object['tags'] ?? []) as { tag: string }[]
    const long = tags.find(({ tag }) => tag.length > 255 || tag === '')
    if (long !== undefined) return { code: 413, message: `Tag '${long.tag.slice(0, 20)}…' is too long` }
    const collections = (object['collections'] ?? []) as string[]
    const unknown = collections.find((key) => !this.collections.has(key))
    if (unknown !== undefined) return { code: 409, message: `Collection ${unknown} doesn't exist` }
    const parent = object['parentItem']
    if (typeof parent === 'string' && !this.items.has(parent))
      return { code: 409, message: `Parent item ${parent} not found` }
    return null
  }

  /** The version of a write that is about to be made. */
  nextVersion = (): number => this.#rise()
}

/** An invented item of a library, recognised by the DOI `10.5555/lantern.<number>`. */
export const simItem = (number: number, changes: Partial<SimData> = {}): Partial<SimData> => ({
  itemType: 'journalArticle',
  title: `Counting Lanterns, part ${number}`,
  creators: [
    { creatorType: 'author', firstName: 'Mirela', lastName: 'Quillfeather' },
    { creatorType: 'author', name: 'Lantern Consortium' },
  ],
  abstractNote: 'We introduce LanternBench.',
  publicationTitle: 'Journal of Imaginary Vision',
  date: '2026-09-21',
  DOI: `10.5555/lantern.${number}`,
  url: '',
  extra: '',
  ...changes,
})
