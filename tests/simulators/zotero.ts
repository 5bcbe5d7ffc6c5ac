import { serveSimulated, type Plan, type SimRequest, type SimulatedService } from './simulatedService.ts'
import {
  change,
  describeKey,
  listGroups,
  read,
  render,
  text,
  USER_ID,
  type SimGroup,
  type SimKey,
} from './zoteroAnswers.ts'
import { SimLibrary } from './zoteroLibrary.ts'

export { USER_ID } from './zoteroAnswers.ts'

export type ZoteroFault = 'rate-limited' | 'backoff' | 'unavailable' | 'html' | 'truncated' | 'lost' | 'hang'

export interface ZoteroSimulator extends SimulatedService<ZoteroFault> {
  /** By the number of the user. */
  libraries: Map<number, SimLibrary>
  keys: Map<string, SimKey>
  /** By number; none at first. */
  groups: Map<number, SimGroup>
  /** The library of the first user. */
  library: SimLibrary
  /** The answers to so many further writes are lost, after they have happened. */
  lostWrites: number
  /** Called after each answer was made, before it is sent: what the owner does meanwhile. */
  onAnswer: ((path: string) => void) | null
}

export const KEY = 'Pq7vInventedKeyOfMirela1'
const NEVER = '0'

/** Serves Zotero's Web API, version 3, on a local port, with one account and one key that may do everything. */
export function startZoteroSimulator({ port = 0 } = {}): ZoteroSimulator {
  const tokens = new Set<string>()

  function respond(url: URL, plan: Plan<ZoteroFault> | undefined, request: Request, sent: SimRequest): Response {
    const { fault, retryAfter } = plan ?? {}
    if (fault === 'rate-limited')
      return text('Rate limit exceeded', 429, retryAfter === undefined ? {} : { 'retry-after': retryAfter })
    if (fault === 'unavailable')
      return text('<html>Maintenance</html>', 503, retryAfter ? { 'retry-after': retryAfter } : {})
    if (fault === 'html') return new Response('<!doctype html><title>Maintenance</title>')
    if (request.headers.has('expect')) return text('Expect header is not supported', 417)
    const response = answer(url, request, sent)
    simulator.onAnswer?.(url.pathname)
    if (request.method !== 'GET' && simulator.lostWrites > 0) {
      simulator.lostWrites -= 1
      return text('Gateway Timeout', 504)
    }
    // The write has happened.
    if (fault === 'lost') return text('Gateway Timeout', 504)
    if (fault === 'truncated') return new Response('{"successful":{"0":{"key"', { headers: response.headers })
    if (fault === 'backoff') response.headers.set('backoff', retryAfter ?? NEVER)
    return response
  }

  function answer(url: URL, request: Request, sent: SimRequest): Response {
    if (request.headers.get('zotero-api-version') !== '3') return text('Version 1 has ended', 400)
    const name = request.headers.get('zotero-api-key') ?? ''
    const key = simulator.keys.get(name)
    if (key === undefined) return text('Invalid key', 403)
    if (url.pathname === '/keys/current') return Response.json(describeKey(name, key))
    const [, groupId, below = ''] = /^\/groups\/(\d+)(\/.*)$/.exec(url.pathname) ?? []
    if (groupId !== undefined) return answerGroup(Number(groupId), below, { url, request, key })
    const [, id = '', rest = ''] = /^\/users\/([^/]+)(\/.*)$/.exec(url.pathname) ?? []
    if (!/^\d+$/.test(id)) return text('Not found', 404)
    const library = simulator.libraries.get(Number(id))
    if (library === undefined || key.userId !== Number(id) || !key.library) return text('Forbidden', 403)
    if (rest === '/groups') return listGroups(simulator.groups, url.searchParams)
    if (request.method !== 'GET' && !key.write) return text('Write access denied', 403)
    if (request.method === 'POST' && rest === '/items') return create(library, request, sent, key)
    if (request.method === 'PATCH') return change(library, rest, request, sent)
    return read(library, rest, url.searchParams, request)
  }

  function answerGroup(
    id: number,
    path: string,
    { url, request, key }: { url: URL; request: Request; key: SimKey },
  ): Response {
    const group = simulator.groups.get(id)
    if (group === undefined) return text('Group not found', 404)
    const { groups = [] } = key
    if (!group.isMember || (groups !== 'all' && !groups.includes(id))) return text('Forbidden', 403)
    if (request.method !== 'GET') return text('Write access denied', 403)
    return read(group.library, path, url.searchParams, request)
  }

  function create(library: SimLibrary, request: Request, { json }: SimRequest, key: SimKey): Response {
    const token = request.headers.get('zotero-write-token')
    if (token !== null && tokens.has(token)) return text('Write token already used', 412)
    const since = request.headers.get('if-unmodified-since-version')
    if (since !== null && Number(since) < library.version)
      return text(`Library has been modified since specified version`, 412)
    const objects: unknown = JSON.parse(json ?? 'null')
    if (!Array.isArray(objects)) return text('JSON data must be an array', 400)
    if (objects.length > 50) return text('Cannot add more than 50 items at a time', 413)
    const report = { successful: {}, success: {}, unchanged: {}, failed: {} } as Record<string, Record<string, unknown>>
    const version = library.nextVersion()
    for (const [index, object] of (objects as Record<string, unknown>[]).entries()) {
      const isNote = object['itemType'] === 'note' && !key.notes
      const written = isNote ? { code: 403, message: 'Note access denied' } : library.write(object, version)
      if ('code' in written) report['failed']![index] = { key: object['key'] ?? '', ...written }
      else {
        report['successful']![index] = render(written)
        report['success']![index] = written.key
      }
    }
    // A token is stored after success.
    if (token !== null) tokens.add(token)
    return Response.json(report, { headers: { 'last-modified-version': String(library.version) } })
  }

  const library = new SimLibrary()
  const service = serveSimulated<ZoteroFault>({ port, respond })
  const simulator: ZoteroSimulator = Object.assign(service, {
    libraries: new Map([[USER_ID, library]]),
    keys: new Map([[KEY, { userId: USER_ID, library: true, write: true, notes: true }]]),
    groups: new Map(),
    library,
    lostWrites: 0,
    onAnswer: null,
  })
  return simulator
}
