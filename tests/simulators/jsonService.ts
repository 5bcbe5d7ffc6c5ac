import { serveSimulated, type SimulatedService } from './simulatedService.ts'

/** What services that answer in JSON send in place of the right answer. */
export type JsonFault =
  | 'rate-limited'
  | 'unavailable'
  | 'blocked'
  | 'html'
  | 'truncated'
  | 'other-json'
  | 'not-utf8'
  | 'redirect-inside'
  | 'hang'

/** An answer before it is sent. */
export interface JsonAnswer {
  /** Sent as JSON; a text as it is. */
  body: unknown
  status?: number
  headers?: Record<string, string>
}

export interface JsonService<Fault extends string> extends SimulatedService<Fault | JsonFault> {
  /** The `Authorization` header of each request, null without one. */
  authorizations: (string | null)[]
}

const html = { 'content-type': 'text/html' }

const FAULTS: Readonly<Partial<Record<string, () => Response>>> = {
  unavailable: () =>
    new Response('<html><head><title>503 Service Unavailable</title></head></html>', { status: 503, headers: html }),
  blocked: () => new Response('<html><body><h1>403 Forbidden</h1></body></html>', { status: 403, headers: html }),
  html: () => new Response('<!doctype html><title>Maintenance</title>', { headers: html }),
  'other-json': () => Response.json({ message: 'Hello.' }),
  'redirect-inside': () =>
    new Response(null, { status: 302, headers: { location: 'http://169.254.169.254/latest/meta-data' } }),
}

/** Serves a simulated service that answers in JSON. `tooMany` is its answer to too many requests. */
export function serveJson<Fault extends string = never>({
  port,
  respond,
  tooMany,
}: {
  port: number
  respond: (url: URL, request: Request, fault: Fault | JsonFault | undefined) => JsonAnswer
  tooMany: string
}): JsonService<Fault> {
  const authorizations: (string | null)[] = []
  const service = serveSimulated<Fault | JsonFault>({
    port,
    respond(url, plan, request) {
      authorizations.push(request.headers.get('authorization'))
      if (plan?.fault === 'rate-limited')
        return new Response(tooMany, {
          status: 429,
          headers: { 'content-type': 'text/plain', ...(plan.retryAfter && { 'retry-after': plan.retryAfter }) },
        })
      const replaced = FAULTS[plan?.fault ?? '']?.()
      if (replaced !== undefined) return replaced
      const { body, status = 200, headers = {} } = respond(url, request, plan?.fault)
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      const sent = plan?.fault === 'truncated' ? text.slice(0, text.length / 2) : text
      // In Latin-1 a letter with an accent is a byte that is none of UTF-8.
      const bytes = plan?.fault === 'not-utf8' ? Buffer.from(sent, 'latin1') : sent
      return new Response(bytes, { status, headers: { 'content-type': 'application/json; charset=utf-8', ...headers } })
    },
  })
  return Object.assign(service, { authorizations })
}
