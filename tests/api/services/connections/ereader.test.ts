import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test'
import mongoose from 'mongoose'
import { setClock } from '#api/platform/clock.ts'
import { sendDigests } from '#api/services/digests/digest.ts'
import { Outbox } from '#api/store/mail/outboxModel.ts'
import { announce, DAY, MORNING, passDelays, rows } from '#tests/api/support/connections.ts'
import { loneRun, setUpMail, subscribe } from '#tests/api/support/digests.ts'
import { readCode, startReceiver } from '#tests/api/support/ereader.ts'
import { useApp } from '#tests/support/app.ts'

const receiver = await startReceiver()
const app = useApp()
const { as, product } = app
const { me } = as('ada').users
const ereader = me.connections.ereader
/** Another one in each test: tests of an address are limited. */
let device = ''
let count = 0

afterAll(() => receiver.stop())
beforeEach(async () => {
  count += 1
  device = `ada_${count}@kindle.example`
  receiver.received.length = 0
  receiver.refused.clear()
  await setUpMail(as, receiver)
})
afterEach(() => setClock(null))

const runAt = async (instant: string) => {
  setClock(new Date(instant))
  return sendDigests(product, {}, loneRun())
}
const codeNow = () => readCode(receiver.booksTo(device).at(-1) ?? new Map())
const stateNow = async () => (await ereader.get()).data!.ereader
const days = async () => (await rows()).filter(({ kind }) => kind === 'ereader')

/** Sets up and confirms the e-reader of Ada, who gets no digest by mail. */
async function connect() {
  await subscribe(as, 'ada', { enabled: false })
  setClock(new Date('2026-11-15T10:00:00Z'))
  await ereader.put({ address: device })
  await ereader.test.post()
  const { data, error } = await ereader.confirm.post({ code: codeNow() })
  setClock(null)
  if (error) throw new Error(JSON.stringify(error.value))
  receiver.received.length = 0
  return data
}

describe('An e-reader', () => {
  test('is sent nothing but tests until the code of the newest one was typed', async () => {
    await announce()
    await subscribe(as, 'ada', { enabled: false })
    expect((await ereader.get()).data).toEqual({ ereader: null, from: 'digest@papers.example.org' })
    const put = await ereader.put({ address: device })
    expect(put.data?.ereader).toMatchObject({ address: device, state: 'waiting', code_until: null, last: null })
    await runAt(MORNING)
    expect(receiver.received).toEqual([])
    setClock(null)

    expect((await ereader.test.post()).data).toEqual({
      ok: true,
      message: expect.stringContaining(`Sent to ${device}.`),
    })
    const first = codeNow()
    expect((await ereader.test.post()).data).toMatchObject({ ok: true })
    const [one, two] = receiver.booksTo(device)
    expect(one!.get('mimetype')).toBe('application/epub+zip')
    expect(readCode(one!)).not.toBe(readCode(two!))
    // The code is in the book alone, and nowhere in the database.
    for (const { mail } of receiver.received) {
      expect(mail.attachments[0]).toMatchObject({ filename: 'paperdawn-code.epub', mimeType: 'application/epub+zip' })
      expect(`${mail.subject} ${mail.text} ${mail.html}`).not.toContain(codeNow())
    }
    const kept = JSON.stringify([await mongoose.connection.collection('ereaders').find().toArray(), await rows()])
    expect(kept).toContain(device)
    expect(kept).not.toContain(codeNow())

    const old = await ereader.confirm.post({ code: first })
    expect(old.error?.value).toMatchObject({
      error: { fields: { code: 'This is not the code of the newest test. Tries left: 4.' } },
    })
    await runAt(MORNING)
    expect(await days()).toEqual([])
    setClock(null)
    const typed = ` ${codeNow().toLowerCase().slice(0, 3)}-${codeNow().slice(3)} `
    expect((await ereader.confirm.post({ code: typed })).data?.ereader).toMatchObject({ state: 'on', code_until: null })
    await runAt(MORNING)
    expect(await days()).toMatchObject([{ to: device, state: 'sent', day: DAY, papers: 3 }])
  })

  test('takes five codes, and one of the last day only', async () => {
    await ereader.put({ address: device })
    await ereader.test.post()
    const code = codeNow()
    const wrong = code.startsWith('A') ? 'BBBBBB' : 'AAAAAA'
    const said = []
    for (let tries = 0; tries < 6; tries += 1) {
      const { error } = await ereader.confirm.post({ code: tries === 5 ? code : wrong })
      said.push(JSON.stringify(error?.value))
    }
    expect(said.slice(3)).toEqual([
      expect.stringContaining('This is not the code of the newest test. Tries left: 1.'),
      expect.stringContaining('This is not the code of the newest test. Send another test.'),
      expect.stringContaining('There is no code to type any more. Send another test.'),
    ])
    expect(await stateNow()).toMatchObject({ state: 'waiting', code_until: null })

    await ereader.test.post()
    const { code_until } = (await stateNow())!
    setClock(new Date(code_until!))
    expect((await ereader.confirm.post({ code: codeNow() })).status).toBe(422)
    setClock(new Date(Date.parse(code_until!) - 1_000))
    expect((await ereader.confirm.post({ code: codeNow() })).data?.ereader?.state).toBe('on')
  })

  test('is tested five times an hour, by one reader or at one address', async () => {
    await ereader.put({ address: device })
    for (let index = 0; index < 3; index += 1) expect((await ereader.test.post()).status).toBe(200)
    const bens = as('ben').users.me.connections.ereader
    await bens.put({ address: device.toUpperCase() })
    const statuses = []
    for (let index = 0; index < 3; index += 1) statuses.push((await bens.test.post()).status)
    expect(statuses).toEqual([200, 200, 429])
    expect((await ereader.test.post()).status).toBe(429)
    expect(receiver.received).toHaveLength(5)
  })

  test('of another reader is neither seen, confirmed nor removed, and a new address needs a new code', async () => {
    await connect()
    const bens = as('ben').users.me.connections.ereader
    expect((await bens.get()).data?.ereader).toBeNull()
    expect((await bens.confirm.post({ code: 'AAAAAA' })).status).toBe(422)
    expect((await bens.test.post()).status).toBe(404)
    expect((await bens.delete()).status).toBe(404)
    // The same address again changes nothing.
    expect((await ereader.put({ address: device })).data?.ereader?.state).toBe('on')
    expect((await ereader.put({ address: 'other@kindle.example' })).data?.ereader?.state).toBe('waiting')
    await announce()
    await runAt(MORNING)
    expect(await days()).toEqual([])
    expect(receiver.received).toEqual([])
  })

  test('that is removed leaves nothing, and needs an address', async () => {
    await announce()
    await connect()
    await runAt(MORNING)
    expect((await rows()).map(({ kind }) => kind).toSorted()).toEqual(['ereader', 'ereader-test'])
    expect((await ereader.delete()).status).toBe(204)
    expect(await rows()).toEqual([])
    expect(await mongoose.connection.collection('ereaders').countDocuments()).toBe(0)
    for (const address of ['kindle', 'a@b\r\nBcc: c@d.example', '', 'x'.repeat(300)])
      expect((await ereader.put({ address })).status).toBe(422)
  })

  test('cannot be tested while mail is not set up, and says so', async () => {
    await ereader.put({ address: device })
    await setUpMail(as, receiver, { enabled: false })
    expect((await ereader.get()).data?.from).toBeNull()
    expect((await ereader.test.post()).status).toBe(409)
    expect(await rows()).toEqual([])
  })

  test('whose test is not accepted says why, and the test comes later with its code', async () => {
    await ereader.put({ address: device })
    receiver.refused.set(device, [450, '4.2.0 Greylisted'])
    const { data } = await ereader.test.post()
    expect(data).toEqual({
      ok: false,
      message: expect.stringMatching(/^Not sent to .* yet, it is tried again: .*4\.2\.0/),
    })
    receiver.refused.clear()
    await passDelays()
    await announce()
    await runAt(MORNING)
    setClock(null)
    expect(receiver.booksTo(device)).toHaveLength(1)
    expect((await ereader.confirm.post({ code: codeNow() })).data?.ereader?.state).toBe('on')
  })
})

describe('The day of an e-reader', () => {
  test('is an EPUB of the cards of the page, once, without the headers of a list, at the hour of the digest', async () => {
    await announce()
    await connect()
    await runAt('2026-11-16T05:30:00Z')
    expect(receiver.received).toEqual([])
    await runAt(MORNING)
    await runAt('2026-11-16T08:30:00Z')
    const [book, ...others] = receiver.booksTo(device)
    expect(others).toEqual([])
    setClock(null)
    const cards = (await me['delivered-cards'].get({ query: {} })).data!.items
    const titles = [...book!.get('book/contents.xhtml')!.matchAll(/<li><a [^>]*>([^<]*)</g)].map(([, title]) => title)
    expect(titles).toEqual(['Contents', 'About this book', ...cards.map(({ paper }) => paper.title)])
    const [{ mail, raw }] = receiver.received as [(typeof receiver.received)[number]]
    expect(mail.attachments[0]).toMatchObject({
      filename: `paperdawn-${DAY}.epub`,
      mimeType: 'application/epub+zip',
      disposition: 'attachment',
    })
    expect(mail.subject).toBe('Papers of Monday, 16 November 2026: 3 papers')
    expect(mail.headers.map(({ key }) => key).filter((key) => key.startsWith('list-'))).toEqual([])
    expect(raw.split('\r\n').filter((line) => line.length > 998)).toEqual([])
    expect((await stateNow())?.last?.sentence).toBe('Papers of Monday, 16 November 2026: 3 papers.')
    expect((await me.mail.get()).data?.targets).toBe(1)
  })

  test('has as many papers as a digest, and says how many are left out', async () => {
    await announce(12)
    await connect()
    await me.put({ preferences: { digest: { max_papers: 5 } } })
    await runAt(MORNING)
    const [book] = receiver.booksTo(device)
    expect(book!.get('book/paper1.xhtml')).toContain(
      '<p>7 more papers of this day are on the page of the day only.</p>',
    )
    expect(book!.has('book/paper6.xhtml')).toBe(true)
    expect(book!.has('book/paper7.xhtml')).toBe(false)
  })

  test('without papers is no mail', async () => {
    await announce(0)
    await connect()
    await me.put({ preferences: { digest: { skip_empty: false } } })
    await runAt(MORNING)
    expect(receiver.received).toEqual([])
    expect(await days()).toEqual([])
  })

  test('that was not accepted is sent again once it is, and perhaps sent is not', async () => {
    await announce()
    await connect()
    receiver.refused.set(device, [450, '4.2.0 Later'])
    expect(await runAt(MORNING)).toMatchObject({ partial: expect.stringContaining('E-readers: 1 not accepted now') })
    expect(await stateNow()).toMatchObject({ state: 'on', failing_since: expect.any(String) })
    receiver.refused.clear()
    await passDelays()
    await runAt(MORNING)
    expect(await days()).toMatchObject([{ state: 'sent' }])
    expect(await stateNow()).toMatchObject({ failing_since: null })
    await Outbox.updateOne({ kind: 'ereader' }, { $set: { state: 'uncertain', sent_at: null } })
    await runAt(MORNING)
    expect(receiver.booksTo(device)).toHaveLength(1)

    // An admin sees it and has it sent again, to the address of now.
    const { data } = await as('admin').admin.outbox.get({ query: {} })
    const row = data!.items.find(({ kind }) => kind === 'ereader')!
    expect(row).toMatchObject({ to: device, state: 'uncertain' })
    await sendDigests(product, { outbox_id: row.id }, loneRun())
    expect(receiver.booksTo(device)).toHaveLength(2)
  })

  test('ends when its address is refused for good, which its owner is told once', async () => {
    await announce(1, '2026-11-16')
    await announce(1, '2026-11-17')
    await announce(1, '2026-11-18')
    await connect()
    receiver.refused.set(device, [550, '5.1.1 No such mailbox'])
    await runAt(MORNING)
    // One reply proves nothing.
    expect(await stateNow()).toMatchObject({ state: 'on', last: { sentence: expect.stringContaining('5.1.1') } })
    await runAt('2026-11-17T06:30:00Z')
    expect(await stateNow()).toMatchObject({ state: 'off', last: { sentence: expect.stringContaining('5.1.1') } })
    await runAt('2026-11-17T07:30:00Z')
    await runAt('2026-11-18T06:30:00Z')
    const told = receiver.received.filter(({ to }) => to === 'ada@example.org')
    expect(told).toHaveLength(1)
    expect(told[0]!.mail.subject).toBe('Your e-reader does not accept your papers any more')
    expect(told[0]!.mail.text).toContain(device)
    expect((await days()).map(({ day }) => day)).toEqual(['2026-11-16', '2026-11-17'])
    expect(await mongoose.connection.collection('suppressions').countDocuments()).toBe(0)

    // The owner sets it up again, with a new code.
    setClock(null)
    receiver.refused.clear()
    expect((await ereader.put({ address: device })).data?.ereader?.state).toBe('waiting')
    await ereader.test.post()
    expect((await ereader.confirm.post({ code: codeNow() })).data?.ereader?.state).toBe('on')
  })

  test('goes to nobody when the address was changed after the run began', async () => {
    await announce()
    await connect()
    await Outbox.deleteMany({})
    await ereader.put({ address: 'other@kindle.example' })
    await runAt(MORNING)
    expect(receiver.received).toEqual([])
  })
})
