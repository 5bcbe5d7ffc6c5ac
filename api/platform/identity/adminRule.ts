import type { Config } from '../config.ts'

/** Ways of signing in that prove who holds the address. A phone or an anonymous account does not. */
const PROVIDERS = new Set(['google.com', 'password', 'emailLink', 'microsoft.com', 'apple.com', 'github.com'])
/** The dot-atom form of RFC 5322 3.2.3 without any exotic: what else can be an address is never an admin's. */
const PLAIN_ADDRESS = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@[a-z0-9-]+(?:\.[a-z0-9-]+)+$/
const ASCII = /^[\x21-\x7e]+$/

/**
 * Whether verified claims make an admin: the verified address is ADMIN_EMAIL, or its domain is exactly
 * ADMIN_EMAIL_DOMAIN. Compared by ASCII case only; no subdomain, no suffix, no folding of plus parts.
 */
export function isAdmin(
  claims: { email: string; email_verified: boolean; provider?: string },
  config: Pick<Config, 'adminEmail' | 'adminEmailDomain'>,
): boolean {
  if (claims.email_verified !== true || !ASCII.test(claims.email)) return false
  if (claims.provider !== undefined && !PROVIDERS.has(claims.provider)) return false
  const email = claims.email.toLowerCase()
  if (!PLAIN_ADDRESS.test(email)) return false
  const domain = email.slice(email.lastIndexOf('@') + 1)
  return email === config.adminEmail || domain === config.adminEmailDomain
}
