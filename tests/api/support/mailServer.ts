import { buffer } from 'node:stream/consumers'
import { callbackify } from 'node:util'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server'
import type { SmtpPhase } from '#api/mail/refusals.ts'

/** Starts an SMTP server on 127.0.0.1 with these options of `smtp-server`. */
export async function startMailServer(options: SMTPServerOptions) {
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    disabledCommands: ['STARTTLS'],
    ...options,
  })
  // Without a listener, the error of a single connection would be thrown. Its client receives it, too.
  server.on('error', () => undefined)
  const { promise, resolve } = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', resolve)
  await promise
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('the mail server does not listen on a port')
  return {
    host: '127.0.0.1',
    port: address.port,
    stop: () =>
      new Promise<void>((done) => {
        for (const connection of server.connections) connection.close()
        server.close(done)
      }),
  }
}

/** Error for which the server sends this SMTP reply code and message. */
export const refusal = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode })

/**
 * A mail server that refuses at the step of the session that `refuse` names, with exactly that reply, and accepts
 * everything else. Anyone may sign in or not.
 */
export async function startRefusingServer() {
  let refused: { phase: SmtpPhase; error: Error } | null = null
  const accepted: string[] = []
  const sessions = { count: 0 }
  const errorAt = (phase: SmtpPhase) => (refused?.phase === phase ? refused.error : null)
  const server = await startMailServer({
    allowInsecureAuth: true,
    hideENHANCEDSTATUSCODES: true,
    onConnect: (_session, done) => {
      sessions.count += 1
      done(errorAt('connect'))
    },
    onAuth: ({ username }, _session, done) => done(errorAt('login'), { user: username }),
    onMailFrom: (_address, _session, done) => done(errorAt('mail-from')),
    onRcptTo: (_address, _session, done) => done(errorAt('rcpt-to')),
    onData: callbackify(async (stream: SMTPServerDataStream, { envelope }: SMTPServerSession) => {
      await buffer(stream)
      const error = errorAt('data')
      if (error) throw error
      accepted.push(...envelope.rcptTo.map(({ address }) => address))
    }),
  })
  return {
    ...server,
    /** Whom the mails were for that it accepted. */
    accepted,
    sessions,
    /** `reply` begins with the reply code. */
    refuse(phase: SmtpPhase, reply: string) {
      refused = { phase, error: refusal(Number(reply.slice(0, 3)), reply.slice(4)) }
    },
    accept() {
      refused = null
    },
  }
}
