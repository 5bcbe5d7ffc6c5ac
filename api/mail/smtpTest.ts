import type { EmailTest } from '../contract/mail.ts'
import { AppError } from '../platform/errors.ts'
import { isTlsFailure } from './connectFailure.ts'
import { checkMailPort, resolveMailHost } from './hosts.ts'
import type { Message } from './message.ts'
import { sendMessage, probePort, logIn, openConnection, type SmtpServer } from './transport.ts'

const STEP_MS = 5_000

/**
 * Tests a mail server step by step, with five seconds for each: DNS, connection, TLS, login and, if `message` is given,
 * sending it. A failure is returned as a result with the step and the cause. The transcript contains no credentials.
 */
export async function testSmtp(
  server: SmtpServer,
  { allowPrivate, message }: { allowPrivate: boolean; message?: Message },
): Promise<EmailTest> {
  const transcript: string[] = []
  let step: EmailTest['step'] = 'dns'
  try {
    checkMailPort(server.port, allowPrivate)
    const address = await resolveMailHost(server.host, { allowPrivate, limitMs: STEP_MS })
    step = 'connect'
    await probePort(address, server, STEP_MS)
    const onLine = (line: string) => transcript.push(line)
    const connection = await openConnection(address, server, { limitMs: STEP_MS, onLine }).catch((error: AppError) => {
      if (isTlsFailure(error)) step = 'tls'
      throw error
    })
    try {
      if (server.security !== 'none') step = 'tls'
      if (server.user !== undefined) step = 'login'
      await logIn(connection, server, STEP_MS)
      if (message === undefined) return { ok: true, step, message: describeSuccess(server), transcript }
      step = 'send'
      const sent = await sendMessage(connection, message, STEP_MS)
      const ok = sent.outcome === 'taken'
      const summary = ok ? `Sent to ${message.envelope.to.join(', ')}.` : `The message was not accepted: ${sent.reason}`
      return { ok, step, message: summary, transcript }
    } finally {
      connection.close()
    }
  } catch (error) {
    // Recovered: the failure is the result of the test.
    if (error instanceof AppError) return { ok: false, step, message: error.message, transcript }
    throw error
  }
}

const describeSuccess = ({ host, user }: SmtpServer) =>
  user === undefined ? `${host} responds and can be used.` : `Signed in to ${host} as ${user}.`
