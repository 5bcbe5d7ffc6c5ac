import { afterAll, afterEach, beforeEach } from 'bun:test'
import { strFromU8, unzipSync } from 'fflate'
import { buffer } from 'node:stream/consumers'
import { callbackify } from 'node:util'
import PostalMime, { type Email } from 'postal-mime'
import type { SMTPServerDataStream, SMTPServerSession } from 'smtp-server'
import { setClock } from '#api/platform/clock.ts'
import { sendDigests } from '#api/services/digests/digest.ts'
import type { useApp } from '#tests/support/app.ts'
import { rows } from './connections.ts'
import { loneRun, setUpMail, subscribe } from './digests.ts'
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

/** The e-reader of Ada at a mail server; its address is another one in each test, because tests of an address are limited. */
export function useEreader(
  { as, product }: Pick<ReturnType<typeof useApp>, 'as' | 'product'>,
  receiver: Awaited<ReturnType<typeof startReceiver>>,
) {
  const device = { address: '', count: 0 }
  const { ereader } = as('ada').users.me.connections

  afterAll(() => receiver.stop())
  beforeEach(async () => {
    device.count += 1
    device.address = `ada_${device.count}@kindle.example`
    receiver.received.length = 0
    receiver.refused.clear()
    await setUpMail(as, receiver)
  })
  afterEach(() => setClock(null))

  const codeNow = () => readCode(receiver.booksTo(device.address).at(-1) ?? new Map())

  return {
    device,
    ereader,
    codeNow,
    stateNow: async () => (await ereader.get()).data!.ereader,
    /** The days in the outbox. */
    days: async () => (await rows()).filter(({ kind }) => kind === 'ereader'),
    /** Runs the job that sends the digests, at this instant. */
    runAt: async (instant: string) => {
      setClock(new Date(instant))
      return sendDigests(product, {}, loneRun())
    },
    /** Sets up and confirms the e-reader before the days of the tests; Ada gets no digest by mail. */
    async connect() {
      await subscribe(as, 'ada', { enabled: false })
      setClock(new Date('2026-11-15T10:00:00Z'))
      await ereader.put({ address: device.address })
      await ereader.test.post()
      const { error } = await ereader.confirm.post({ code: codeNow() })
      setClock(null)
      if (error) throw new Error(JSON.stringify(error.value))
      receiver.received.length = 0
    },
  }
}
