import { afterAll, beforeEach, expect, test } from 'bun:test'
import type { SmtpPhase } from '#api/mail/refusals.ts'
import { healthChecks } from '#api/services/health/healthChecks.ts'
import { clearMailRefusals } from '#api/store/mail/mailRefusals.ts'
import { findMail } from '#api/store/mail/outbox.ts'
import { findSuppression } from '#api/store/mail/suppressions.ts'
import { useAsMailServer, useOutbox } from '#tests/api/support/outboxes.ts'
import { startRefusingServer } from '#tests/api/support/refusingServer.ts'

const server = await startRefusingServer()
const { product, queue, send } = useOutbox()
afterAll(server.stop)
beforeEach(() =>
  useAsMailServer(server, { user: 'digest', sealed_password: product.secrets.seal('right', 'mail-password') }),
)

const PHASES = ['connect', 'login', 'mail-from', 'rcpt-to', 'data'] as const satisfies readonly SmtpPhase[]
/** What happens to the mail, whether it counts against its recipient, and whether the mail server check is down. */
const OUTCOMES = {
  // Not connected: the mail stays in the outbox for the next attempt of the job.
  wait: { state: 'queued', isRetried: false, isCounted: false, isDown: false },
  // The check connects as well, so it sees a refusal of the connection itself.
  shut: { state: 'queued', isRetried: false, isCounted: false, isDown: true },
  // The mail server refuses this site, and would refuse any mail.
  site: { state: 'failed', isRetried: true, isCounted: false, isDown: true },
  later: { state: 'failed', isRetried: true, isCounted: false, isDown: false },
  mail: { state: 'failed', isRetried: false, isCounted: false, isDown: false },
  uncertain: { state: 'uncertain', isRetried: false, isCounted: false, isDown: false },
  address: { state: 'failed', isRetried: true, isCounted: true, isDown: false },
} as const

/** The reply, and the outcome when it is sent in each of the phases. */
const TABLE = `
reply      connect  login  mail-from  rcpt-to  data
450 4.0.0  shut     wait   later      later    later
450 4.1.1  shut     wait   later      later    later
452 4.2.2  shut     wait   later      later    later
452 4.3.1  shut     wait   later      later    later
451 4.4.1  shut     wait   later      later    later
451 4.5.0  shut     wait   later      later    later
451 4.6.0  shut     wait   later      later    later
451 4.7.1  shut     wait   later      later    later
550 5.0.0  shut     shut   site       address  mail
550 5.1.1  shut     shut   site       address  address
553 5.1.8  shut     shut   site       site     site
550 5.2.1  shut     shut   site       address  address
552 5.2.2  shut     shut   site       mail     mail
554 5.3.0  shut     shut   site       site     site
552 5.3.4  shut     shut   mail       mail     mail
554 5.4.1  shut     shut   site       mail     mail
503 5.5.1  shut     shut   site       mail     mail
554 5.6.0  shut     shut   site       mail     mail
554 5.7.1  shut     shut   site       site     site
530 5.7.0  shut     shut   site       site     site
dropped    shut     wait   later      later    uncertain
* OK       shut     wait   later      later    uncertain
12 bytes   shut     wait   later      later    uncertain
`
const ROWS = TABLE.trim()
  .split('\n')
  .slice(1)
  .map((line) => line.trim().split(/\s{2,}/))

const checkMailServer = async () => {
  const check = healthChecks(product).find(({ name }) => name === 'Mail server')
  return check?.run().catch((error: Error) => ({ state: 'down' as const, message: error.message }))
}

/** Sends a mail that the server refuses in this phase with this reply. Returns the outcome's name, or what happened. */
async function refuse(phase: SmtpPhase, code: string): Promise<string> {
  server.refuse(phase, code === 'dropped' ? null : `${code} Refused`)
  await clearMailRefusals()
  const { _id, to } = await queue(`${phase}-${code.replace(' ', '-')}`)
  await send(_id).catch(() => undefined)
  const { state, retry_at, refused_at } = await findMail(_id)
  expect(await findSuppression(to)).toBeNull()
  const check = await checkMailServer()
  const isDown = check?.state === 'down'
  if (isDown && /^\d{3} /.test(code)) expect(check.message).toContain(code)
  const after = { state, isRetried: retry_at !== null, isCounted: refused_at !== null, isDown }
  const name = Object.entries(OUTCOMES).find(([, outcome]) => Bun.deepEquals(outcome, after))?.[0]
  return name ?? JSON.stringify(after)
}

test('The state of a mail, its recipient and the mail server after a refusal in each phase is that of the table', async () => {
  const seen: string[][] = []
  for (const [code = ''] of ROWS) {
    const row = [code]
    for (const phase of PHASES) row.push(await refuse(phase, code))
    seen.push(row)
  }
  expect(seen).toEqual(ROWS)
})
