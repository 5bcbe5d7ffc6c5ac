import { once } from 'node:events'
import { connect as connectSocket, isIP } from 'node:net'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { EmailConfigInput } from '../contract/mail.ts'
import { AppError } from '../platform/errors.ts'
import { resolveMailHost, type MailServerIp } from './mailHosts.ts'
import { describeConnectFailure, describeUnreachable, StepTimeout, toReason, type SmtpFailure } from './smtpFailure.ts'
import { createTranscript } from './transcript.ts'

export type SmtpServer = Pick<EmailConfigInput, 'host' | 'port' | 'security' | 'user' | 'password'>

/** How the process connects to mail servers, from its configuration. */
export interface ClientOptions {
  /** Name for EHLO. */
  ehloName: string
  /** Whether servers on private networks may be used. */
  allowPrivate: boolean
}

const CONNECT_MS = 10_000
export const SEND_MS = 45_000

/** Throws "unavailable" when no TCP connection can be made within `limitMs`. */
export async function probePort(address: MailServerIp, server: SmtpServer, limitMs: number): Promise<void> {
  const socket = connectSocket({ host: address, port: server.port })
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(limitMs) })
  } catch (cause) {
    throw describeUnreachable(cause, server)
  } finally {
    socket.destroy()
  }
}

/** Connects and waits for the greeting and, if configured, TLS. Throws "unavailable". */
export async function openConnection(
  address: MailServerIp,
  server: SmtpServer,
  { ehloName, limitMs = CONNECT_MS, onLine }: { ehloName: string; limitMs?: number; onLine?: (line: string) => void },
): Promise<SMTPConnection> {
  const { host, port, security } = server
  const servername = isIP(host) === 0 ? host : undefined
  const connection = new SMTPConnection({
    host: address,
    port,
    name: ehloName,
    ...(servername !== undefined && { servername }),
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    tls: { minVersion: 'TLSv1.2', ...(servername !== undefined && { servername }) },
    // Before the limit of the whole step, so that a server that cannot be reached differs from one that does not greet.
    connectionTimeout: limitMs * 0.9,
    greetingTimeout: limitMs,
    socketTimeout: SEND_MS,
    ...(onLine && { logger: createTranscript(onLine), transactionLog: true }),
  })
  // Without a listener, an error between two commands would end the process. The next command throws it again.
  connection.on('error', () => undefined)
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
export async function runStep<Result>(
  connection: SMTPConnection,
  limitMs: number,
  start: (done: (error?: Error | null, result?: Result) => void) => void,
): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  const timer = setTimeout(() => reject(new StepTimeout('The mail server did not answer in time.')), limitMs)
  const onEnd = () => reject(new Error('The connection was closed.'))
  connection.on('error', reject)
  connection.on('end', onEnd)
  try {
    start((error, result) => (error ? reject(error) : resolve(result as Result)))
    return await promise
  } finally {
    clearTimeout(timer)
    connection.off('error', reject)
    connection.off('end', onEnd)
  }
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
    const reply = response === undefined ? '' : ` Its reply: ${toReason(response)}`
    throw new AppError('unavailable', `Login refused by ${host}. Check user and password.${reply}`, { cause })
  }
}

/** Resolves the host, connects and signs in. Throws "unavailable", or "forbidden" for a private address. */
export async function connect(server: SmtpServer, { allowPrivate, ehloName }: ClientOptions): Promise<SMTPConnection> {
  const address = await resolveMailHost(server.host, { allowPrivate, limitMs: CONNECT_MS })
  const connection = await openConnection(address, server, { ehloName })
  await logIn(connection, server)
  return connection
}
