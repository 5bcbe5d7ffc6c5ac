import MailComposer from 'nodemailer/lib/mail-composer'
import { now } from '../platform/clock.ts'
import { headerText, headerValue } from './headers.ts'

/** Subject and content of a mail, as HTML and as plain text. */
export interface MailBody {
  subject: string
  html: string
  text: string
}

export interface OutgoingMail extends MailBody {
  from: { name: string; address: string }
  to: string
  replyTo?: string
  messageId: string
  /** Set for recurring mail: the headers with which the recipient can unsubscribe. */
  list?: { id: string; name: string; unsubscribeUrl: string }
}

export interface Message {
  envelope: { from: string; to: string[] }
  raw: Buffer
}

/**
 * Returns the mail as a MIME message with its SMTP envelope. Throws "invalid-input" for a header value with a line
 * break: every header is checked by `headerValue`. Loads nothing from files or URLs.
 */
export async function composeMessage(mail: OutgoingMail): Promise<Message> {
  const { from, to, replyTo, subject, html, text, messageId, list } = mail
  const headers = {
    'Auto-Submitted': 'auto-generated',
    ...(list && {
      'List-Id': `${list.name} <${list.id}>`,
      'List-Unsubscribe': `<${list.unsubscribeUrl}>`,
      // RFC 8058, 3.1
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  }
  for (const value of Object.values(headers)) headerValue(value)
  const raw = await new MailComposer({
    from: { name: headerText(from.name), address: headerValue(from.address) },
    to: { name: '', address: headerValue(to) },
    ...(replyTo !== undefined && { replyTo: { name: '', address: headerValue(replyTo) } }),
    subject: headerText(subject),
    messageId: headerValue(messageId),
    date: now(),
    headers,
    text,
    html,
    disableFileAccess: true,
    disableUrlAccess: true,
    // Else the composer counts the letters of each part, four times, to choose one: that takes a third of its time.
    textEncoding: 'quoted-printable',
  })
    .compile()
    .build()
  return { envelope: { from: from.address, to: [to] }, raw }
}
