import { createHash } from 'node:crypto'
import { Elysia } from 'elysia'
import { now } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import { MAIL_STYLE } from '../../services/digests/sampleDigest.ts'
import { PAGE_STYLES } from '../page.ts'

/** Origins that the Firebase SDK uses: Google's API loader for the sign-in popup, and the token endpoints. */
const GAPI = 'https://apis.google.com'
const FIREBASE_ORIGINS = ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com']

/** Texts of the inline scripts and styles of the built pages. */
export interface InlineTexts {
  readonly scripts: readonly string[]
  readonly styles: readonly string[]
}

/**
 * Styles that are not in a built page: those of the pages that the server writes, that of mails, which the panel shows in
 * a frame, and the empty one. Emotion adds style elements without text and fills them through the CSSOM.
 */
const OWN_STYLES = [...PAGE_STYLES, MAIL_STYLE, '']

/** Adds the security headers and the time to every response, including errors and files. */
export const securityHeaders = (config: Config, options: { inline?: InlineTexts } = {}) => {
  const headers = {
    'content-security-policy': contentSecurityPolicy(config, options.inline ?? { scripts: [], styles: [] }),
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
 * Inline scripts and style elements are allowed by their hashes: a nonce would require rendering each page per request,
 * while ours are precompressed. Attributes `style` are allowed: Swagger UI, mails and the prerendered page have some.
 */
function contentSecurityPolicy({ firebase }: Config, { scripts, styles }: InlineTexts): string {
  const emulator = firebase.emulatorHost === undefined ? [] : [`http://${firebase.emulatorHost}`]
  const helper = emulator.length > 0 ? emulator : [`https://${firebase.authDomain}`]
  const rules: Record<string, readonly string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", GAPI, ...emulator, ...hashesOf(scripts)],
    'style-src-elem': ["'self'", ...hashesOf([...OWN_STYLES, ...styles])],
    'style-src-attr': ["'unsafe-inline'"],
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

const hashesOf = (texts: readonly string[]): string[] => [
  ...new Set(texts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)),
]
