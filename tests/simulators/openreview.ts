import { serveSimulated, type Plan, type SimRequest, type SimulatedService } from './simulatedService.ts'

export type OpenreviewFault =
  | 'challenge'
  | 'forbidden'
  | 'rate-limited'
  | 'failed'
  | 'html'
  | 'truncated'
  | 'other-json'
  | 'without-count'
  | 'redirect-outside'
  | 'hang'

/** A note as OpenReview keeps it; values of its content are bare, as API 1 sends them. */
export interface SimNote {
  id: string
  forum: string
  number: number
  cdate: number
  mdate: number
  pdate?: number
  ddate?: number
  license?: string
  readers: string[]
  content: Record<string, unknown>
  /** Who may read a field of the content, if not everyone: API 2 sends it to an account that may. */
  fieldReaders?: Record<string, string[]>
}

export interface OpenreviewHost extends SimulatedService<OpenreviewFault> {
  notes: SimNote[]
  /** Ids of the group "venues". */
  venues: string[]
  /** Password by e-mail address. */
  accounts: Map<string, string>
  /** Every answer to a request with a token is the challenge. */
  challengesAll: boolean
  /** The sign-in is answered with the challenge, as for an account with a second factor. */
  challengesLogin: boolean
  /** Most notes of one answer. */
  limitMax: number
  /** Makes all tokens so far worthless. */
  expire(): void
  /** How often a program signed in. */
  logins(): number
}

export interface OpenreviewSimulator {
  /** The host of API 2, and that of API 1. */
  v2: OpenreviewHost
  v1: OpenreviewHost
  stop(): Promise<void>
}

export const EMAIL = 'papers@example.org'
export const PASSWORD = 'invented:pass'

const json = { 'content-type': 'application/json; charset=utf-8' }
const LIMIT = 1000

const answer = (value: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(value), { status, headers: { ...json, ...headers } })
const refuse = (name: string, message: string, status: number) => answer({ name, message, status, details: {} }, status)

/** What a program without a token, with an old one or with that of the other host gets. */
const challenge = () =>
  answer(
    {
      name: 'ChallengeRequiredError',
      message: 'Please complete the challenge to continue',
      status: 403,
      details: { challengeUrl: 'https://openreview.example/challenge' },
    },
    403,
  )

/** By fault; the others change the right answer. */
const FAULTS: Partial<Record<OpenreviewFault, (plan: Plan<OpenreviewFault>) => Response>> = {
  challenge,
  forbidden: () => refuse('ForbiddenError', 'You do not have permission', 403),
  'rate-limited': ({ retryAfter }) =>
    answer({ name: 'RateLimitError', message: 'Too many requests', status: 429 }, 429, {
      ...(retryAfter !== undefined && { 'retry-after': retryAfter }),
    }),
  failed: () => refuse('InternalServerError', 'Something went wrong', 500),
  html: () => new Response('<!doctype html><title>Maintenance</title>', { headers: { 'content-type': 'text/html' } }),
  'other-json': () => answer({ count: 0 }),
  'redirect-outside': () => new Response(null, { status: 307, headers: { location: 'http://169.254.169.254/notes' } }),
}

function startHost(version: 1 | 2, port: number): OpenreviewHost {
  let tokens = new Set<string>()
  let issued = 0

  function login(body: string): Response {
    if (host.challengesLogin) return challenge()
    const { id, password } = JSON.parse(body) as { id?: string; password?: string }
    if (id === undefined || host.accounts.get(id) !== password)
      return refuse('Error', 'Invalid username or password', 400)
    const token = `token-${version}-${++issued}`
    tokens.add(token)
    return answer({ token, user: { id, profile: { id: '~Ada_Lind1' } } })
  }

  function write({ fieldReaders = {}, content, ...note }: SimNote): object {
    const venueid = String(content['venueid'] ?? '')
    const domain = venueid.replace(/\/(?:Submission|Withdrawn_Submission|Rejected_Submission)$/, '')
    const invitation = `${domain}/-/${version === 1 ? 'Blind_Submission' : 'Submission'}`
    const common = { ...note, tcdate: note.cdate, tmdate: note.mdate, signatures: [domain] }
    if (version === 1) return { ...common, invitation, original: `${note.id}o`, referent: null, content }
    const wrapped = Object.entries(content).map(([name, value]) => [
      name,
      { value, ...(fieldReaders[name] && { readers: fieldReaders[name] }) },
    ])
    return { ...common, invitations: [invitation], domain, content: Object.fromEntries(wrapped) }
  }

  function listNotes(parameters: URLSearchParams, fault?: OpenreviewFault): Response {
    const id = parameters.get('id')
    if (id !== null) {
      const found = host.notes.find((note) => note.id === id)
      if (found === undefined) return refuse('NotFoundError', `The Note ${id} was not found`, 404)
      if (!found.readers.includes('everyone')) return refuse('ForbiddenError', 'You may not read it', 403)
      return answer({ notes: [write(found)] })
    }
    const limit = Number(parameters.get('limit') ?? LIMIT)
    const offset = Number(parameters.get('offset') ?? 0)
    if (limit > LIMIT) return refuse('ValidationError', `limit must be at most ${LIMIT}`, 400)
    const venueid = parameters.get('content.venueid')
    const all = host.notes
      .filter(({ content, ddate }) => content['venueid'] === venueid && ddate === undefined)
      .toSorted((one, other) => one.number - other.number)
    const notes = all.slice(offset, offset + Math.min(limit, host.limitMax)).map(write)
    const hasCount = version === 2 && parameters.get('count') === 'true' && fault !== 'without-count'
    const text = JSON.stringify({ notes, ...(hasCount && { count: all.length }) })
    return new Response(fault === 'truncated' ? text.slice(0, text.length / 2) : text, { headers: json })
  }

  function respond(url: URL, { method, headers, json: body }: SimRequest, fault?: OpenreviewFault): Response {
    if (method === 'POST' && url.pathname === '/login') return login(body ?? '{}')
    const token = /^Bearer (.+)$/.exec(headers['authorization'] ?? '')?.[1] ?? ''
    if (host.challengesAll || !tokens.has(token)) return challenge()
    if (url.pathname === '/notes') return listNotes(url.searchParams, fault)
    if (url.pathname === '/groups' && url.searchParams.get('id') === 'venues')
      return answer({ groups: [{ id: 'venues', members: host.venues, readers: ['everyone'] }] })
    return refuse('NotFoundError', 'Not found', 404)
  }

  const service = serveSimulated<OpenreviewFault>({
    port,
    respond: (url, plan, _request, sent) => (plan && FAULTS[plan.fault]?.(plan)) ?? respond(url, sent, plan?.fault),
  })
  const host: OpenreviewHost = Object.assign(service, {
    notes: [] as SimNote[],
    venues: [] as string[],
    accounts: new Map([[EMAIL, PASSWORD]]),
    challengesAll: false,
    challengesLogin: false,
    limitMax: LIMIT,
    expire: () => void (tokens = new Set()),
    logins: () => service.requests.filter(({ url }) => url === '/login').length,
  })
  return host
}

/** Serves the two hosts of OpenReview on local ports, as closely as their behaviour is known; 0 is a free one. */
export function startOpenreviewSimulator({
  ports = [0, 0],
}: { ports?: [v2: number, v1: number] } = {}): OpenreviewSimulator {
  const [v2, v1] = [startHost(2, ports[0]), startHost(1, ports[1])]
  return { v2, v1, stop: async () => void (await Promise.all([v2.stop(), v1.stop()])) }
}

export const VENUE = 'ICLR.cc/2027/Conference'

/** The id of an invented note. */
export const noteId = (number: number): string => `aB3dE5${String(number).padStart(4, '0')}`

/** An invented paper that was accepted, with `changes`; those of `content` replace single values. */
export function simNote(
  number: number,
  { content = {}, ...changes }: Partial<SimNote> = {},
  at = Date.parse('2026-09-20T08:00:00Z'),
): SimNote {
  const id = noteId(number)
  return {
    id,
    forum: id,
    number,
    cdate: at,
    mdate: at,
    license: 'CC BY 4.0',
    readers: ['everyone'],
    content: {
      title: `Counting Lanterns, part ${number}`,
      abstract: 'We introduce LanternBench. It counts lanterns by night.',
      authors: ['Mirela Quillfeather', 'Tomás Óðinsson'],
      authorids: ['~Mirela_Quillfeather1', '~Tomas_Odinsson1'],
      keywords: ['night'],
      venue: 'ICLR 2027 Poster',
      venueid: VENUE,
      pdf: `/pdf/${number}.pdf`,
      ...content,
    },
    ...changes,
  }
}

/** `count` accepted papers with consecutive numbers from `first`. */
export const simNotes = (count: number, first = 1, changes: Partial<SimNote> = {}): SimNote[] =>
  Array.from({ length: count }, (_, index) => simNote(first + index, changes))
