import { buffer } from 'node:stream/consumers'
import { callbackify } from 'node:util'
import type { Email } from 'postal-mime'
import type { SMTPServerDataStream, SMTPServerSession } from 'smtp-server'
import { now } from '../clock.ts'
import { requireDevPackage } from './devPackages.ts'

const MESSAGES_MAX = 200

export interface SinkMessage {
  readonly id: string
  /** From header: `Name <address>`. */
  readonly from: string
  /** Recipients of the SMTP envelope. */
  readonly to: readonly string[]
  readonly subject: string
  readonly html: string
  readonly text: string
  /** Header names are in lower case. The values of a repeated header are separated by line breaks. */
  readonly headers: Readonly<Record<string, string>>
  readonly received_at: string
}

export interface SmtpSink {
  readonly host: string
  readonly port: number
  /** Returns the last 200 messages, oldest first. A message is included before its sender gets the SMTP reply. */
  messages(): readonly SinkMessage[]
  stop(): Promise<void>
}

interface Options {
  /** Default: any free port. */
  port?: number
  /** User name -> password. When given, sending requires authentication. */
  users?: Readonly<Record<string, string>>
}

/**
 * Starts a mail server on 127.0.0.1 that stores messages in memory and delivers none. Throws "unavailable" when the
 * development packages are not installed.
 */
export async function startSmtpSink({ port = 0, users }: Options = {}): Promise<SmtpSink> {
  requireDevPackage('smtp-server', 'The embedded mail server', 'set NODE_ENV=production')
  const [{ SMTPServer }, { default: PostalMime }] = await Promise.all([import('smtp-server'), import('postal-mime')])
  const host = '127.0.0.1'
  const kept: SinkMessage[] = []
  const server = new SMTPServer({
    // On loopback, passwords need no encryption.
    disabledCommands: users === undefined ? ['STARTTLS', 'AUTH'] : ['STARTTLS'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    onAuth({ username = '', password }, _session, done) {
      const isValid = users !== undefined && Object.hasOwn(users, username) && users[username] === password
      if (isValid) done(null, { user: username })
      else done(Object.assign(new Error('Wrong user name or password'), { responseCode: 535 }))
    },
    onData: callbackify(async (stream: SMTPServerDataStream, { envelope }: SMTPServerSession) => {
      const recipients = envelope.rcptTo.map(({ address }) => address)
      kept.push(toMessage(await PostalMime.parse(await buffer(stream)), recipients))
      if (kept.length > MESSAGES_MAX) kept.shift()
    }),
  })
  const { promise: listening, resolve, reject } = Promise.withResolvers<void>()
  server.on('error', reject)
  server.listen(port, host, resolve)
  await listening
  // Later errors concern a single connection, and its client sees them, too.
  server.off('error', reject)
  server.on('error', () => undefined)

  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('the mail sink does not listen on a port')
  return {
    host,
    port: address.port,
    messages: () => [...kept],
    stop: () =>
      new Promise((done) => {
        // The product keeps connections for the next mail.
        for (const connection of server.connections) connection.close()
        server.close(done)
      }),
  }
}

function toMessage(email: Email, recipients: readonly string[]): SinkMessage {
  const { from, subject = '', html = '', text = '', headers } = email
  const byName: Record<string, string> = {}
  for (const { key, value } of headers) byName[key] = key in byName ? `${byName[key]}\n${value}` : value
  const address = from?.address ?? ''
  return {
    id: crypto.randomUUID(),
    from: from?.name ? `${from.name} <${address}>` : address,
    to: recipients,
    subject,
    html,
    text,
    headers: byName,
    received_at: now().toISOString(),
  }
}
