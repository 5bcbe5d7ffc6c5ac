import { Elysia } from 'elysia'
import type { Config } from '../../platform/config.ts'

/** Origins the Firebase SDK speaks to: "Firebase Authentication" with popup, and its token endpoints. */
const GAPI = 'https://apis.google.com'
const FIREBASE_CALLS = ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com']

/** Puts the headers that bind a browser on every answer, errors and files included. */
export const securityHeaders = (config: Config, options: { scriptHashes?: readonly string[] } = {}) => {
  const headers = {
    'content-security-policy': contentSecurityPolicy(config, options.scriptHashes ?? []),
    // `same-origin` would cut the sign-in popup off from its opener.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    // What the API says is for the caller alone and for now. A file that may be kept says so itself.
    'cache-control': 'no-store',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...(config.publicUrl.startsWith('https://') && {
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    }),
    ...(config.firebase.emulatorHost !== undefined && { 'x-paperdawn-identity': 'emulator' }),
  }
  return new Elysia({ name: 'securityHeaders' }).onRequest(({ set }) => {
    Object.assign(set.headers, headers)
  })
}

/**
 * Styles are allowed inline: Emotion writes them while the page runs, and a nonce would need a page made for each
 * request, where ours are compressed once. Scripts are not; the one inline script of the page is named by its hash.
 */
function contentSecurityPolicy({ firebase }: Config, scriptHashes: readonly string[]): string {
  const emulator = firebase.emulatorHost === undefined ? [] : [`http://${firebase.emulatorHost}`]
  const helper = emulator.length > 0 ? emulator : [`https://${firebase.authDomain}`]
  const rules: Record<string, readonly string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", GAPI, ...emulator, ...scriptHashes.map((hash) => `'sha256-${hash}'`)],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'https://*.googleusercontent.com'],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...FIREBASE_CALLS, ...emulator],
    'frame-src': ["'self'", ...helper],
    'manifest-src': ["'self'"],
    'worker-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'object-src': ["'none'"],
  }
  return Object.entries(rules)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ')
}
