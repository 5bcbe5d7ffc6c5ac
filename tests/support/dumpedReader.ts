import { setClock } from '#api/platform/clock.ts'
import { startArxivSimulator } from '#tests/simulators/arxiv.ts'
import { simBatch } from '#tests/simulators/simPapers.ts'
import { claimsOf, firebaseSettings, startIssuer } from './keys.ts'

const PROJECT = 'paperdawn-dumps'
/** When the library of a dump was made, in its own time. */
export const DUMPED_AT = new Date('2026-11-20T09:00:00Z')
export const DUMPED_DAY = '2026-11-20'
export const NOTE = 'Compare with the survey of the harbours.'
export const TAG = 'fog'

/** The outside world of the products that make and read dumps: a simulated arXiv with invented papers, and the sign-in. */
export function startWorld() {
  setClock(DUMPED_AT)
  const arxiv = startArxivSimulator({ papers: simBatch(12, DUMPED_DAY) })
  const issuer = startIssuer()
  return {
    settings: {
      ...firebaseSettings(issuer, PROJECT),
      ADMIN_EMAIL_DOMAIN: 'paperdawn.test',
      PAPERDAWN_SECRET: 'a secret of the dumps that is long enough',
      PAPERDAWN_CLOCK: DUMPED_AT.toISOString(),
      ARXIV_RSS_URL: arxiv.rssUrl,
      ARXIV_OAI_URL: arxiv.oaiUrl,
      ARXIV_API_URL: arxiv.apiUrl,
      ARXIV_GAP_MS: '0',
    },
    tokenOf: (name: string, email = `${name}@example.org`) => issuer.sign(claimsOf(name, PROJECT, { email })),
    async stop() {
      setClock(null)
      await Promise.all([arxiv.stop(), issuer.stop()])
    },
  }
}

// Older programs have another contract, so that their answers have no type here.
// oxlint-disable-next-line typescript/no-explicit-any
type Answer = any

/** Sends requests with this token. Throws with the response of one that fails. */
export const callAs =
  (address: string, token: string) =>
  async (method: string, path: string, body?: unknown): Promise<Answer> => {
    const response = await fetch(`${address}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }
