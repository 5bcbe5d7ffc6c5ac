/** A route as Elysia lists it: its path may have parameters (`:id`). */
export interface RoutePath {
  method: string
  path: string
}

/**
 * The methods that `routes` have for the path of an address, in order of the alphabet; none if no route has it. A route
 * for GET also answers HEAD.
 */
export function methodsOf(routes: readonly RoutePath[], path: string): string[] {
  const found = routes.filter((route) => toPattern(route.path).test(path)).map(({ method }) => method)
  return [...new Set(found.includes('GET') ? ['HEAD', ...found] : found)].toSorted()
}

/** A trailing slash does not matter, as in Elysia's own search. */
const toPattern = (path: string) =>
  new RegExp(
    `^${path
      .split('/')
      .map((part) => (part.startsWith(':') ? '[^/]+' : RegExp.escape(part)))
      .join('/')
      .replace(/\/$/, '')}/?$`,
  )
