import type { EmailTest } from '../contract/mail.ts'
import { AppError } from '../platform/errors.ts'
import { checkMailPort, resolveMailHost } from './hosts.ts'
import type { Message } from './message.ts'
import { sendMessage, isTlsFailure, probePort, logIn, openConnection, type SmtpServer } from './transport.ts'

const STEP_MS = 5_000

/**
 * Tries a mail server step by step, five seconds each: name, connection, encryption, login and, with a `message`,
 * sending it. A failure is an answer: the step and the cause in words. The transcript holds no secrets.
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
      if (message === undefined) return { ok: true, step, message: sayConnected(server), transcript }
      step = 'send'
      const handed = await sendMessage(connection, message, STEP_MS)
      const ok = handed.outcome === 'taken'
      const said = ok ? `Sent to ${message.envelope.to.join(', ')}.` : `The message was not taken: ${handed.reason}`
      return { ok, step, message: said, transcript }
    } finally {
      connection.close()
    }
  } catch (error) {
    // The failure is what was asked for.
    if (error instanceof AppError) return { ok: false, step, message: error.message, transcript }
    throw error
  }
}

const sayConnected = ({ host, user }: SmtpServer) =>
  user === undefined ? `${host} answers and can be used.` : `Signed in to ${host} as ${user}.`
