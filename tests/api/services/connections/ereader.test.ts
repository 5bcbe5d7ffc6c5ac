import { describe, expect, test } from 'bun:test'
import mongoose from 'mongoose'
import { setClock } from '#api/platform/clock.ts'
import { announce, DAY, MORNING, passDelays, rows } from '#tests/api/support/connections.ts'
import { setUpMail, subscribe } from '#tests/api/support/digests.ts'
import { readCode, startReceiver, useEreader } from '#tests/api/support/ereader.ts'
import { useApp } from '#tests/support/app.ts'

const receiver = await startReceiver()
const app = useApp()
const { as } = app
const { device, ereader, codeNow, stateNow, days, runAt, connect } = useEreader(app, receiver)

describe('An e-reader', () => {
  test('is sent nothing but tests until the code of the newest one was typed', async () => {
    await announce()
    await subscribe(as, 'ada', { enabled: false })
    expect((await ereader.get()).data).toEqual({ ereader: null, from: 'digest@papers.example.org' })
    const put = await ereader.put({ address: device.address })
    expect(put.data?.ereader).toMatchObject({ address: device.address, state: 'waiting', code_until: null, last: null })
    await runAt(MORNING)
    expect(receiver.received).toEqual([])
    setClock(null)

    expect((await ereader.test.post()).data).toEqual({
      ok: true,
      message: expect.stringContaining(`Sent to ${device.address}.`),
    })
    const first = codeNow()
    expect((await ereader.test.post()).data).toMatchObject({ ok: true })
    const [one, two] = receiver.booksTo(device.address)
    expect(one!.get('mimetype')).toBe('application/epub+zip')
    expect(readCode(one!)).not.toBe(readCode(two!))
    // The code is in the book alone, and nowhere in the database.
    for (const { mail } of receiver.received) {
      expect(mail.attachments[0]).toMatchObject({ filename: 'paperdawn-code.epub', mimeType: 'application/epub+zip' })
      expect(`${mail.subject} ${mail.text} ${mail.html}`).not.toContain(codeNow())
    }
    const kept = JSON.stringify([await mongoose.connection.collection('ereaders').find().toArray(), await rows()])
    expect(kept).toContain(device.address)
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
    expect(await days()).toMatchObject([{ to: device.address, state: 'sent', day: DAY, papers: 3 }])
  })

  test('takes five codes, and one of the last day only', async () => {
    await ereader.put({ address: device.address })
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
    await ereader.put({ address: device.address })
    for (let index = 0; index < 3; index += 1) expect((await ereader.test.post()).status).toBe(200)
    const bens = as('ben').users.me.connections.ereader
    await bens.put({ address: device.address.toUpperCase() })
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
    expect((await ereader.put({ address: device.address })).data?.ereader?.state).toBe('on')
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
    await ereader.put({ address: device.address })
    await setUpMail(as, receiver, { enabled: false })
    expect((await ereader.get()).data?.from).toBeNull()
    expect((await ereader.test.post()).status).toBe(409)
    expect(await rows()).toEqual([])
  })

  test('whose test is not accepted says why, and the test comes later with its code', async () => {
    await ereader.put({ address: device.address })
    receiver.refused.set(device.address, [450, '4.2.0 Greylisted'])
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
    expect(receiver.booksTo(device.address)).toHaveLength(1)
    expect((await ereader.confirm.post({ code: codeNow() })).data?.ereader?.state).toBe('on')
  })
})
