import type { EmailTest } from '../contract/mail.ts'
import { AppError } from '../platform/errors.ts'
import { isTlsFailure } from './smtpFailure.ts'
import { logIn, openConnection, probePort, type ClientOptions, type SmtpServer } from './smtpConnection.ts'
import { testEnvelope } from './envelopeTest.ts'
import { checkMailPort, resolveMailHost } from './mailHosts.ts'
import type { Message } from './message.ts'
import { sendMessage } from './transport.ts'

const STEP_MS = 5_000

/**
 * Tests a mail server step by step, with five seconds for each: DNS, connection, TLS, login, the sender `from`, the
 * recipient (that of `message`, else `from`) and, if `message` is given, sending it. A failure is returned as a result
 * with the step and the cause. The transcript contains no credentials.
 */
export async function testSmtp(
  server: SmtpServer,
  { allowPrivate, ehloName, from, message }: ClientOptions & { from: string; message?: Message },
): Promise<EmailTest> {
  const transcript: string[] = []
  let step: EmailTest['step'] = 'dns'
  try {
    checkMailPort(server.port, allowPrivate)
    const address = await resolveMailHost(server.host, { allowPrivate, limitMs: STEP_MS })
    step = 'connect'
    await probePort(address, server, STEP_MS)
    const onLine = (line: string) => transcript.push(line)
    const options = { ehloName, limitMs: STEP_MS, onLine }
    const connection = await openConnection(address, server, options).catch((error: AppError) => {
      if (isTlsFailure(error)) step = 'tls'
      throw error
    })
    try {
      step = 'login'
      await logIn(connection, server, STEP_MS)
      const onStep = (next: EmailTest['step']) => (step = next)
      const to = message?.envelope.to[0] ?? from
      await testEnvelope(connection, { server, from, to, limitMs: STEP_MS, onStep })
      if (message === undefined) return { ok: true, step, message: describeSuccess(server), transcript }
      step = 'send'
      const sent = await sendMessage(connection, message, { limitMs: STEP_MS })
      if (sent.outcome === 'taken') return { ok: true, step, message: `Sent to ${to}.`, transcript }
      const isUnknown = sent.outcome === 'uncertain'
      const summary = `${isUnknown ? 'Perhaps the message was accepted' : 'The message was not accepted'}: ${sent.reason}`
      return { ok: false, step, message: summary, transcript }
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
  user === undefined ? `${host} accepts mail.` : `Signed in to ${host} as ${user}; it accepts mail.`
