import { join, line, link, page } from './layout.ts'
import type { MailBody } from './message.ts'

/** Returns the test mail, which confirms that mail can be delivered. `sender` is the admin's name. */
export function buildTestMail({ publicUrl, sender }: { publicUrl: string; sender: string }): MailBody {
  const text = `${sender} asked Paperdawn for this test. Mail from ${publicUrl} arrives here.`
  return {
    subject: 'Mail from Paperdawn works',
    html: page({
      title: 'Mail from Paperdawn works',
      preheader: text,
      top: join([line('heading', 'Mail works'), line('paragraph', text)]),
      foot: line('foot', join(['Sent by hand from the ', link(`${publicUrl}/admin?tab=email`, 'admin panel'), '.'])),
    }),
    text: `Mail works\n\n${text}\n`,
  }
}
