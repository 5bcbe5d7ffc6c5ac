import { toHtml } from './layout.ts'
import { line, toPlainText, type Letter } from './letter.ts'
import type { MailBody } from './message.ts'

/** Returns the test mail, which confirms that mail can be delivered. `sender` is the admin's name. */
export function buildTestMail({ publicUrl, sender }: { publicUrl: string; sender: string }): MailBody {
  const text = `${sender} asked Paperdawn for this test. Mail from ${publicUrl} arrives here.`
  const letter: Letter = {
    title: 'Mail from Paperdawn works',
    preheader: text,
    top: [line('heading', 'Mail works'), line('paragraph', text)],
    entries: [],
    foot: [
      line('foot', 'Sent by hand from the admin panel.'),
      line('links', { text: 'Admin panel', href: `${publicUrl}/admin?tab=email` }),
    ],
  }
  return { subject: letter.title, html: toHtml(letter), text: toPlainText(letter) }
}
