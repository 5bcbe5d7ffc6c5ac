const ids = new WeakMap<Request, string>()
const ACCEPTED = /^[\w-]{8,64}$/

/** Returns the request id for the log: the proxy's `x-request-id` if it is valid, else a new UUID. */
export function requestIdOf(request: Request): string {
  const known = ids.get(request)
  if (known !== undefined) return known
  const header = request.headers.get('x-request-id')
  const id = header !== null && ACCEPTED.test(header) ? header : crypto.randomUUID()
  ids.set(request, id)
  return id
}
