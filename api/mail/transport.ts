import { once } from 'node:events'
import { connect as connectSocket, isIP } from 'node:net'
import { Readable } from 'node:stream'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { EmailConfigInput } from '../contract/mail.ts'
import { AppError } from '../platform/errors.ts'
import { toLine } from './headers.ts'
import { resolveMailHost, type MailAddress } from './hosts.ts'
import type { Message } from './message.ts'
import { classifyRefusal, readRefusal, type RefusalCause } from './refusals.ts'
import { createTranscript } from './transcript.ts'

export type SmtpServer = Pick<EmailConfigInput, 'host' | 'port' | 'security' | 'user' | 'password'>

const CONNECT_MS = 10_000
const SEND_MS = 45_000
const REPLY_MAX = 500

/** What became of a message that was handed to a server. */
export type SendResult =
  | { outcome: 'taken'; receipt: string }
  /** It did not leave and may be tried again. */
  | { outcome: 'later'; reason: string }
  /** The server refused it for good, for a reason that lies in `cause`. */
  | { outcome: 'refused'; reason: string; cause: Exclude<RefusalCause, 'temporary'> }
  /** The connection was lost between the end of the message and the answer. */
  | { outcome: 'uncertain'; reason: string }

interface SmtpFailure extends Error {
  code?: string
  command?: string
  response?: string
  responseCode?: number
}

/** Throws "unavailable" when nothing listens there. */
export async function probePort(address: MailAddress, server: SmtpServer, limitMs: number): Promise<void> {
  const socket = connectSocket({ host: address, port: server.port })
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(limitMs) })
  } catch (cause) {
    throw new AppError('unavailable', `Nothing answers at ${server.host}, port ${server.port}.`, { cause })
  } finally {
    socket.destroy()
  }
}

/** A connection past the greeting, and past TLS where that is asked for. Throws "unavailable". */
export async function openConnection(
  address: MailAddress,
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
  try {
    await runStep(connection, limitMs, (done) => connection.connect(done))
    return connection
  } catch (cause) {
    connection.close()
    throw explainClosed(cause, server, connection.lastServerResponse)
  }
}

/**
 * Runs one step of the session, which calls `done` at its end. Throws when the connection fails or ends before that, or
 * the step takes longer than `limitMs`, however much the server says meanwhile: nodemailer's own limits are for silence.
 */
function runStep<Result>(
  connection: SMTPConnection,
  limitMs: number,
  start: (done: (error?: Error | null, result?: Result) => void) => void,
): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  const timeout = AbortSignal.timeout(limitMs)
  timeout.addEventListener('abort', () => reject(new Error('The mail server did not answer in time.')))
  // The listener stays: an error between two commands would otherwise end the process.
  connection.on('error', reject)
  connection.once('end', () => reject(new Error('The connection was closed.')))
  start((error, result) => (error ? reject(error) : resolve(result as Result)))
  return promise
}

/** A connection failed while it was to be encrypted. */
class TlsFailure extends Error {}

/** Whether what `openConnection` threw was about encryption. */
export const isTlsFailure = (error: AppError): boolean => error.cause instanceof TlsFailure

/** The server's reply when what `connect` threw was a refusal of this site; null for any other failure. */
export function findRefusal(error: unknown): string | null {
  const { responseCode, response, command = '' } = ((error as Error).cause ?? {}) as SmtpFailure
  if (responseCode === undefined || response === undefined) return null
  return classifyRefusal(readRefusal(command, responseCode, response)) === 'sender' ? toReason(response) : null
}

function explainClosed(cause: unknown, { host, port, security }: SmtpServer, said: string | false): AppError {
  const { responseCode, response, code } = cause as SmtpFailure
  if (responseCode !== undefined && response !== undefined && code !== 'ETLS')
    return new AppError('unavailable', `${host} refuses the connection: ${toReason(response)}`, { cause })
  // With TLS from the start there is nothing before it; else it is what fails behind a good greeting, or by its own name.
  const isEncryption = code === 'ETLS' || (said !== false && said.startsWith('2'))
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
  try {
    await runStep(connection, limitMs, (done) =>
      connection.login({ user, credentials: { user, pass: password } }, done),
    )
  } catch (cause) {
    connection.close()
    const { code, responseCode } = cause as SmtpFailure
    if (code !== 'EAUTH') throw new AppError('unavailable', `${host} does not answer the login.`, { cause })
    const reply = responseCode === undefined ? '' : ` (${responseCode})`
    throw new AppError('unavailable', `Login refused by ${host}${reply}. Check user and password.`, { cause })
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
  try {
    const receipt = await runStep<string>(connection, limitMs, (done) =>
      connection.send({ ...envelope, size: raw.length }, stream, (error, info) => done(error, info?.response ?? '')),
    )
    connection.quit()
    return { outcome: 'taken', receipt }
  } catch (error) {
    connection.close()
    return judge(error as SmtpFailure, leftWhole)
  }
}

/** What a failure means: a reply counts; without one, all depends on whether the end of the message had left. */
function judge(failure: SmtpFailure, leftWhole: boolean): SendResult {
  const { responseCode, response, message, command = '', code } = failure
  if (responseCode !== undefined && response !== undefined) {
    const reason = toReason(response)
    const cause = classifyRefusal(readRefusal(command, responseCode, response))
    return cause === 'temporary' ? { outcome: 'later', reason } : { outcome: 'refused', reason, cause }
  }
  // What the client itself will not send: it will not tomorrow either.
  if (code === 'EENVELOPE' || code === 'EMESSAGE') return { outcome: 'refused', reason: message, cause: 'message' }
  if (leftWhole) return { outcome: 'uncertain', reason: `The connection was lost before the answer: ${message}` }
  return { outcome: 'later', reason: message }
}

/** A reply as one line. Long ones have several, each of which begins with the codes. */
const toReason = (reply: string) => toLine(reply, REPLY_MAX)
