import { strFromU8, unzipSync } from 'fflate'
import { buffer } from 'node:stream/consumers'
import { callbackify } from 'node:util'
import PostalMime, { type Email } from 'postal-mime'
import type { SMTPServerDataStream, SMTPServerSession } from 'smtp-server'
import { refusal, startMailServer } from './mailServer.ts'

interface Received {
  to: string
  raw: string
  mail: Email
}

/** A mail server that keeps what it accepts, and refuses the addresses in `refused` with their reply. */
export async function startReceiver() {
  const received: Received[] = []
  const refused = new Map<string, readonly [code: number, message: string]>()
  const server = await startMailServer({
    onRcptTo({ address }, _session, done) {
      const reply = refused.get(address)
      done(reply && refusal(...reply))
    },
    onData: callbackify(async (stream: SMTPServerDataStream, { envelope }: SMTPServerSession) => {
      const raw = await buffer(stream)
      const to = envelope.rcptTo.map(({ address }) => address).join(' ')
      received.push({ to, raw: raw.toString('latin1'), mail: await PostalMime.parse(raw) })
    }),
  })
  return {
    ...server,
    received,
    refused,
    /** The books that were sent to this address, oldest first. */
    booksTo: (address: string) => received.filter(({ to }) => to === address).map(({ mail }) => openBook(mail)),
  }
}

/** The files of the EPUB that comes with a mail, by their names. */
export function openBook({ attachments }: Email): Map<string, string> {
  const [file, ...others] = attachments
  if (file === undefined || others.length > 0) throw new Error(`the mail has ${attachments.length} attachments`)
  const content = unzipSync(new Uint8Array(file.content as ArrayBuffer))
  return new Map(Object.entries(content).map(([name, bytes]) => [name, strFromU8(bytes)]))
}

/** The code that the book of a test shows. */
export const readCode = (book: Map<string, string>): string =>
  /<p class="code">([A-Z2-9]{6})<\/p>/.exec(book.get('book/paper1.xhtml') ?? '')?.[1] ?? ''
