import { describe, expect, test } from 'bun:test'
import mongoose from 'mongoose'
import { findMail } from '#api/store/mail/outbox.ts'
import { takeMailSlot } from '#api/store/mail/mailRate.ts'
import { useOutbox } from '#tests/api/support/outboxes.ts'
import { refusal } from '#tests/api/support/mailServer.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'

const { useServer, queue, send, change } = useOutbox()

/** Whether a sender has requested a rate limit slot. */
const hasRequestedSlot = async () => (await mongoose.connection.db?.collection('mail_rate').countDocuments()) === 1

describe('A mail that the server defers', () => {
  test('is retried after twice the delay each time, from 15 minutes up to a day', async () => {
    await useServer({ onRcptTo: (_address, _session, done) => done(refusal(451, 'Greylisted')) })
    const { _id } = await queue()
    const delays: number[] = []
    for (let attempt = 1; attempt <= 9; attempt++) {
      const before = Date.now()
      const { state, retry_at, attempts } = await send(_id)
      expect({ state, attempts }).toEqual({ state: 'failed', attempts: attempt })
      // The database adds the delay to its own time, which lies between these two.
      const [least, most] = [Date.now(), before].map((at) => (retry_at?.getTime() ?? 0) - at)
      const delay = [15, 30, 60, 120, 240, 480, 960, 1_440].find((minutes) => {
        const ms = minutes * 60_000
        return (least ?? 0) <= ms && ms <= (most ?? 0)
      })
      delays.push(delay ?? 0)
      await change(_id, { retry_at: new Date(0) })
    }
    expect(delays).toEqual([15, 30, 60, 120, 240, 480, 960, 1_440, 1_440])
  })
})

describe('The rate limit of mails per minute', () => {
  test('holds over all senders', async () => {
    const waits = await Promise.all(Array.from({ length: 20 }, () => takeMailSlot(2)))
    const granted = waits.filter((waitMs) => waitMs === 0).length
    // Up to twice as many if a new minute begins during the requests.
    expect([2, 3, 4]).toContain(granted)
    expect(waits.every((waitMs) => waitMs <= 60_000)).toBe(true)
  })

  test('delays a mail when it is reached', async () => {
    // With a limit of 0, no slot becomes free during the test.
    const { ids } = await useServer({}, 0)
    const { _id } = await queue()
    const stop = new AbortController()
    const sending = send(_id, stop.signal)
    await Promise.race([sending, waitUntil(hasRequestedSlot)])
    stop.abort()
    await expect(sending).rejects.toMatchObject({ name: 'AbortError' })
    expect(ids).toEqual([])
    expect(await findMail(_id)).toMatchObject({ state: 'queued', attempts: 0 })
    await useServer({}, 1_000)
    expect(await send(_id)).toMatchObject({ state: 'sent' })
  })
})
