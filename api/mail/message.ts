import MailComposer from 'nodemailer/lib/mail-composer'
import { now } from '../platform/clock.ts'
import { headerValue } from './headers.ts'

/** What a builder makes of its data. */
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
  /** Of one of many mails of the same kind: how its reader ends them. */
  list?: { id: string; name: string; unsubscribeUrl: string }
}

export interface Message {
  envelope: { from: string; to: string[] }
  raw: Buffer
}

/**
 * The letter as it goes over the wire. Every header passes the one check of `headerValue`: throws "invalid-input" for
 * a value that holds a line break. Nothing is ever loaded from a file or an address.
 */
export async function composeMessage(letter: OutgoingMail): Promise<Message> {
  const { from, to, replyTo, subject, html, text, messageId, list } = letter
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
    from: { name: headerValue(from.name), address: headerValue(from.address) },
    to: { name: '', address: headerValue(to) },
    ...(replyTo !== undefined && { replyTo: { name: '', address: headerValue(replyTo) } }),
    subject: headerValue(subject),
    messageId: headerValue(messageId),
    date: now(),
    headers,
    text,
    html,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build()
  return { envelope: { from: from.address, to: [to] }, raw }
}
