import { EDGE_SABOTAGES } from './edgeSabotages.ts'
import { JOB_SABOTAGES } from './jobSabotages.ts'
import { MAIL_SABOTAGES } from './mailSabotages.ts'
import { fault, type Sabotage } from './sabotage.ts'
import { WEB_SABOTAGES } from './webSabotages.ts'

const identity = 'api/platform/identity'
const tests = 'tests/api/platform/identity'
const generated = { test: `${tests}/generatedTokens.test.ts`, only: 'changed in any way' }
const forged = { test: `${tests}/tokens.test.ts`, only: 'one of the forged tokens' }
const lookAlikes = { test: `${tests}/generatedTokens.test.ts`, only: 'look like an admin' }
const rule = `${tests}/adminRule.test.ts`
const ingestion = 'tests/api/services/ingestion/ingestion.test.ts'
const interrupted = {
  test: 'tests/api/services/ingestion/brokenAnswers.test.ts',
  only: 'interrupted at any save ends with the same library',
}
const erasure = 'tests/api/services/privacy/erasure.test.ts'
const headers = { test: 'tests/api/http/errors.test.ts', only: 'has the security headers' }

/** The list: verifier, admin rule, jobs, outbox, checkpoint, suppression, erasure, headers, citations, web, edges. */
export const SABOTAGES: readonly Sabotage[] = [
  fault(
    'tokens: any RSA algorithm',
    `${identity}/idTokens.ts`,
    ["algorithms: ['RS256']", "algorithms: ['RS256', 'RS384', 'RS512']"],
    { test: `${tests}/generatedTokens.test.ts`, only: 'another RSA algorithm' },
  ),
  fault('tokens: no issuer', `${identity}/idTokens.ts`, ['          issuer: issuerOf(projectId),\n', ''], forged),
  fault('tokens: headers may choose the key', `${identity}/idTokens.ts`, ["'jku', 'jwk', ", ''], forged),
  fault('tokens: a day of leeway', `${identity}/claims.ts`, ['LEEWAY_SECONDS = 60', 'LEEWAY_SECONDS = 86_400'], forged),
  fault('tokens: no limit of the subject', `${identity}/claims.ts`, [' || sub.length > SUBJECT_MAX', ''], forged),
  fault(
    'tokens: no audience',
    `${identity}/claims.ts`,
    ["if (aud !== projectId) throw invalidToken(new Error('aud'))", ''],
    forged,
  ),
  fault(
    'tokens: a claim may be there twice',
    `${identity}/claims.ts`,
    ['if (countKeys(value) !== countKeysInText(json)) throw', 'if (false) throw'],
    forged,
  ),
  fault('tokens: any spelling', `${identity}/claims.ts`, [' || !isCanonical(token)', ''], generated),
  fault(
    'tokens: sign-in time in the future',
    `${identity}/claims.ts`,
    ["if (!isPast(authTime)) throw invalidToken(new Error('auth_time'))", ''],
    forged,
  ),
  fault(
    'own tokens: one key for all audiences',
    'api/http/ownTokens.ts',
    ['deriveKey(`token:${audience}`)', 'deriveKey(`token`)'],
    { test: 'tests/api/http/ownTokens.test.ts', only: 'a key of its own' },
  ),
  fault('own tokens: any spelling', 'api/http/ownTokens.ts', ['isCanonical(token) &&', 'true &&'], {
    test: 'tests/api/http/ownTokens.test.ts',
    only: 'only one spelling',
  }),
  fault(
    'admin: end of the domain',
    `${identity}/adminRule.ts`,
    ['domain === config.adminEmailDomain', 'domain.endsWith(config.adminEmailDomain ?? "?")'],
    lookAlikes,
  ),
  fault(
    'admin: end of the address',
    `${identity}/adminRule.ts`,
    ['email === config.adminEmail', "email.endsWith(config.adminEmail ?? '?')"],
    lookAlikes,
  ),
  fault('admin: unverified address', `${identity}/adminRule.ts`, ['claims.email_verified !== true || ', ''], {
    test: rule,
    only: 'an unverified address',
  }),
  fault('admin: Unicode case', `${identity}/adminRule.ts`, [' || !ASCII.test(claims.email)', ''], {
    test: rule,
    only: 'a non-ASCII letter',
  }),
  fault(
    'admin: any form of address',
    `${identity}/adminRule.ts`,
    ['if (!PLAIN_ADDRESS.test(email)) return false', ''],
    lookAlikes,
  ),
  fault('admin: any provider', `${identity}/adminRule.ts`, ['!PROVIDERS.has(claims.provider)', 'false'], {
    test: rule,
    only: 'a sign-in provider',
  }),
  ...JOB_SABOTAGES,
  ...MAIL_SABOTAGES,
  ...EDGE_SABOTAGES,
  ...WEB_SABOTAGES,
  fault(
    'checkpoint: before the papers',
    'api/services/ingestion/readStep.ts',
    [
      '      checkpoint.stored += await',
      '      checkpoint.cursor = page.cursor\n      await run.save(checkpoint)\n      checkpoint.stored += await',
    ],
    interrupted,
  ),
  fault(
    'checkpoint: an empty answer advances',
    'api/services/ingestion/feedDays.ts',
    ['checkpoint.changed > 0 && ', ''],
    { test: ingestion, only: 'does not advance the watermark' },
  ),
  fault(
    'erasure: sessions stay',
    'api/store/privacy/personalData.ts',
    [
      "{ collection: 'sessions', of: byUser, part: 'terminals', erasure: 'delete' }",
      "{ collection: 'sessions', of: byUser, part: 'terminals', erasure: 'rewrite' }",
    ],
    { test: erasure, only: 'leaves no document' },
  ),
  fault(
    'erasure: without the address',
    'api/services/privacy/erasure.ts',
    ['if (email.trim().toLowerCase() !== user.email.toLowerCase())', 'if (false)'],
    { test: erasure, only: 'needs the address' },
  ),
  fault(
    'erasure: after any sign-in',
    'api/services/privacy/erasure.ts',
    ['> RECENT_SIGN_IN_MINUTES * 60_000', '> 99 * RECENT_SIGN_IN_MINUTES * 60_000'],
    { test: erasure, only: 'sign-in of the last ten minutes' },
  ),
  fault(
    'erasure: old sign-ins are forgotten',
    'api/store/readers/erasures.ts',
    ['await Erasures.findOne({ sign_in: hashOf(uid) }', 'await Erasures.findOne({ sign_in: uid }'],
    { test: erasure, only: 'ends every session at once' },
  ),
  fault(
    'erasure: the name stays in the audit',
    'api/store/privacy/rewrites.ts',
    ['by_email: NOBODY', "by_email: row['by_email']"],
    { test: erasure, only: 'keeps what an admin did' },
  ),
  fault(
    'headers: inline scripts',
    'api/http/plugins/securityHeaders.ts',
    ["'script-src': [\"'self'\", GAPI", "'script-src': [\"'self'\", \"'unsafe-inline'\", GAPI"],
    headers,
  ),
  fault(
    'headers: inline styles',
    'api/http/plugins/securityHeaders.ts',
    ["'style-src-elem': [\"'self'\"", "'style-src-elem': [\"'self'\", \"'unsafe-inline'\""],
    headers,
  ),
  fault(
    'headers: the page in a frame',
    'api/http/plugins/securityHeaders.ts',
    ["    'frame-ancestors': [\"'none'\"],\n", ''],
    headers,
  ),
  fault(
    'citations: angle brackets of an address raw in Markdown',
    'api/citations/tables.ts',
    ['link.replace(/[<>\\s]/g,', 'link.replace(/\\s/g,'],
    { test: 'tests/api/citations/tables.test.ts', only: 'cannot end its own angle brackets' },
  ),
]
