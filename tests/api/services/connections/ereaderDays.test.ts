import { describe, expect, test } from 'bun:test'
import mongoose from 'mongoose'
import { setClock } from '#api/platform/clock.ts'
import { sendDigests } from '#api/services/digests/digest.ts'
import { Outbox } from '#api/store/mail/outboxModel.ts'
import { announce, DAY, MORNING, passDelays } from '#tests/api/support/connections.ts'
import { loneRun } from '#tests/api/support/digests.ts'
import { startReceiver, useEreader } from '#tests/api/support/ereader.ts'
import { useApp } from '#tests/support/app.ts'

const receiver = await startReceiver()
const app = useApp()
const { as, product } = app
const { me } = as('ada').users
const { device, ereader, codeNow, stateNow, days, runAt, connect } = useEreader(app, receiver)

describe('The day of an e-reader', () => {
  test('is an EPUB of the cards of the page, once, without the headers of a list, at the hour of the digest', async () => {
    await announce()
    await connect()
    await runAt('2026-11-16T05:30:00Z')
    expect(receiver.received).toEqual([])
    await runAt(MORNING)
    await runAt('2026-11-16T08:30:00Z')
    const [book, ...others] = receiver.booksTo(device.address)
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
    const [book] = receiver.booksTo(device.address)
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
    receiver.refused.set(device.address, [450, '4.2.0 Later'])
    expect(await runAt(MORNING)).toMatchObject({ partial: expect.stringContaining('E-readers: 1 not accepted now') })
    expect(await stateNow()).toMatchObject({ state: 'on', failing_since: expect.any(String) })
    receiver.refused.clear()
    await passDelays()
    await runAt(MORNING)
    expect(await days()).toMatchObject([{ state: 'sent' }])
    expect(await stateNow()).toMatchObject({ failing_since: null })
    await Outbox.updateOne({ kind: 'ereader' }, { $set: { state: 'uncertain', sent_at: null } })
    await runAt(MORNING)
    expect(receiver.booksTo(device.address)).toHaveLength(1)

    // An admin sees it and has it sent again, to the address of now.
    const { data } = await as('admin').admin.outbox.get({ query: {} })
    const row = data!.items.find(({ kind }) => kind === 'ereader')!
    expect(row).toMatchObject({ to: device.address, state: 'uncertain' })
    await sendDigests(product, { outbox_id: row.id }, loneRun())
    expect(receiver.booksTo(device.address)).toHaveLength(2)
  })

  test('ends when its address is refused for good, which its owner learns once', async () => {
    await announce(1, '2026-11-16')
    await announce(1, '2026-11-17')
    await announce(1, '2026-11-18')
    await connect()
    receiver.refused.set(device.address, [550, '5.1.1 No such mailbox'])
    await runAt(MORNING)
    // One reply proves nothing.
    expect(await stateNow()).toMatchObject({ state: 'on', last: { sentence: expect.stringContaining('5.1.1') } })
    await runAt('2026-11-17T06:30:00Z')
    expect(await stateNow()).toMatchObject({ state: 'off', last: { sentence: expect.stringContaining('5.1.1') } })
    await runAt('2026-11-17T07:30:00Z')
    await runAt('2026-11-18T06:30:00Z')
    const notices = receiver.received.filter(({ to }) => to === 'ada@example.org')
    expect(notices).toHaveLength(1)
    expect(notices[0]!.mail.subject).toBe('Your e-reader does not accept your papers any more')
    expect(notices[0]!.mail.text).toContain(device.address)
    expect((await days()).map(({ day }) => day)).toEqual(['2026-11-16', '2026-11-17'])
    expect(await mongoose.connection.collection('suppressions').countDocuments()).toBe(0)

    // The owner sets it up again, with a new code.
    setClock(null)
    receiver.refused.clear()
    expect((await ereader.put({ address: device.address })).data?.ereader?.state).toBe('waiting')
    await ereader.test.post()
    expect((await ereader.confirm.post({ code: codeNow() })).data?.ereader?.state).toBe('on')
  })

  test('goes to no address when the address was changed after the run began', async () => {
    await announce()
    await connect()
    await Outbox.deleteMany({})
    await ereader.put({ address: 'other@kindle.example' })
    await runAt(MORNING)
    expect(receiver.received).toEqual([])
  })
})
