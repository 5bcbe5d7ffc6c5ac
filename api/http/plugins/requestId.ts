const ids = new WeakMap<Request, string>()
const ACCEPTED = /^[\w-]{8,64}$/

/** The id under which a request stands in the log: a proxy's `x-request-id` when it is a plain one, else a new one. */
export function requestIdOf(request: Request): string {
  const known = ids.get(request)
  if (known !== undefined) return known
  const given = request.headers.get('x-request-id')
  const id = given !== null && ACCEPTED.test(given) ? given : crypto.randomUUID()
  ids.set(request, id)
  return id
}
