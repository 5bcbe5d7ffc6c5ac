import { isDay, isWeekend, now } from '#api/platform/clock.ts'
import { serveJson, type JsonAnswer, type JsonService } from './jsonService.ts'

/** A paper of a list. Keys that are undefined are absent, as in the service. */
export interface SimDailyPaper {
  /** Of arXiv. */
  id: string
  /** When it came into its list, whose day is this one in UTC. */
  listedAt: string
  title?: string
  /** On its first day, and how many come with each further day. */
  upvotes?: number
  votesPerDay?: number
  comments?: number
  projectPage?: string
  githubRepo?: string
  githubStars?: number
  ai_summary?: string
  /** Fields of the entry that replace the right ones. */
  changes?: Record<string, unknown>
}

export interface HuggingfaceSimulator extends JsonService<never> {
  papers: SimDailyPaper[]
  /** Access tokens that are accepted. */
  keys: Set<string>
  /** Requests of five minutes. */
  windowMax: { anonymous: number; withKey: number }
  /** Every page of a list is its first one. */
  ignoresPages: boolean
}

const WINDOW_SECONDS = 300
const DAY_MS = 86_400_000
const LIMIT_DEFAULT = 50
const LIMIT_MAX = 100

const refuse = (status: number, error: string): JsonAnswer => ({ status, body: { error } })

/** Serves the daily papers of Hugging Face on a local port, as closely as their behaviour is known. */
export function startHuggingfaceSimulator({ papers = [] as SimDailyPaper[], port = 0 } = {}): HuggingfaceSimulator {
  const sent = new Map<string, number>()

  function respond({ pathname, searchParams }: URL, request: Request): JsonAnswer {
    const key = request.headers.get('authorization')?.replace(/^Bearer /, '')
    if (key !== undefined && !simulator.keys.has(key)) return refuse(401, 'Invalid username or password.')
    const { windowMax } = simulator
    const limit = key === undefined ? windowMax.anonymous : windowMax.withKey
    const seconds = Math.floor(now().getTime() / 1000)
    const window = `${Math.floor(seconds / WINDOW_SECONDS)} ${key ?? ''}`
    const left = limit - (sent.get(window) ?? 0) - 1
    sent.set(window, limit - left)
    const headers = {
      ratelimit: `"api";r=${Math.max(0, left)};t=${WINDOW_SECONDS - (seconds % WINDOW_SECONDS)}`,
      'ratelimit-policy': `"fixed window";"api";q=${limit};w=${WINDOW_SECONDS}`,
    }
    if (left < 0) return { status: 429, headers: { ...headers, 'content-type': 'text/plain' }, body: TOO_MANY }
    if (pathname !== '/api/daily_papers') return { ...refuse(404, 'Sorry, we can’t find the page.'), headers }
    return { ...list(searchParams), headers }
  }

  function list(parameters: URLSearchParams): JsonAnswer {
    const date = parameters.get('date')
    if (date !== null && !isDay(date)) return refuse(400, 'Invalid date')
    const today = now().toISOString().slice(0, 10)
    if (date !== null && date > today) return refuse(400, 'Date is in the future')
    const limit = Number(parameters.get('limit') ?? LIMIT_DEFAULT)
    if (!Number.isInteger(limit) || limit < 1 || limit > LIMIT_MAX) return refuse(400, 'Invalid limit')
    const day = date ?? today
    const listed = simulator.papers.filter(({ listedAt }) => listedAt.startsWith(day) && new Date(listedAt) <= now())
    const page = simulator.ignoresPages ? 0 : Number(parameters.get('p') ?? 0)
    const shown = isWeekend(day) ? [] : listed.slice(page * limit, (page + 1) * limit)
    return { body: shown.map(render) }
  }

  const simulator: HuggingfaceSimulator = Object.assign(serveJson({ port, respond, tooMany: TOO_MANY }), {
    papers,
    keys: new Set<string>(),
    windowMax: { anonymous: 500, withKey: 1_000 },
    ignoresPages: false,
  })
  return simulator
}

const TOO_MANY = 'We had to rate limit your IP (203.0.113.7). To continue using our service, create a HF account.'

function render({
  id,
  listedAt,
  title = 'Counting Lanterns',
  upvotes = 31,
  votesPerDay = 0,
  comments = 2,
  changes,
  ...optional
}: SimDailyPaper) {
  const days = Math.floor((now().getTime() - new Date(listedAt).getTime()) / DAY_MS)
  const publishedAt = '2026-09-21T16:02:44.000Z'
  const submitter = { _id: '650000000000000000000009', fullname: 'N. Obody', user: 'nobody', type: 'user' }
  const summary = 'We introduce LanternBench.'
  return {
    paper: {
      id,
      authors: [{ _id: '650000000000000000000001', name: 'Mirela Quillfeather', hidden: false }],
      publishedAt,
      submittedOnDailyAt: listedAt,
      submittedOnDailyBy: { ...submitter, avatarUrl: '/avatars/x.svg', isPro: false },
      title,
      summary,
      upvotes: upvotes + days * votesPerDay,
      discussionId: '650000000000000000000002',
      ...optional,
    },
    // In Eastern time.
    publishedAt: '2026-09-21T12:02:44.000Z',
    title,
    summary,
    numComments: comments,
    submittedBy: submitter,
    isAuthorParticipating: false,
    ...changes,
  }
}
