import { Elysia } from 'elysia'
import { now } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'

/** Origins that the Firebase SDK uses: Google's API loader for the sign-in popup, and the token endpoints. */
const GAPI = 'https://apis.google.com'
const FIREBASE_ORIGINS = ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com']

/** Adds the security headers and the time to every response, including errors and files. */
export const securityHeaders = (config: Config, options: { scriptHashes?: readonly string[] } = {}) => {
  const headers = {
    'content-security-policy': contentSecurityPolicy(config, options.scriptHashes ?? []),
    // `same-origin` would sever the sign-in popup from its opener.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    // API responses must not be cached. Cacheable files override this.
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
    // The time of the product's clock, which can be set; pages compare it with the times in the data.
    Object.assign(set.headers, headers, { date: now().toUTCString() })
  })
}

/**
 * Inline styles are allowed: Emotion adds them at run time, and a nonce would require rendering each page per request,
 * while ours are precompressed. Inline scripts are not allowed, except the one of index.html, by its hash.
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
    'connect-src': ["'self'", ...FIREBASE_ORIGINS, ...emulator],
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
