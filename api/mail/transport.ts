import { once } from 'node:events'
import { connect as connectSocket, isIP } from 'node:net'
import { Readable } from 'node:stream'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { EmailConfigInput, SuppressionCause } from '../contract/mail.ts'
import { AppError } from '../platform/errors.ts'
import { resolveMailHost, type MailServerIp } from './hosts.ts'
import { describeConnectFailure, toReason, type SmtpFailure } from './connectFailure.ts'
import type { Message } from './message.ts'
import { addressFault, classifyRefusal, readRefusal } from './refusals.ts'
import { createTranscript } from './transcript.ts'

export type SmtpServer = Pick<EmailConfigInput, 'host' | 'port' | 'security' | 'user' | 'password'>

const CONNECT_MS = 10_000
const SEND_MS = 45_000

/** The outcome of sending a message to a server. */
export type SendResult =
  | { outcome: 'taken'; receipt: string }
  /** Not accepted, and may be retried. */
  | { outcome: 'later'; reason: string }
  /** Permanently refused; `cause` says what the refusal is about, `fault` what is wrong with the address. */
  | { outcome: 'refused'; reason: string; cause: 'sender' | 'message' }
  | { outcome: 'refused'; reason: string; cause: 'address'; fault: SuppressionCause }
  /** The connection was lost after the end of the message and before the reply: it may or may not be accepted. */
  | { outcome: 'uncertain'; reason: string }

/** Throws "unavailable" when no TCP connection can be made within `limitMs`. */
export async function probePort(address: MailServerIp, server: SmtpServer, limitMs: number): Promise<void> {
  const socket = connectSocket({ host: address, port: server.port })
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(limitMs) })
  } catch (cause) {
    const isRefused = (cause as NodeJS.ErrnoException).code === 'ECONNREFUSED'
    const sentence = isRefused
      ? `${server.host} refuses connections to port ${server.port}.`
      : `Nothing answers at ${server.host}, port ${server.port}.`
    throw new AppError('unavailable', sentence, { cause })
  } finally {
    socket.destroy()
  }
}

/** Connects and waits for the greeting and, if configured, TLS. Throws "unavailable". */
export async function openConnection(
  address: MailServerIp,
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
    throw describeConnectFailure(cause, server, connection.lastServerResponse)
  }
}

/**
 * Runs one step of the session, which calls `done` at its end. Throws when the connection fails or ends before that, or
 * when the step takes longer than `limitMs` in total: nodemailer's own timeouts only measure silence.
 */
function runStep<Result>(
  connection: SMTPConnection,
  limitMs: number,
  start: (done: (error?: Error | null, result?: Result) => void) => void,
): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  const timeout = AbortSignal.timeout(limitMs)
  timeout.addEventListener('abort', () => reject(new Error('The mail server did not answer in time.')))
  // The listener is not removed: an unhandled error event between two commands would end the process.
  connection.on('error', reject)
  connection.once('end', () => reject(new Error('The connection was closed.')))
  start((error, result) => (error ? reject(error) : resolve(result as Result)))
  return promise
}

/** Returns the server's reply if the error that `connect` threw is a refusal of this site; null otherwise. */
export function findRefusal(error: unknown): string | null {
  const { responseCode, response, command = '' } = ((error as Error).cause ?? {}) as SmtpFailure
  if (responseCode === undefined || response === undefined) return null
  return classifyRefusal(readRefusal(command, responseCode, response)) === 'sender' ? toReason(response) : null
}

/** Signs in if a user is configured. Throws "unavailable". */
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
    const { code, responseCode, response } = cause as SmtpFailure
    if (code !== 'EAUTH') throw new AppError('unavailable', `${host} did not reply to the login.`, { cause })
    if (responseCode !== undefined && responseCode < 500)
      throw new AppError('unavailable', `${host} cannot check the login now: ${toReason(response ?? '')}`, { cause })
    const reply = responseCode === undefined ? '' : ` (${responseCode})`
    throw new AppError('unavailable', `Login refused by ${host}${reply}. Check user and password.`, { cause })
  }
}

/** Resolves the host, connects and signs in. Throws "unavailable", or "forbidden" for a private address. */
export async function connect(server: SmtpServer, { allowPrivate }: { allowPrivate: boolean }) {
  const address = await resolveMailHost(server.host, { allowPrivate, limitMs: CONNECT_MS })
  const connection = await openConnection(address, server)
  await logIn(connection, server)
  return connection
}

/** Sends the message, returns the outcome and closes the connection. Never throws. */
export async function sendMessage(
  connection: SMTPConnection,
  { envelope, raw }: Message,
  limitMs = SEND_MS,
): Promise<SendResult> {
  let dataSent = false
  const stream = Readable.from([raw])
  stream.once('end', () => {
    dataSent = true
  })
  try {
    const receipt = await runStep<string>(connection, limitMs, (done) =>
      connection.send({ ...envelope, size: raw.length }, stream, (error, info) => done(error, info?.response ?? '')),
    )
    connection.quit()
    return { outcome: 'taken', receipt }
  } catch (error) {
    connection.close()
    return classifyFailure(error as SmtpFailure, dataSent)
  }
}

/** With a reply, the reply decides; without one, whether the complete message had been sent (`dataSent`). */
function classifyFailure(failure: SmtpFailure, dataSent: boolean): SendResult {
  const { responseCode, response, message, command = '', code } = failure
  if (responseCode !== undefined && response !== undefined) {
    const reason = toReason(response)
    const refusal = readRefusal(command, responseCode, response)
    const cause = classifyRefusal(refusal)
    if (cause === 'temporary') return { outcome: 'later', reason }
    if (cause === 'address') return { outcome: 'refused', reason, cause, fault: addressFault(refusal) }
    return { outcome: 'refused', reason, cause }
  }
  // nodemailer itself rejected the message, so a retry would fail as well.
  if (code === 'EENVELOPE' || code === 'EMESSAGE') return { outcome: 'refused', reason: message, cause: 'message' }
  if (dataSent) return { outcome: 'uncertain', reason: `The connection was lost before the server replied: ${message}` }
  return { outcome: 'later', reason: message }
}
