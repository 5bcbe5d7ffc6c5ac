import { buffer } from 'node:stream/consumers'
import { callbackify } from 'node:util'
import type { Email } from 'postal-mime'
import type { SMTPServerDataStream, SMTPServerSession } from 'smtp-server'
import { now } from '../clock.ts'
import { requireDevPackage } from './devPackages.ts'

const KEPT = 200

export interface SinkMessage {
  readonly id: string
  /** As the From header shows it: `Name <address>`. */
  readonly from: string
  /** The addresses it was handed over for. */
  readonly to: readonly string[]
  readonly subject: string
  readonly html: string
  readonly text: string
  /** Names in lower case. A header that stands several times has its values in lines. */
  readonly headers: Readonly<Record<string, string>>
  readonly received_at: string
}

export interface SmtpSink {
  readonly host: string
  readonly port: number
  /** The last 200 messages, oldest first. A message is here before its sender is told that it was taken. */
  messages(): readonly SinkMessage[]
  stop(): Promise<void>
}

interface Options {
  /** Default: a free one. */
  port?: number
  /** User name -> password. When given, nobody may send without signing in. */
  users?: Readonly<Record<string, string>>
}

/**
 * A mail server on 127.0.0.1 that keeps what it gets and passes nothing on. Throws "unavailable" when the development
 * packages are not installed.
 */
export async function startSmtpSink({ port = 0, users }: Options = {}): Promise<SmtpSink> {
  requireDevPackage('smtp-server', 'The embedded mail server', 'set NODE_ENV=production')
  const [{ SMTPServer }, { default: PostalMime }] = await Promise.all([import('smtp-server'), import('postal-mime')])
  const host = '127.0.0.1'
  const kept: SinkMessage[] = []
  const server = new SMTPServer({
    // On loopback there is nobody to hide a password from.
    disabledCommands: users === undefined ? ['STARTTLS', 'AUTH'] : ['STARTTLS'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    onAuth({ username = '', password }, _session, done) {
      const known = users !== undefined && Object.hasOwn(users, username) && users[username] === password
      if (known) done(null, { user: username })
      else done(Object.assign(new Error('Wrong user name or password'), { responseCode: 535 }))
    },
    onData: callbackify(async (stream: SMTPServerDataStream, { envelope }: SMTPServerSession) => {
      const recipients = envelope.rcptTo.map(({ address }) => address)
      kept.push(toMessage(await PostalMime.parse(await buffer(stream)), recipients))
      if (kept.length > KEPT) kept.shift()
    }),
  })
  const { promise: listening, resolve, reject } = Promise.withResolvers<void>()
  server.on('error', reject)
  server.listen(port, host, resolve)
  await listening
  // From here on an error is one connection's, which its client sees, too.
  server.off('error', reject)
  server.on('error', () => undefined)

  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('the mail sink listens on no port')
  return {
    host,
    port: address.port,
    messages: () => [...kept],
    stop: () => new Promise((done) => server.close(done)),
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
