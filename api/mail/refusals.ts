import type { SuppressionCause } from '../contract/mail.ts'

/** The step of an SMTP session in which the server refused. `data` covers the command and the end of the message. */
export type SmtpPhase = 'connect' | 'login' | 'mail-from' | 'rcpt-to' | 'data'

export interface Refusal {
  phase: SmtpPhase
  /** Reply code, RFC 5321 section 4.2. */
  code: number
  /** Enhanced status code `class.subject.detail` (RFC 3463, RFC 2034); null when the server sends none. */
  enhanced: string | null
  /** The complete reply. */
  text: string
}

/**
 * What a refusal is about, which decides how to react:
 * - `temporary`: the same mail may be accepted later;
 * - `address`: the recipient's address does not work, so nothing more should be sent to it;
 * - `sender`: this site or its relay is refused (policy, reputation, authentication), as any other mail would be;
 * - `message`: only this mail is refused; it should not be retried, and other mail may be accepted.
 */
export type RefusalCause = 'temporary' | 'address' | 'sender' | 'message'

/** Authentication required, mechanism too weak, credentials refused, encryption required: RFC 4954, sections 4.7, 6. */
const AUTHENTICATION: ReadonlySet<number> = new Set([530, 534, 535, 538])
/** 552 with no enhanced code, and "message too big" or "message length exceeds limit" (RFC 3463, X.3.4 and X.2.3). */
const TOO_BIG: ReadonlySet<string> = new Set(['5.3.4', '5.2.3'])
/** X.1.7 and X.1.8 are about the sender's address, the other X.1.x about the recipient's: RFC 3463 section 3.2. */
const SENDER_ADDRESS: ReadonlySet<string> = new Set(['5.1.7', '5.1.8'])
/** "Mailbox disabled, not accepting messages" (RFC 3463, X.2.1). The other X.2.x are about a mailbox that works. */
const MAILBOX_DISABLED = '5.2.1'
/** Bad destination system address (RFC 3463, X.1.2) and a null MX record (RFC 7505 section 4.2). */
const NO_DOMAIN: ReadonlySet<string> = new Set(['5.1.2', '5.1.10'])
/** Replies to RCPT TO about the mailbox: not found, not local, name not allowed (RFC 5321 section 4.2.3). */
const MAILBOX: ReadonlySet<number> = new Set([550, 551, 553])
/** Replies that refuse any service: bad command sequence (no AUTH), no mail accepted (RFC 7504), no SMTP service. */
const NO_SERVICE: ReadonlySet<number> = new Set([503, 521, 554])
/**
 * RFC 5321 allows 550 also for a "command rejected for policy reasons". Without an enhanced code only the text of the
 * reply distinguishes it (Exim: "550 relay not permitted"). A mailbox error mistaken for a policy causes a retry; a
 * policy mistaken for a mailbox error stops all mail to that reader.
 */
const POLICY_WORDS = /\b(relay|polic|reputation|authenti|block|black|rbl|dnsbl|listed|denied|not permitted|spamhaus)/i

/** Classifies a negative reply. Returns `address`, which suppresses the recipient, only when the reply is clear. */
export function classifyRefusal({ phase, code, enhanced, text }: Refusal): RefusalCause {
  if (code < 500 || enhanced?.startsWith('4.')) return 'temporary'
  if (AUTHENTICATION.has(code)) return 'sender'
  if (phase === 'connect' || phase === 'login') return 'sender'
  if (enhanced === null ? code === 552 : TOO_BIG.has(enhanced)) return 'message'
  if (phase === 'mail-from') return 'sender'
  if (enhanced === MAILBOX_DISABLED) return 'address'
  switch (enhanced?.split('.')[1]) {
    // Address status.
    case '1':
      return SENDER_ADDRESS.has(enhanced ?? '') ? 'sender' : 'address'
    // Mail system status and security or policy status.
    case '3':
    case '7':
      return 'sender'
    // X.0.x is "other or undefined status": treated like no enhanced code.
    case undefined:
    case '0':
      return classifyPlain(phase, code, text)
    default:
      return 'message'
  }
}

function classifyPlain(phase: SmtpPhase, code: number, text: string): RefusalCause {
  if (POLICY_WORDS.test(text)) return 'sender'
  if (phase !== 'rcpt-to') return 'message'
  if (MAILBOX.has(code)) return 'address'
  return NO_SERVICE.has(code) ? 'sender' : 'message'
}

/** Returns what is wrong with the recipient's address, for a refusal that `classifyRefusal` calls `address`. */
export function addressFault({ code, enhanced }: Refusal): SuppressionCause {
  if (enhanced === MAILBOX_DISABLED) return 'mailbox-disabled'
  if (enhanced !== null && NO_DOMAIN.has(enhanced)) return 'no-domain'
  // "Bad destination mailbox address syntax" (RFC 3463, X.1.3), "mailbox name not allowed" (RFC 5321).
  if (enhanced === '5.1.3' || (enhanced === null && code === 553)) return 'bad-syntax'
  return 'no-mailbox'
}

/** Parses a server's reply to `command`. `command` is nodemailer's name, such as "RCPT TO" or "CONN". */
export function readRefusal(command: string, code: number, reply: string): Refusal {
  const [, enhanced = null] = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(reply) ?? []
  return { phase: phaseOf(command), code, enhanced, text: reply }
}

function phaseOf(command: string): SmtpPhase {
  if (command.startsWith('AUTH')) return 'login'
  if (command === 'MAIL FROM') return 'mail-from'
  if (command === 'RCPT TO') return 'rcpt-to'
  return command === 'DATA' ? 'data' : 'connect'
}
