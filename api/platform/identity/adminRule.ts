import type { Config } from '../config.ts'

/** Sign-in providers that verify the e-mail address. Phone and anonymous accounts do not. */
const PROVIDERS = new Set(['google.com', 'password', 'emailLink', 'microsoft.com', 'apple.com', 'github.com'])
/** Only the dot-atom form of RFC 5322 section 3.2.3. An address in any other valid form is never an admin's. */
const PLAIN_ADDRESS = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@[a-z0-9-]+(?:\.[a-z0-9-]+)+$/
const ASCII = /^[\x21-\x7e]+$/

/**
 * Whether the user with these verified claims is an admin: the address is ADMIN_EMAIL, or its domain is exactly
 * ADMIN_EMAIL_DOMAIN. The comparison ignores ASCII case only: subdomains, suffixes and plus parts do not match.
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
