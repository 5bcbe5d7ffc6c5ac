import type SMTPConnection from 'nodemailer/lib/smtp-connection'
import { AppError } from '../platform/errors.ts'
import { runStep, type SmtpServer } from './smtpConnection.ts'
import { toReason } from './smtpFailure.ts'
import { headerValue } from './headers.ts'
import { readRefusal } from './refusals.ts'

/** nodemailer has no public call for one command: these are the two members that its `reset` uses. */
interface CommandQueue {
  _sendCommand(command: string): void
  _responseActions: ((reply: string) => void)[]
}

interface EnvelopeTest {
  server: SmtpServer
  from: string
  to: string
  limitMs: number
  /** Called before each command. */
  onStep: (step: 'mail-from' | 'rcpt-to') => void
}

/**
 * Asks a server whether it would take a mail, with MAIL FROM and RCPT TO, and takes the question back with RSET: nothing
 * is sent. Throws "unavailable" with the cause and the reply when it would not.
 */
export async function testEnvelope(connection: SMTPConnection, test: EnvelopeTest): Promise<void> {
  const { server, from, to, limitMs, onStep } = test
  const ask = async (command: 'MAIL FROM' | 'RCPT TO', address: string, onRefusal: string) => {
    const reply = await runCommand(connection, `${command}:<${address}>`, limitMs).catch((cause: unknown) => {
      throw new AppError('unavailable', `${server.host} did not reply to ${command}.`, { cause })
    })
    if (!reply.startsWith('2')) throw new AppError('unavailable', describe(command, reply, server, onRefusal))
  }
  onStep('mail-from')
  await ask('MAIL FROM', from, `accepts no mail from ${from}`)
  onStep('rcpt-to')
  await ask('RCPT TO', to, `accepts no mail to ${to}${from === to ? ', so replies and bounces would be lost' : ''}`)
  await runStep(connection, limitMs, (done) => connection.reset(done)).catch((cause: unknown) => {
    throw new AppError('unavailable', `${server.host} did not accept RSET.`, { cause })
  })
}

function runCommand(connection: SMTPConnection, command: string, limitMs: number): Promise<string> {
  /* oxlint-disable no-underscore-dangle -- see CommandQueue */
  const queue = connection as unknown as CommandQueue
  return runStep<string>(connection, limitMs, (done) => {
    queue._responseActions.push((reply) => done(null, reply))
    queue._sendCommand(headerValue(command))
  })
  /* oxlint-enable no-underscore-dangle */
}

/** Code of "authentication required", RFC 4954, section 6. */
const LOGIN_NEEDED = 530

function describe(command: string, reply: string, { host, user }: SmtpServer, onRefusal: string): string {
  const { code, text } = readRefusal(command, Number(reply.slice(0, 3)), reply)
  if (code === LOGIN_NEEDED && user === undefined)
    return `${host} requires a login: enter user and password. Its reply: ${toReason(text)}`
  return `${host} ${onRefusal}${code < 500 ? ' (temporarily)' : ''}: ${toReason(text)}`
}
