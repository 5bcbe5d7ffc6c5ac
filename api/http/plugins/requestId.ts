const ids = new WeakMap<Request, string>()
const ACCEPTED = /^[\w-]{8,64}$/

/** Returns the request id for the log: the proxy's `x-request-id` if it is valid, else a new UUID. */
export function requestIdOf(request: Request): string {
  const known = ids.get(request)
  if (known !== undefined) return known
  const given = request.headers.get('x-request-id')
  const id = given !== null && ACCEPTED.test(given) ? given : crypto.randomUUID()
  ids.set(request, id)
  return id
}
