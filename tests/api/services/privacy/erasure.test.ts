import { afterAll, afterEach, describe, expect, test } from 'bun:test'
import mongoose from 'mongoose'
import '#api/store/sources/feedItems.ts'
import '#api/store/sources/venuePapers.ts'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { waitForAudit } from '#api/http/plugins/adminAudit.ts'
import { startSmtpSink } from '#api/platform/embedded/smtpSink.ts'
import { setClock } from '#api/platform/clock.ts'
import { readDay } from '#api/services/delivery/dayPapers.ts'
import { deliverToReaders } from '#api/services/delivery/delivery.ts'
import { queueForReader } from '#api/services/sending/outbox.ts'
import { startSending, stopSending } from '#api/services/sending/sender.ts'
import { continueErasures, orderErasure, REPEAT_MS, REPEATED_MS } from '#api/services/privacy/erasure.ts'
import { log } from '#api/platform/log.ts'
import { PERSONAL } from '#api/store/privacy/personalData.ts'
import { eraseOwner } from '#api/store/privacy/personalStore.ts'
import { findUserByUid } from '#api/store/readers/users.ts'
import { findTraces, keepEverything, namesOf, readTraces, startLibrary } from '#tests/api/support/keepEverything.ts'
import { PROJECT, useApp } from '#tests/support/app.ts'
import { IMPERSONAL } from '#tests/api/support/impersonal.ts'
import { claimsOf } from '#tests/support/keys.ts'

const sink = await startSmtpSink()
const app = useApp({ sink })
const { as, product, issuer, withToken, tokenOf } = app
afterAll(() => sink.stop())
afterEach(() => setClock(null))

const erase = (name: string, email = `${name}@example.org`) => as(name).users.me.delete({ email })
const later = (ms: number) => new Date(Date.now() + ms)
const collectionOf = (name: string) => mongoose.connection.collection(name)

/** A token of a sign-in of this name, some seconds from now. */
async function signInLater(name: string): Promise<string> {
  const seconds = Math.floor(Date.now() / 1000) + 5
  const email = name === 'admin' ? 'admin@paperdawn.test' : `${name}@example.org`
  return issuer.sign(claimsOf(name, PROJECT, { email, auth_time: seconds, iat: seconds }))
}

/** A new token of a sign-in of Ada some minutes ago: a browser renews its token every half hour, without a sign-in. */
const signedInBefore = (minutes: number) =>
  issuer.sign(claimsOf('ada', PROJECT, { auth_time: Math.floor(Date.now() / 1000) - minutes * 60 }))

async function readFiles(folder: string): Promise<string> {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((file) => file.isFile())
  return (await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name), 'latin1')))).join('\n')
}

test('Every collection is either personal, with a decision, or has a reason why it is not', () => {
  const decided = [...PERSONAL.map(({ collection }) => collection), ...Object.keys(IMPERSONAL)].toSorted()
  const existing = new Set(Object.values(mongoose.models).map(({ collection }) => collection.name))
  expect([...existing].toSorted()).toEqual(decided)
})

describe('The erasure of an account', () => {
  test('leaves no document and no file with anything of its reader, and all of another one', async () => {
    await startSending({ file: join(product.config.dataFolder, 'mail.journal'), installation: 'tests' })
    await startLibrary(app, sink)
    const other = await keepEverything(app, 'xada')
    const ada = await keepEverything(app, 'ada')
    const others = await readTraces(namesOf(other, 'xada'))
    const traces = await findTraces(namesOf(ada, 'ada'))
    const expected = PERSONAL.map(({ collection }) => collection).filter(
      (name) => !['mail_refusals', 'settings'].includes(name),
    )
    expect(Object.keys(traces).toSorted()).toEqual(expected.toSorted())

    expect((await erase('ada', ' ADA@example.org ')).status).toBe(204)
    expect(await findTraces(namesOf(ada, 'ada'))).toEqual({ erasures: 1 })
    await continueErasures(later(REPEATED_MS))
    expect(await findTraces(namesOf(ada, 'ada'))).toEqual({})
    const kept = await readTraces(namesOf(other, 'xada'))
    // A paper has the topics of both.
    for (const documents of [kept, others]) expect(documents.delete('papers')).toBe(true)
    expect(kept).toEqual(others)

    const files = await readFiles(product.config.dataFolder)
    stopSending()
    expect(files).toContain('"receipt"')
    expect(namesOf(ada, 'ada').filter((word) => files.includes(word))).toEqual([])
  })

  test('needs the address of the account, and keeps everything without it', async () => {
    await tokenOf('ada')
    for (const email of ['', 'ben@example.org', 'ada@example.org.evil']) {
      const { status, error } = await erase('ada', email)
      expect([status, error?.value]).toMatchObject([
        422,
        { error: { fields: { email: expect.stringMatching(/Nothing was erased/) } } },
      ])
    }
    expect((await as('ada').auth.me.get()).status).toBe(200)
  })

  test('needs a sign-in of the last ten minutes, in a browser', async () => {
    await tokenOf('ada')
    const { data: started } = await app.signedOut.auth.device.post({ device: 'paperdawn on lab-pc' })
    await as('ada').auth.device.approve.post({ user_code: started!.user_code, approve: true })
    const { data: terminal } = await app.signedOut.auth.device.token.post({ device_code: started!.device_code })

    const refused = [
      [await signedInBefore(11), /older than 10 minutes\. Sign in again/],
      [terminal!.token!, /A terminal cannot/],
    ] as const
    for (const [token, sentence] of refused) {
      const { status, error } = await withToken(token).users.me.delete({ email: 'ada@example.org' })
      const body = { error: { code: 'recent-sign-in-required', message: expect.stringMatching(sentence) } }
      expect([status, error?.value]).toMatchObject([403, body])
    }
    expect((await as('ada').auth.me.get()).status).toBe(200)
    const recent = withToken(await signedInBefore(9))
    expect((await recent.users.me.delete({ email: 'ada@example.org' })).status).toBe(204)
  })

  test('ends every session at once; only a later sign-in makes an account, which is empty', async () => {
    const { data: started } = await app.signedOut.auth.device.post({ device: 'paperdawn on lab-pc' })
    await as('ada').auth.device.approve.post({ user_code: started!.user_code, approve: true })
    const { data } = await app.signedOut.auth.device.token.post({ device_code: started!.device_code })
    await as('ada').users.me.put({ category_ids: ['cs.LG'] })
    const before = await findUserByUid('uid-ada')
    const feed = (await as('ada').users.me['feed-address'].post()).data?.address ?? ''

    expect((await erase('ada')).status).toBe(204)
    expect((await withToken(data!.token!).auth.me.get()).status).toBe(401)
    expect((await as('ada').auth.me.get()).status).toBe(404)
    expect((await app.app.handle(new Request(feed))).status).toBe(404)
    const id_token = await tokenOf('ada')
    expect((await app.signedOut.auth.firebase.post({ id_token })).status).toBe(401)
    expect(await findUserByUid('uid-ada')).toBeNull()

    const again = await app.signedOut.auth.firebase.post({ id_token: await signInLater('ada') })
    expect(again.data).toMatchObject({ category_ids: [], onboarded: false })
    expect(again.data?.id).not.toBe(before?._id)
    await continueErasures(later(REPEATED_MS))
    expect(await findUserByUid('uid-ada')).not.toBeNull()
    // The sign-in from before is refused as long as it could still be used.
    expect((await app.signedOut.auth.firebase.post({ id_token })).status).toBe(401)
  })

  test('is completed, wherever it was interrupted', async () => {
    await startLibrary(app, sink)
    const user = await keepEverything(app, 'ada')
    const names = namesOf(user, 'ada')
    const kept = await readTraces(names)
    expect(kept.size).toBeGreaterThan(10)
    for (let done = 0; done < PERSONAL.length; done++) {
      for (const [name, documents] of kept)
        await collectionOf(name).bulkWrite(
          documents.map((replacement) => ({
            replaceOne: { filter: { _id: replacement._id }, replacement, upsert: true },
          })),
        )
      const { owner } = await orderErasure(user)
      const erasing = eraseOwner(owner!)
      for (let step = 0; step < done; step++) await erasing.next()
      await continueErasures()
      const left = await findTraces(names)
      expect([done, left]).toEqual([done, { erasures: done + 1 }])
    }
  })

  test('leaves nothing of a delivery and a digest that are made at the same time', async () => {
    await startLibrary(app, sink)
    const user = await keepEverything(app, 'ada')
    await erase('ada')
    // A job that read the reader before the erasure goes on.
    await deliverToReaders([user], await readDay('2026-11-16'), log)
    expect(await findTraces([user._id])).toEqual({ deliveries: 1, erasures: 1 })
    await continueErasures()
    expect(await findTraces([user._id])).toEqual({ deliveries: 1, erasures: 1 })
    await continueErasures(later(REPEAT_MS))
    expect(await findTraces([user._id])).toEqual({ erasures: 1 })

    const mail = {
      user_id: user._id,
      kind: 'digest' as const,
      day: '2026-11-17',
      to: user.email,
      subject: 'Papers',
      papers: 1,
    }
    expect(queueForReader(mail)).rejects.toMatchObject({ code: 'not-found' })
  })

  test('keeps what an admin did, without the name', async () => {
    await startLibrary(app, sink)
    await keepEverything(app, 'ben')
    const admin = (await findUserByUid('uid-admin'))!
    // Calls are recorded after their response.
    await waitForAudit()
    const rows = await collectionOf('audit').countDocuments()
    expect(await collectionOf('audit').countDocuments({ by: admin._id })).toBeGreaterThan(1)

    expect((await as('admin').users.me.delete({ email: admin.email })).status).toBe(204)
    await continueErasures(later(REPEATED_MS))
    expect(await findTraces(namesOf(admin, 'admin'))).toEqual({})
    const audit = await collectionOf('audit').find().toArray()
    expect(audit).toHaveLength(rows)
    const reader = (await findUserByUid('uid-ben'))!._id
    const names = new Set(audit.map(({ by }) => by).filter((by) => by !== reader))
    expect([...names]).toEqual([expect.stringMatching(/^erased-[0-9a-f]{12}$/)])
    // Who is an admin is decided by the settings, so the site still has one.
    const token = await signInLater('admin')
    await app.signedOut.auth.firebase.post({ id_token: token })
    expect((await withToken(token).auth.me.get()).data?.is_admin).toBe(true)
  })

  test('of an unverified address touches nothing of the reader who owns it', async () => {
    await startLibrary(app, sink)
    const ada = await keepEverything(app, 'ada')
    const before = await readTraces(namesOf(ada, 'ada'))
    const id_token = await issuer.sign(
      claimsOf('mallory', PROJECT, { email: 'ada@example.org', email_verified: false }),
    )
    await app.signedOut.auth.firebase.post({ id_token })
    expect((await withToken(id_token).users.me.delete({ email: 'ada@example.org' })).status).toBe(204)
    await continueErasures(later(REPEATED_MS))
    expect(await readTraces(namesOf(ada, 'ada'))).toEqual(before)
  })
})
