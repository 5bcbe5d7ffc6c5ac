import type { Ereader } from '#api/contract/ereader.ts'
import { EXIT, Failure, type ExitCode } from '../terminal/failures.ts'
import { cleanText } from '../terminal/style.ts'
import { formatInstant } from '../terminal/times.ts'
import { unwrap } from './client.ts'
import type { Context } from './context.ts'

/** The kind of a connection that is mailed to, and not posted. */
export const EREADER = 'ereader' as const

const STATES: Readonly<Record<Ereader['state'], string>> = {
  waiting: 'waits for the code of a test',
  on: 'on',
  off: 'switched off',
}

/** "E-reader ada@kindle.example: on. Papers of Monday, 16 November 2026: 3 papers." */
export function describeEreader({ address, state, last, failing_since }: Ereader): string {
  const since = failing_since === null ? '' : ` Failing since ${formatInstant(failing_since)}.`
  return `E-reader ${cleanText(address)}: ${STATES[state]}.${since}${last === null ? '' : ` ${cleanText(last.sentence)}`}`
}

/** Saves the address of the e-reader. Throws `usage` without one. */
export async function setEreader({ client, out }: Context, address: string | undefined): Promise<ExitCode> {
  if (address === undefined)
    throw new Failure('usage', 'The address is missing.', {
      advice: 'Give the e-mail address of the device with --at.',
    })
  const saved = await unwrap(client.users.me.connections.ereader.put({ address }))
  const { ereader, from } = saved
  out.data(saved, () => (ereader === null ? 'Not saved.' : describeEreader(ereader)))
  if (from !== null) out.note(`Allow mail from ${cleanText(from)} in the account of the device.`)
  if (ereader?.state === 'waiting') out.note('Then: paperdawn connections test ereader')
  return EXIT.ok
}

/** Mails a test to the saved address. */
export async function testEreader({ client, out }: Context): Promise<ExitCode> {
  const result = await unwrap(client.users.me.connections.ereader.test.post())
  const { ok, message } = result
  out.data(result, () => `${out.paint(ok ? 'green' : 'red', ok ? 'ok' : 'failed')}: ${cleanText(message)}`)
  if (ok) out.note('The book shows a code: paperdawn connections confirm CODE')
  return ok ? EXIT.ok : EXIT.failure
}

/** Confirms the saved address with the code of its newest test. */
export async function confirmEreader({ client, out }: Context, code: string): Promise<ExitCode> {
  const confirmed = await unwrap(client.users.me.connections.ereader.confirm.post({ code }))
  out.data(confirmed, () => (confirmed.ereader === null ? 'Not confirmed.' : describeEreader(confirmed.ereader)))
  return EXIT.ok
}
