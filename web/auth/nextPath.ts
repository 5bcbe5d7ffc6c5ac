/** The path to go to after signing in: only a path on this site, never the way in itself, else the dashboard. */
export function safeNext(next: string | null): string {
  // A backslash counts as a slash in addresses, and "//host" leaves the site.
  if (next === null || !/^\/(?![/\\])/.test(next) || next.startsWith('/login')) return '/dashboard'
  return URL.canParse(next, 'http://site.invalid') && new URL(next, 'http://site.invalid').host === 'site.invalid'
    ? next
    : '/dashboard'
}

/** The address of the sign-in page that comes back to `path`. */
export function loginPath(path: string, reason?: 'expired'): string {
  const query = new URLSearchParams({ next: path, ...(reason && { reason }) })
  return `/login?${query}`
}
