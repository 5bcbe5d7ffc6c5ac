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
/** X.1.7 and X.1.8 are about the sender's address (RFC 3463 section 3.2). X.4.5: the relay has reached its limit. */
const SENDER_STATUS: ReadonlySet<string> = new Set(['5.1.7', '5.1.8', '5.4.5'])
/** "Mailbox disabled, not accepting messages" (RFC 3463, X.2.1). The other X.2.x are about a mailbox that works. */
const MAILBOX_DISABLED = '5.2.1'
/** The recipient's mailbox, domain or syntax, ambiguous, moved, null MX: RFC 3463 section 3.2, RFC 7505 section 4.2. */
const ADDRESS_STATUS: ReadonlySet<string> = new Set([
  MAILBOX_DISABLED,
  '5.1.1',
  '5.1.2',
  '5.1.3',
  '5.1.4',
  '5.1.6',
  '5.1.10',
])
/** Bad destination system address (RFC 3463, X.1.2) and a null MX record (RFC 7505 section 4.2). */
const NO_DOMAIN: ReadonlySet<string> = new Set(['5.1.2', '5.1.10'])
/** Replies to RCPT TO about the mailbox: not found, not local, name not allowed (RFC 5321 section 4.2.3). */
const MAILBOX: ReadonlySet<number> = new Set([550, 551, 553])
/** Replies that refuse any service: bad command sequence (no AUTH), no mail accepted (RFC 7504), no SMTP service. */
const NO_SERVICE: ReadonlySet<number> = new Set([503, 521, 554])
/**
 * RFC 5321 allows 550 also for a "command rejected for policy reasons", and Postfix and Exim refuse the sender and the
 * EHLO name only in reply to RCPT TO. Without an exact enhanced code only the text of the reply distinguishes them (Exim:
 * "550 Sender verify failed", Postfix: "550 5.1.0 … Sender address rejected"). A mailbox error mistaken for a policy causes
 * a retry; a policy mistaken for a mailbox error stops all mail to that reader.
 */
const POLICY_WORDS =
  /\b(relay|polic|reputation|authenti|block|black|rbl|dnsbl|listed|denied|prohibit|not permitted|not verified|banned|spamhaus|sender|helo|ehlo|spf|dkim|dmarc|rdns|ptr|reverse|daily|hourly|rate limit|too many)/i
const FULL_WORDS = /\b(full|quota|storage)\b/i
/** Addresses in a reply say nothing, whatever words they have. */
const ADDRESSES = /\S+@\S+/g

/** Classifies a negative reply. Returns `address`, which suppresses the recipient, only when the reply is clear. */
export function classifyRefusal({ phase, code, enhanced, text }: Refusal): RefusalCause {
  if (code < 500 || enhanced?.startsWith('4.')) return 'temporary'
  if (AUTHENTICATION.has(code)) return 'sender'
  if (phase === 'connect' || phase === 'login') return 'sender'
  if (enhanced === null ? code === 552 : TOO_BIG.has(enhanced)) return 'message'
  if (phase === 'mail-from') return 'sender'
  if (ADDRESS_STATUS.has(enhanced ?? '')) return 'address'
  if (SENDER_STATUS.has(enhanced ?? '')) return 'sender'
  // X.0.x is "other or undefined status", X.1.0 "other address status": treated like no enhanced code.
  if (enhanced === null || enhanced === '5.1.0' || enhanced.startsWith('5.0.')) return classifyPlain(phase, code, text)
  switch (enhanced.split('.')[1]) {
    // Mail system status and security or policy status.
    case '3':
    case '7':
      return 'sender'
    // Address details that no RFC assigns, and protocol status, for example of the EHLO name.
    case '1':
    case '5':
      return isPolicy(text) ? 'sender' : 'message'
    default:
      return 'message'
  }
}

function classifyPlain(phase: SmtpPhase, code: number, text: string): RefusalCause {
  if (isPolicy(text)) return 'sender'
  if (phase !== 'rcpt-to' || FULL_WORDS.test(text)) return 'message'
  if (MAILBOX.has(code)) return 'address'
  return NO_SERVICE.has(code) ? 'sender' : 'message'
}

const isPolicy = (text: string): boolean => POLICY_WORDS.test(text.replaceAll(ADDRESSES, ''))

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
