import { join, line, link, page } from './layout.ts'
import type { MailBody } from './message.ts'

/** A message that says that mail works. */
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
