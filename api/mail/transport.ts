import { connect as connectSocket, isIP } from 'node:net'
import { Readable } from 'node:stream'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { EmailConfigInput } from '../contract/mail.ts'
import { AppError } from '../platform/errors.ts'
import { resolveMailHost } from './hosts.ts'
import type { Message } from './message.ts'
import { createTranscript } from './transcript.ts'
import { within } from './within.ts'

export type SmtpServer = Pick<EmailConfigInput, 'host' | 'port' | 'security' | 'user' | 'password'>

const CONNECT_MS = 10_000
const SEND_MS = 45_000

/** What became of a message that was handed to a server. */
export type SendResult =
  | { outcome: 'taken'; receipt: string }
  /** It did not leave and may be tried again. */
  | { outcome: 'later'; reason: string }
  /** The server will not have it; `address`: because of whom it is for. */
  | { outcome: 'refused'; reason: string; address: boolean }
  /** The connection was lost between the end of the message and the answer. */
  | { outcome: 'uncertain'; reason: string }

interface SmtpFailure extends Error {
  code?: string
  command?: string
  response?: string
  responseCode?: number
}

/** Throws "unavailable" when nothing listens there. */
export async function probePort(address: string, server: SmtpServer, limitMs: number): Promise<void> {
  const sentence = `Nothing answers at ${server.host}, port ${server.port}.`
  const socket = connectSocket({ host: address, port: server.port })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  socket.once('connect', resolve)
  socket.on('error', reject)
  try {
    await within(promise, limitMs, sentence)
  } catch (cause) {
    throw new AppError('unavailable', sentence, { cause })
  } finally {
    socket.destroy()
  }
}

/** A connection past the greeting, and past TLS where that is asked for. Throws "unavailable". */
export async function openConnection(
  address: string,
  server: SmtpServer,
  { limitMs = CONNECT_MS, onLine }: { limitMs?: number; onLine?: (line: string) => void } = {},
): Promise<SMTPConnection> {
  const { host, port, security } = server
  const servername = isIP(host) === 0 ? host : undefined
  const connection = new SMTPConnection({
    host: address,
    port,
    ...(servername !== undefined && { servername }),
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    tls: { minVersion: 'TLSv1.2', ...(servername !== undefined && { servername }) },
    connectionTimeout: limitMs,
    greetingTimeout: limitMs,
    socketTimeout: SEND_MS,
    ...(onLine && { logger: createTranscript(onLine), transactionLog: true }),
  })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  // The listener stays: an error between two commands would otherwise end the process.
  connection.on('error', reject)
  connection.connect((error) => (error ? reject(error) : resolve()))
  try {
    await within(promise, limitMs, 'The server does not go on.')
    return connection
  } catch (cause) {
    connection.close()
    throw explainClosed(cause, server, connection.lastServerResponse)
  }
}

/** A connection failed while it was to be encrypted. */
class TlsFailure extends Error {}

/** Whether what `openConnection` threw was about encryption. */
export const isTlsFailure = (error: AppError): boolean => error.cause instanceof TlsFailure

function explainClosed(cause: unknown, { host, port, security }: SmtpServer, said: string | false): AppError {
  // With TLS from the start there is nothing before it; else it is what fails behind a good greeting, or by its own name.
  const isEncryption = (cause as SmtpFailure).code === 'ETLS' || (said !== false && said.startsWith('2'))
  if (security === 'tls' || (security === 'starttls' && isEncryption))
    return new AppError(
      'unavailable',
      `No secure connection to ${host} could be made. Check the security setting and the server’s certificate.`,
      { cause: new TlsFailure('no encryption', { cause }) },
    )
  return new AppError('unavailable', `${host} does not speak as a mail server on port ${port}.`, { cause })
}

/** Signs in, where a user is set. Throws "unavailable". */
export async function logIn(connection: SMTPConnection, server: SmtpServer, limitMs = CONNECT_MS): Promise<void> {
  const { host, user, password } = server
  if (user === undefined) return
  if (!password) throw new AppError('unavailable', `A password is needed to sign in to ${host} as ${user}.`)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  connection.on('error', reject)
  connection.login({ user, credentials: { user, pass: password } }, (error) => (error ? reject(error) : resolve()))
  try {
    await within(promise, limitMs, `${host} does not answer the login.`)
  } catch (cause) {
    connection.close()
    if (cause instanceof AppError) throw cause
    const { responseCode } = cause as SmtpFailure
    const code = responseCode === undefined ? '' : ` (${responseCode})`
    throw new AppError('unavailable', `Login refused by ${host}${code}. Check user and password.`, { cause })
  }
}

/** A connection that takes mail. Throws "unavailable", or "forbidden" for a private address. */
export async function connect(server: SmtpServer, { allowPrivate }: { allowPrivate: boolean }) {
  const address = await resolveMailHost(server.host, { allowPrivate, limitMs: CONNECT_MS })
  const connection = await openConnection(address, server)
  await logIn(connection, server)
  return connection
}

/** Hands the message over and tells how that ended; never throws. The connection is closed afterwards. */
export async function sendMessage(
  connection: SMTPConnection,
  { envelope, raw }: Message,
  limitMs = SEND_MS,
): Promise<SendResult> {
  let leftWhole = false
  const stream = Readable.from([raw])
  stream.once('end', () => {
    leftWhole = true
  })
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  connection.on('error', reject)
  connection.once('end', () => reject(new Error('The connection was closed.')))
  connection.send({ ...envelope, size: raw.length }, stream, (error, info) =>
    error ? reject(error) : resolve(info?.response ?? ''),
  )
  try {
    const receipt = await within(promise, limitMs, 'The mail server did not answer in time.')
    connection.quit()
    return { outcome: 'taken', receipt }
  } catch (error) {
    connection.close()
    return judge(error as SmtpFailure, leftWhole)
  }
}

/** Says what a failure means: a reply counts; without one, all depends on whether the end of the message had left. */
function judge({ responseCode, response, message, command, code }: SmtpFailure, leftWhole: boolean): SendResult {
  if (responseCode !== undefined) {
    const reason = response ?? message
    if (responseCode < 500) return { outcome: 'later', reason }
    return { outcome: 'refused', reason, address: command === 'RCPT TO' }
  }
  // What the client itself will not send: it will not tomorrow either.
  if (code === 'EENVELOPE' || code === 'EMESSAGE') return { outcome: 'refused', reason: message, address: false }
  if (leftWhole) return { outcome: 'uncertain', reason: `The connection was lost before the answer: ${message}` }
  return { outcome: 'later', reason: message }
}
