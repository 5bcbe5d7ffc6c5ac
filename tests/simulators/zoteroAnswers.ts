import type { SimRequest } from './simulatedService.ts'
import type { SimItem, SimLibrary } from './zoteroLibrary.ts'

/** What a key may do with the library of its user. */
export interface SimKey {
  userId: number
  library: boolean
  write: boolean
  notes: boolean
  /** Groups whose libraries it may read; by default none. */
  groups?: 'all' | number[]
}

/** A group, its library, and whether the first user is a member. */
export interface SimGroup {
  name: string
  library: SimLibrary
  isMember: boolean
}

export const USER_ID = 9990001
const USERNAME = 'mquill'

/** An answer in plain text, as those to refused requests are. */
export const text = (body: string, status: number, headers: Record<string, string> = {}) =>
  new Response(body, { status, headers: { 'content-type': 'text/plain;charset=UTF-8', ...headers } })

/** The answer to `/keys/current`. */
export const describeKey = (key: string, { userId, library, write, notes, groups = [] }: SimKey) => ({
  key,
  userID: userId,
  username: USERNAME,
  displayName: '',
  access: { user: { library, files: library, notes, write }, groups: rightsOf(groups) },
})

/** PHP writes an empty map as a list. */
function rightsOf(groups: 'all' | number[]) {
  if (groups === 'all') return { all: { library: true, write: false } }
  if (groups.length === 0) return []
  return Object.fromEntries(groups.map((id) => [id, { library: true, write: false }]))
}

/** The answer to a GET below the address of a library. */
export function read(library: SimLibrary, path: string, query: URLSearchParams, request: Request): Response {
  const headers = { 'last-modified-version': String(library.version), 'content-type': 'application/json' }
  const known = request.headers.get('if-modified-since-version')
  if (known !== null && Number(known) >= library.version) return new Response(null, { status: 304, headers })
  const since = Number(query.get('since') ?? 0)
  const newer = ({ version }: { version: number }) => version > since
  if (path === '/deleted') {
    const after = (map: Map<string, number>) => [...map].flatMap(([key, version]) => (version > since ? key : []))
    const deleted = { collections: after(library.deletedCollections), items: after(library.deletedItems) }
    return Response.json({ ...deleted, searches: [], tags: [], settings: [] }, { headers })
  }
  if (path === '/collections') {
    const found = [...library.collections.values()].filter(newer).map(({ key, version, name, parent }) => ({
      key,
      version,
      meta: { numCollections: 0, numItems: 0 },
      data: { key, version, name, parentCollection: parent ?? false, relations: {} },
    }))
    return page(found, query, headers)
  }
  const [, single] = /^\/items\/([A-Z0-9]{8})$/.exec(path) ?? []
  if (single !== undefined) {
    const item = library.items.get(single)
    if (item === undefined) return text('Item does not exist', 404)
    return Response.json(render(item), { headers: { ...headers, 'last-modified-version': String(item.version) } })
  }
  if (path !== '/items' && path !== '/items/top') return text('Not found', 404)
  const wanted = query.get('itemKey')?.split(',')
  if (wanted !== undefined && wanted.length > 50) return text('Too many item keys', 413)
  const isShown = ({ key, data }: SimItem) =>
    (wanted === undefined || wanted.includes(key)) && (query.has('includeTrashed') || !data['deleted'])
  const found = (path === '/items' ? [...library.items.values()] : library.top()).filter(newer).filter(isShown)
  if (query.get('format') === 'versions')
    return Response.json(Object.fromEntries(found.map(({ key, version }) => [key, version])), { headers })
  return page(found.map(render), query, headers)
}

/** The groups of the first user. */
export const listGroups = (groups: ReadonlyMap<number, SimGroup>, query: URLSearchParams): Response =>
  page(
    [...groups].flatMap(([id, { name, library, isMember }]) =>
      isMember
        ? { id, version: library.version, data: { id, name, libraryReading: 'members', libraryEditing: 'admins' } }
        : [],
    ),
    query,
    { 'content-type': 'application/json' },
  )

/** One page of a list, with the headers that say where the next one is. */
function page(found: readonly object[], query: URLSearchParams, headers: Record<string, string>): Response {
  const start = Number(query.get('start') ?? 0)
  const limit = Math.min(100, Number(query.get('limit') ?? 25))
  const paging: Record<string, string> = { ...headers, 'total-results': String(found.length) }
  if (start + limit < found.length) paging['link'] = `<?start=${start + limit}>; rel="next"`
  return Response.json(found.slice(start, start + limit), { headers: paging })
}

/** An item as it is sent. */
export const render = ({ key, version, data }: SimItem) => ({
  key,
  version,
  library: { type: 'user', id: USER_ID, name: USERNAME, links: {} },
  links: { self: { href: `https://api.zotero.org/users/${USER_ID}/items/${key}`, type: 'application/json' } },
  meta: { numChildren: 0 },
  data: { key, version, ...data },
})

/** Changes fields of one item. */
export function change(library: SimLibrary, path: string, request: Request, { json }: SimRequest): Response {
  const [, key = ''] = /^\/items\/([A-Z0-9]{8})$/.exec(path) ?? []
  const item = library.items.get(key)
  if (item === undefined) return text('Item does not exist', 404)
  const version = request.headers.get('if-unmodified-since-version')
  if (version === null)
    return text('If-Unmodified-Since-Version or object version property must be provided for key-based writes', 428)
  if (Number(version) !== item.version)
    return text(`Item has been modified since specified version (expected ${version}, found ${item.version})`, 412)
  const changes = JSON.parse(json ?? '{}') as Record<string, unknown>
  const refused = library.check({ ...item.data, ...changes })
  if (refused !== null) return text(refused.message, refused.code)
  library.edit(key, changes)
  return new Response(null, { status: 204, headers: { 'last-modified-version': String(item.version) } })
}
