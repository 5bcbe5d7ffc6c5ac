import { describe, expect, test } from 'bun:test'
import { buffer } from 'node:stream/consumers'
import { callbackify } from 'node:util'
import mongoose from 'mongoose'
import type { SMTPServerDataStream, SMTPServerSession } from 'smtp-server'
import { listOutbox } from '#api/services/sending/outbox.ts'
import { findMail, type OutboxRecord } from '#api/store/mail/outbox.ts'
import { claimMails, recordHandovers } from '#api/store/mail/outboxClaims.ts'
import { useOutbox } from '#tests/api/support/outboxes.ts'
import { refusal } from '#tests/api/support/mailServer.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'

const { databaseUri, ended, useServer, queue, send, change } = useOutbox()
const listed = async () => (await listOutbox({})).items.map(({ id, state, error }) => ({ id, state, error }))

const claimOne = async (id: string) =>
  (await claimMails([{ id, jobId: 'job' }], { sender: 'here', leaseMs: 60_000 })).map(
    (row) => row && { _id: row._id, fence: row.fence },
  )[0] ?? null

function startSender(ids: readonly string[]) {
  const sender = Bun.spawn(
    [
      process.execPath,
      new URL(import.meta.resolve('#tests/api/support/senderProcess.ts')).pathname,
      databaseUri(),
      ...ids,
    ],
    {
      stdout: 'pipe',
      stderr: 'pipe',
      env: { ...process.env, LOG_LEVEL: 'silent' },
    },
  )
  ended.push(async () => {
    sender.kill('SIGKILL')
    await sender.exited
  })
  return sender
}

describe('A mail of the outbox', () => {
  test('is stored once for a user, kind and day, however often it is queued', async () => {
    const rows = await Promise.all(Array.from({ length: 8 }, () => queue()))
    expect(new Set(rows.map(({ _id }) => _id)).size).toBe(1)
    expect((await queue('ben'))._id).not.toBe(rows[0]?._id)
  })

  test('cannot be stored a second time for a user, kind and day, under any id', async () => {
    const { _id, ...row } = await queue()
    const outbox = mongoose.connection.db?.collection<OutboxRecord>('outbox')
    await expect(outbox?.insertOne({ ...row, _id: 'another' })).rejects.toMatchObject({ code: 11_000 })
    await outbox?.insertOne({ ...row, _id: 'another', day: '2026-11-17' })
  })

  test('that cannot be composed stays queued, and the server is free for the next one', async () => {
    const { ids } = await useServer()
    const { _id } = await queue()
    await change(_id, { to: 'ada@example.org\r\nBcc: all@example.org' })
    await expect(send(_id)).rejects.toMatchObject({ code: 'invalid-input' })
    expect(await findMail(_id)).toMatchObject({ state: 'queued', lease_until: null })
    expect(await send((await queue('ben'))._id)).toMatchObject({ state: 'sent' })
    expect(ids).toHaveLength(1)
  })

  test('is sent once by concurrent senders', async () => {
    const { ids } = await useServer()
    const { _id } = await queue()
    const states = await Promise.all(Array.from({ length: 6 }, async () => (await send(_id)).state))
    expect(states).toEqual(Array.from({ length: 6 }, () => 'sent' as const))
    expect(ids).toHaveLength(1)
    expect(await findMail(_id)).toMatchObject({ state: 'sent', attempts: 1, receipt: expect.stringContaining('250') })
  })

  test('is sent once by two processes that send the whole outbox in parallel', async () => {
    const { ids } = await useServer()
    const rows = await Promise.all(Array.from({ length: 12 }, (_, index) => queue(`reader${index}`)))
    const senders = [startSender(rows.map(({ _id }) => _id)), startSender(rows.map(({ _id }) => _id))]
    expect(await Promise.all(senders.map(({ exited }) => exited))).toEqual([0, 0])
    expect(ids.toSorted()).toEqual([...new Set(ids)].toSorted())
    expect(ids).toHaveLength(12)
    expect((await listed()).every(({ state }) => state === 'sent')).toBe(true)
  })

  test('is uncertain and not retried when its sender is killed before the server responds', async () => {
    let received = 0
    // Receives the whole message and never responds.
    await useServer({ onData: (stream) => void buffer(stream).then(() => received++) })
    const { _id } = await queue()
    const sender = startSender([_id])
    await waitUntil(async () => received === 1)
    expect(await findMail(_id)).toMatchObject({ state: 'handing-off' })
    sender.kill('SIGKILL')
    await sender.exited

    // Until the lease expires, the sender may still be running.
    expect(await listed()).toMatchObject([{ state: 'handing-off' }])
    await change(_id, { lease_until: new Date(0) })
    expect(await listed()).toEqual([
      { id: _id, state: 'uncertain', error: 'The sender ended before the server answered.' },
    ])
    const { ids } = await useServer()
    expect((await send(_id)).state).toBe('uncertain')
    expect(ids).toEqual([])
  })

  test('is sent by the next sender when its sender is killed before transmitting it', async () => {
    const { ids } = await useServer()
    const { _id } = await queue()
    await claimOne(_id)
    await change(_id, { lease_until: new Date(0) })
    expect(await send(_id)).toMatchObject({ state: 'sent', attempts: 1 })
    expect(ids).toHaveLength(1)
  })

  test('is not sent by a sender whose claim was taken over', async () => {
    const { _id } = await queue()
    const first = await claimOne(_id)
    await change(_id, { lease_until: new Date(0) })
    const second = await claimOne(_id)
    if (first === null || second === null) throw new Error('the mail could not be claimed')
    expect(await recordHandovers([first], 60_000)).toEqual([false])
    expect(await recordHandovers([second], 60_000)).toEqual([true])
    expect(await recordHandovers([{ ...first, receipt: '250 not ours' }], 60_000)).toEqual([false])
    expect(await findMail(_id)).toMatchObject({ state: 'handing-off', receipt: null })
  })

  test('becomes sent when the response arrives after it was marked uncertain', async () => {
    const { _id } = await queue()
    const claim = await claimOne(_id)
    if (claim === null) throw new Error('the mail could not be claimed')
    await recordHandovers([claim], 60_000)
    await change(_id, { lease_until: new Date(0) })
    expect(await listed()).toMatchObject([{ state: 'uncertain' }])
    expect(await recordHandovers([{ ...claim, receipt: '250 queued as 7' }], 60_000)).toEqual([true])
    expect(await findMail(_id)).toMatchObject({ state: 'sent', receipt: '250 queued as 7', error: null })
  })

  test('is retried after 15 minutes when the server defers it', async () => {
    const { ids } = await useServer({ onRcptTo: (_address, _session, done) => done(refusal(451, 'Greylisted')) })
    const { _id } = await queue()
    const failed = await send(_id)
    expect(failed).toMatchObject({ state: 'failed', error: expect.stringContaining('451') })
    const minutes = ((failed.retry_at?.getTime() ?? 0) - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(14)
    expect(minutes).toBeLessThan(16)
    expect((await send(_id)).attempts).toBe(1)
    await useServer()
    await change(_id, { retry_at: new Date(0) })
    expect(await send(_id)).toMatchObject({ state: 'sent', attempts: 2 })
    expect(ids).toEqual([])
  })

  test('is suppressed when the server rejects the address again on another day, and so are later mails to it', async () => {
    await useServer({ onRcptTo: (_address, _session, done) => done(refusal(550, 'No such mailbox')) })
    const first = await queue('ada')
    expect(await send(first._id)).toMatchObject({ state: 'failed', retry_at: expect.any(Date) })
    await change(first._id, { refused_at: new Date(Date.now() - 24 * 3_600_000) })
    const second = await queue('ada', 'top-papers')
    expect(await send(second._id)).toMatchObject({ state: 'suppressed', error: expect.stringContaining('550') })
    const { ids } = await useServer()
    await change(first._id, { state: 'queued' })
    expect(await send(first._id)).toMatchObject({ state: 'suppressed', error: expect.stringContaining('550') })
    expect(ids).toEqual([])
    expect((await send((await queue('ben'))._id)).state).toBe('sent')
  })

  test('fails without retry when the server refuses its content, and the address is not suppressed', async () => {
    await useServer({
      onData: callbackify(async (stream: SMTPServerDataStream, _session: SMTPServerSession) => {
        await buffer(stream)
        throw refusal(554, 'Spam')
      }),
    })
    const { _id } = await queue()
    expect(await send(_id)).toMatchObject({ state: 'failed', retry_at: null, error: expect.stringContaining('554') })
    await useServer()
    expect((await send((await queue('ada', 'top-papers'))._id)).state).toBe('sent')
  })

  test('stays queued when the mail server is down', async () => {
    const server = await useServer()
    await server.stop()
    const { _id } = await queue()
    await expect(send(_id)).rejects.toMatchObject({ code: 'unavailable' })
    expect(await findMail(_id)).toMatchObject({ state: 'queued' })
  })

  test('is uncertain when the server disconnects between the end of the message and its response', async () => {
    await useServer({
      onData: (stream) => void buffer(stream).then(() => Promise.all(ended.splice(0).map((end) => end()))),
    })
    const { _id } = await queue()
    expect(await send(_id)).toMatchObject({
      state: 'uncertain',
      error: expect.stringContaining('before the server replied'),
    })
  })
})
