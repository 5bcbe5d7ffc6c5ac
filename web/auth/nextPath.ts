/** Returns the path to open after sign-in: `next` if it is on this site and not `/login`, else `/dashboard`. */
export function safeNext(next: string | null): string {
  // Browsers treat a backslash in a URL as a slash, and "//host" is an absolute URL of another site.
  if (next === null || !/^\/(?![/\\])/.test(next) || next.startsWith('/login')) return '/dashboard'
  return URL.canParse(next, 'http://site.invalid') && new URL(next, 'http://site.invalid').host === 'site.invalid'
    ? next
    : '/dashboard'
}

/** Returns the sign-in page's URL that leads back to `path` after sign-in. */
export function loginPath(path: string, reason?: 'expired' | 'unused'): string {
  const query = new URLSearchParams({ next: path, ...(reason && { reason }) })
  return `/login?${query}`
}

/** The sign-in page's URL after the account was deleted: no page is left to return to. */
export const ERASED_PATH = '/login?reason=erased'
