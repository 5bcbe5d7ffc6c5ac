import { isSameEmail } from './identity.ts'
import type { SignOutReason } from './otherTabs.ts'

/** Returns the path to open after sign-in: `next` if it is on this site and not `/login`, else `/dashboard`. */
export function safeNext(next: string | null): string {
  // Browsers treat a backslash in a URL as a slash, and "//host" is an absolute URL of another site.
  if (next === null || !/^\/(?![/\\])/.test(next) || next.startsWith('/login')) return '/dashboard'
  return URL.canParse(next, 'http://site.invalid') && new URL(next, 'http://site.invalid').host === 'site.invalid'
    ? next
    : '/dashboard'
}

/** Returns the sign-in page's URL that leads back to `path` after sign-in. */
export function loginPath(path: string, reason?: SignOutReason): string {
  const query = new URLSearchParams({ next: path, ...(reason && { reason }) })
  return `/login?${query}`
}

/** State of the sign-in page's entry in the history: the address of the user whose page `next` is, for whom alone it opens. */
export interface PageOwner {
  owner: string
}

/** Returns the path to open after `email` signed in on the page with this state of its entry and this `next`. */
export function pathAfterSignIn(email: string, next: string | null, state: unknown): string {
  const owner = (state as Partial<PageOwner> | null)?.owner
  return safeNext(owner === undefined || isSameEmail(owner, email) ? next : null)
}

/** The sign-in page's URL after the account was deleted: no page is left to return to. */
export const ERASED_PATH = '/login?reason=erased'
