import { toHtml } from './layout.ts'
import { line, toPlainText, type Letter } from './letter.ts'
import type { MailBody } from './message.ts'
import { toLine } from './toLine.ts'

export interface ConnectionOffMail {
  publicUrl: string
  subject: string
  /** Name of the service. */
  name: string
  host: string
  /** What the service said. */
  sentence: string
}

/** Returns the mail that a reader gets once when a service refuses their papers for good. */
export function buildConnectionOffMail({ publicUrl, subject, name, host, sentence }: ConnectionOffMail): MailBody {
  const text = `Paperdawn posts nothing to ${name} (${toLine(host, 253)}) any more.`
  const letter: Letter = {
    title: subject,
    preheader: text,
    top: [
      line('heading', `${name} is switched off`),
      line('paragraph', text),
      ...(sentence === '' ? [] : [line('paragraph', toLine(sentence, 400))]),
      line('button', { text: 'Set it up again', href: `${publicUrl}/profile#connections` }),
    ],
    entries: [],
    foot: [line('foot', 'You get this mail once, because this connection of yours was switched off.')],
  }
  return { subject, html: toHtml(letter), text: toPlainText(letter) }
}
