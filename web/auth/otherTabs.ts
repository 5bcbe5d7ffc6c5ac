/**
 * Why the last session ended; "undone": the server refused a change because it had ended; "unused": the browser was not
 * used for long; "erased": the user deleted the account; "elsewhere": the user signed out in another tab, or another user
 * has signed in there.
 */
export type SignOutReason = 'expired' | 'undone' | 'unused' | 'logout' | 'erased' | 'elsewhere'

/** The other tabs of the site in this browser, which are signed out together. */
export interface OtherTabs {
  /** Tells the other tabs why the session of the user with this address ends. Call it before it does. */
  tell(email: string, reason: SignOutReason): void
  /** Why another tab has ended the session of this user; undefined if none has said so. */
  reasonOf(email: string): SignOutReason | undefined
}

interface News {
  email: string
  reason: SignOutReason
}

/** For a page that is rendered without a browser. */
export const noOtherTabs: OtherTabs = { tell: () => {}, reasonOf: () => undefined }

/** The tabs with this page's channel. */
export function connectTabs(name = 'paperdawn-session'): OtherTabs {
  const channel = new BroadcastChannel(name)
  const reasons = new Map<string, SignOutReason>()
  channel.addEventListener('message', ({ data }: MessageEvent<News>) => {
    reasons.set(data.email.toLowerCase(), data.reason)
  })
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin.
    tell: (email, reason) => channel.postMessage({ email, reason } satisfies News),
    reasonOf(email) {
      const reason = reasons.get(email.toLowerCase())
      if (reason === 'undone') return 'expired'
      return reason === 'logout' ? 'elsewhere' : reason
    },
  }
}
