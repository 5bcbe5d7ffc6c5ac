import type { EmailConfigInput } from '../contract/mail.ts'
import { AppError } from '../platform/errors.ts'
import { toLine } from './toLine.ts'

type Server = Pick<EmailConfigInput, 'host' | 'port' | 'security'>

/** An error of nodemailer's SMTP connection. */
export interface SmtpFailure extends Error {
  code?: string
  command?: string
  response?: string
  responseCode?: number
}

/** A step of the session took longer than its limit. */
export class StepTimeout extends Error {}

/** The TLS handshake or STARTTLS failed. */
class TlsFailure extends Error {}

/** Whether the error that `openConnection` threw is a TLS failure. */
export const isTlsFailure = (error: AppError): boolean => error.cause instanceof TlsFailure

const REPLY_MAX = 500
/** Returns a reply, which may have several lines, as one line of at most 500 characters. */
export const toReason = (reply: string): string => toLine(reply, REPLY_MAX)

/** Codes of the operating system for a connection that could not be made or ended, and what they say. */
const NETWORK_CAUSES: readonly [codes: readonly string[], sentence: (server: Server) => string][] = [
  [['ECONNREFUSED'], ({ host, port }) => `${host} refuses connections to port ${port}.`],
  [['ETIMEDOUT'], ({ host, port }) => `Nothing answers at ${host}, port ${port}.`],
  [
    ['EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'ENETDOWN', 'EADDRNOTAVAIL', 'EACCES', 'EPERM'],
    ({ host, port }) => `The network of this machine has no way to ${host}, port ${port}.`,
  ],
  [['ECONNRESET', 'EPIPE', 'ECONNABORTED'], ({ host, port }) => `${host} ends connections to port ${port} at once.`],
]

/** Returns what a failure of the network says, or null if it is another one. The message of nodemailer's errors has the code. */
function describeNetworkFailure(cause: unknown, server: Server): string | null {
  const { name, code, message } = cause as SmtpFailure
  if (name === 'TimeoutError' || name === 'AbortError') return describeNetworkFailure({ message: 'ETIMEDOUT' }, server)
  const words = new Set([...(/^ETIMEDOUT$/.test(code ?? '') ? [] : [code]), ...message.split(/[^A-Z]+/)])
  if (message === 'Connection timeout') words.add('ETIMEDOUT')
  return NETWORK_CAUSES.find(([codes]) => codes.some((one) => words.has(one)))?.[1](server) ?? null
}

/** Returns the "unavailable" error for a TCP connection that could not be made. */
export const describeUnreachable = (cause: unknown, server: Server): AppError =>
  new AppError('unavailable', describeNetworkFailure(cause, server) ?? (cause as Error).message, { cause })

/** Returns the "unavailable" error for a connection that failed before the server was ready for commands. */
export function describeConnectFailure(cause: unknown, server: Server, lastReply: string | false): AppError {
  const { host, port, security } = server
  const { responseCode, response, code, message } = cause as SmtpFailure
  if (responseCode !== undefined && response !== undefined && code !== 'ETLS')
    return new AppError('unavailable', `${host} refuses the connection: ${toReason(response)}`, { cause })
  const unreachable = lastReply === false ? describeNetworkFailure(cause, server) : null
  if (unreachable !== null) return new AppError('unavailable', unreachable, { cause })
  const isLate = cause instanceof StepTimeout
  if (/greeting never received/i.test(message) || (isLate && lastReply === false)) {
    const advice = security === 'tls' ? '' : ' If the port expects TLS from the start, choose TLS.'
    return new AppError('unavailable', `${host} sends no greeting on port ${port}.${advice}`, { cause })
  }
  // With implicit TLS every failure is one of TLS; with STARTTLS only ETLS, or a failure after a positive reply.
  const isEncryption = code === 'ETLS' || (lastReply !== false && lastReply.startsWith('2'))
  if (security === 'tls' || (security === 'starttls' && isEncryption))
    return new AppError('unavailable', `No secure connection to ${host} could be made. ${whyNoTls(cause, server)}`, {
      cause: new TlsFailure('no encryption', { cause }),
    })
  if (isLate) return new AppError('unavailable', `${host} did not answer in time on port ${port}.`, { cause })
  return new AppError('unavailable', `${host} does not speak as a mail server on port ${port}.`, { cause })
}

/** Messages of OpenSSL and BoringSSL: nodemailer replaces the codes of these errors with its own. */
const TLS_CAUSES: readonly [message: RegExp, sentence: string][] = [
  [/unsupported.protocol|protocol.version/i, 'It offers only versions of TLS older than 1.2.'],
  [/expired/i, 'Its certificate has expired.'],
  [/altname|hostname/i, 'Its certificate is for another host name.'],
  [
    /self.signed|unable to (verify|get)|unknown ca/i,
    'Its certificate is not signed by a known authority. For a private authority, start Paperdawn with NODE_EXTRA_CA_CERTS set to the file of its certificate.',
  ],
]

function whyNoTls(cause: unknown, { port }: Server): string {
  const { message, response, code } = cause as SmtpFailure
  if (/wrong.version.number/i.test(message))
    return `Port ${port} does not begin with TLS: choose STARTTLS, or the port for TLS.`
  if (code === 'ETLS' && response !== undefined) return `The server refuses STARTTLS: ${toReason(response)}`
  const [, sentence] = TLS_CAUSES.find(([pattern]) => pattern.test(message)) ?? []
  return sentence ?? 'Check the security setting and the server’s certificate.'
}
