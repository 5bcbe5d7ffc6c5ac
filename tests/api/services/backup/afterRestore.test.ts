import { afterEach, describe, expect, test } from 'bun:test'
import { setClock } from '#api/platform/clock.ts'
import { openSqliteIndex } from '#api/search/sqliteIndex.ts'
import { continueErasures, orderErasure } from '#api/services/privacy/erasure.ts'
import { eraseOwner } from '#api/store/privacy/personalStore.ts'
import { catchUp } from '#api/services/search/indexing.ts'
import { expectedMails } from '#api/store/backup/expectedMails.ts'
import { enqueueJob } from '#api/store/jobs/jobs.ts'
import { findEndedMails, queueMail } from '#api/store/mail/outbox.ts'
import { Outbox } from '#api/store/mail/outboxModel.ts'
import { countAccounts, defaultPreferences, findUserByUid } from '#api/store/readers/users.ts'
import { announceTitles } from '#tests/api/support/announce.ts'
import { collectionOf, PASSPHRASE, useBackups } from '#tests/api/support/backups.ts'
import { makeReader } from '#tests/api/support/readers.ts'

const backups = useBackups()
afterEach(() => setClock(null))

/** Makes a backup, changes the library with `meanwhile`, and restores. */
async function goBack(meanwhile: () => Promise<unknown> = async () => undefined, passphrase?: string) {
  const path = backups.newPath()
  await backups.make(path, passphrase)
  await meanwhile()
  return backups.restore(path, { ...(passphrase !== undefined && { passphrase }) })
}

const digest = {
  ...defaultPreferences().digest,
  enabled: true,
  hour: 7,
  time_zone: 'UTC',
  weekdays: [0, 1, 2, 3, 4, 5, 6],
}
const preferences = { ...defaultPreferences(), digest }
const mailTo = (user_id: string, day: string) =>
  queueMail({
    user_id,
    kind: 'digest',
    day,
    announced_on: day,
    to: `${user_id}@example.org`,
    subject: 'Papers',
    papers: 1,
  })

describe('After a restore', () => {
  test('no mail is sent that may have been sent since the backup', async () => {
    const states = ['queued', 'claimed', 'handing-off', 'failed', 'sent', 'suppressed'] as const
    for (const state of states) {
      const { _id } = await mailTo(`reader-${state}`, '2026-11-20')
      await Outbox.updateOne({ _id }, { state, ...(state === 'failed' && { retry_at: new Date() }) })
    }
    const given = await mailTo('reader-final', '2026-11-20')
    await Outbox.updateOne({ _id: given._id }, { state: 'failed' })

    expect((await goBack()).after).toMatchObject({ mails_uncertain: 4 })
    const rows = await Outbox.find().sort({ user_id: 1 }).lean()
    expect(rows.map(({ user_id, state, retry_at }) => [user_id, state, retry_at])).toEqual([
      ['reader-claimed', 'uncertain', null],
      ['reader-failed', 'uncertain', null],
      ['reader-final', 'failed', null],
      ['reader-handing-off', 'uncertain', null],
      ['reader-queued', 'uncertain', null],
      ['reader-sent', 'sent', null],
      ['reader-suppressed', 'suppressed', null],
    ])
    expect(rows.find(({ state }) => state === 'uncertain')?.error).toContain('it may have been sent since')
  })

  test('no digest and no review is sent whose hour has come, and the next ones are', async () => {
    // A Friday.
    setClock(new Date('2026-11-20T09:00:00Z'))
    await collectionOf('settings').insertOne({ _id: 'mail' as never, enabled: true })
    const [ada, late, off, done] = await Promise.all([
      makeReader('ada', ['cs.LG'], { preferences: { ...preferences, review: { weekday: 3 } } }),
      makeReader('late', ['cs.LG'], { preferences: { ...preferences, digest: { ...digest, hour: 10 } } }),
      makeReader('off', ['cs.LG'], { preferences: { ...preferences, digest: { ...digest, enabled: false } } }),
      makeReader('done', ['cs.LG'], { preferences }),
    ])
    const { _id } = await mailTo(done._id, '2026-11-20')
    await Outbox.updateOne({ _id }, { state: 'sent' })

    expect((await goBack()).after).toMatchObject({ mails_uncertain: 2 })
    const ended = await findEndedMails('digest', '2026-11-20')
    expect([ada, late, off, done].map((user) => ended.has(user._id))).toEqual([true, false, false, true])
    expect([...(await findEndedMails('review', '2026-11-18')).keys()]).toEqual([ada._id])
    expect((await findEndedMails('digest', '2026-11-21')).size).toBe(0)
  })

  test('only mails whose hour has come are expected, by the time of their reader', () => {
    const reader = {
      _id: 'a',
      email: 'a@example.org',
      email_verified: true,
      firebase_uid: 'a',
      review_skipped: '2026-11-18',
    }
    const expected = (at: string, changes: Partial<typeof digest> = {}, review = 3) =>
      expectedMails(
        { ...reader, preferences: { ...preferences, review: { weekday: review }, digest: { ...digest, ...changes } } },
        { at: new Date(at), isMailOn: true, targets: [] },
      ).map(({ kind, day }) => `${kind} ${day}`)
    expect(expected('2026-11-20T06:59:00Z')).toEqual([])
    expect(expected('2026-11-20T07:00:00Z')).toEqual(['digest 2026-11-20'])
    expect(expected('2026-11-20T07:00:00Z', { time_zone: 'America/New_York' })).toEqual([])
    expect(expected('2026-11-20T07:00:00Z', { time_zone: 'Asia/Tokyo' })).toEqual(['digest 2026-11-20'])
    expect(expected('2026-11-20T07:00:00Z', { weekdays: [1] })).toEqual([])
    expect(expected('2026-11-20T06:00:00Z', {}, 4)).toEqual([])
    expect(expected('2026-11-20T08:00:00Z', { weekdays: [] }, 4)).toEqual(['review 2026-11-19'])
  })

  test('no day is posted to a service whose hour has come, also to a reader without the mail', async () => {
    setClock(new Date('2026-11-20T09:00:00Z'))
    const { _id: user_id } = await makeReader('ada', ['cs.LG'], {
      preferences: { ...preferences, digest: { ...digest, enabled: false } },
    })
    const target = { user_id, host: 'hooks.example.org', on: true, sends: { day: true, updates: true } }
    await collectionOf('targets').insertMany([
      { ...target, _id: 'slack' as never, kind: 'slack' },
      { ...target, _id: 'ntfy' as never, kind: 'ntfy', on: false },
      { ...target, _id: 'matrix' as never, kind: 'matrix', sends: { day: false, updates: false, review: true } },
      { ...target, _id: 'discord' as never, kind: 'discord', sends: { day: false, updates: false, review: false } },
    ])
    // With the secrets: without them the connections are not in the archive.
    expect((await goBack(undefined, PASSPHRASE)).after).toMatchObject({ mails_uncertain: 2 })
    expect(await Outbox.find().sort({ kind: 1 }).lean()).toMatchObject([
      { user_id, kind: 'matrix', day: 'review 2026-11-15', state: 'uncertain', to: 'hooks.example.org' },
      { user_id, kind: 'slack', day: '2026-11-20', state: 'uncertain', to: 'hooks.example.org' },
    ])
  })

  test('no book is sent to a confirmed e-reader whose hour has come', async () => {
    setClock(new Date('2026-11-20T09:00:00Z'))
    const { _id: user_id } = await makeReader('ada', ['cs.LG'], {
      preferences: { ...preferences, digest: { ...digest, enabled: false } },
    })
    const ereader = { _id: user_id as never, address: 'ada@kindle.example', on: true, revision: 1 }
    await collectionOf('ereaders').insertOne({ ...ereader, confirmed_at: new Date('2026-11-15T09:00:00Z') })
    await collectionOf('settings').insertOne({ _id: 'mail' as never, enabled: true })
    await goBack()
    expect(await Outbox.find().lean()).toMatchObject([
      { user_id, kind: 'ereader', day: '2026-11-20', state: 'uncertain', to: 'ada@kindle.example' },
    ])
  })

  test('jobs that only repeat themselves go on, and those that send mail or remove papers do not', async () => {
    for (const kind of ['ingest', 'deliver', 'digest', 'resend-mails', 'wipe-and-refetch'] as const)
      await enqueueJob({ kind, input: {}, dedupe_key: kind, requested_by: 'schedule' })
    const lease = { owner: 'a worker', expires_at: new Date('2099-01-01'), taken_from: null }
    await collectionOf('jobs').updateOne({ kind: 'ingest' }, { $set: { state: 'running', lease, fence: 4 } })

    expect((await goBack()).after).toMatchObject({ jobs_dropped: 3, jobs_requeued: 2 })
    const jobs = await collectionOf('jobs').find().sort({ kind: 1 }).toArray()
    expect(jobs.map(({ kind, state, open }) => [kind, state, open])).toEqual([
      ['deliver', 'queued', true],
      ['digest', 'cancelled', false],
      ['ingest', 'queued', true],
      ['resend-mails', 'cancelled', false],
      ['wipe-and-refetch', 'cancelled', false],
    ])
    expect(jobs.find(({ kind }) => kind === 'ingest')).toMatchObject({ lease: null, fence: 5 })
  })

  test('every sign-in has ended', async () => {
    await makeReader('ada', [])
    const kept = { _id: 'one' as never, user_id: 'ada', hash: 'h', slot: 0, user_code: 'u' }
    const names = ['sessions', 'device_requests', 'personal_tokens'] as const
    for (const name of names) await collectionOf(name).insertOne(kept)
    const before = new Date()
    await goBack()
    const counts = await Promise.all(names.map((name) => collectionOf(name).countDocuments()))
    expect(counts).toEqual([0, 0, 0])
    expect((await findUserByUid('ada'))?.tokens_valid_after?.getTime()).toBeGreaterThanOrEqual(before.getTime())
  })

  test('a search index of the library from before is built again', async () => {
    await announceTitles('2026-11-16', ['Lanterns in fog', 'Ropes of sand'])
    const index = openSqliteIndex({ folder: ':memory:' })
    await catchUp({ index })
    const earlier = await index.state()
    await goBack(async () => {
      await announceTitles('2026-11-17', ['Bells under water'])
      await catchUp({ index })
    })
    // More papers come before this machine starts, and have higher numbers than its index.
    await announceTitles('2026-11-18', ['Glass in rivers', 'Moss on roofs'])
    await catchUp({ index })
    expect(await index.state()).toMatchObject({ size: 4 })
    expect((await index.state()).seq).toBeGreaterThan(earlier.seq)

    // Also the index of a machine that has no paper after the backup, and one less.
    const other = openSqliteIndex({ folder: ':memory:' })
    await catchUp({ index: other })
    await goBack()
    await other.remove(['arxiv:2611.01600'])
    await catchUp({ index: other })
    expect(await other.state()).toMatchObject({ size: 4 })
    await Promise.all([index.close(), other.close()])
  })

  test('an account that was erased since the backup is erased again', async () => {
    const ada = await makeReader('ada', ['cs.LG'])
    await makeReader('ben', ['cs.LG'])
    await mailTo(ada._id, '2026-11-20')
    const { after } = await goBack(async () => {
      const { owner } = await orderErasure(ada)
      if (owner !== null) await Array.fromAsync(eraseOwner(owner))
      expect(await countAccounts()).toBe(1)
    })
    expect(after).toMatchObject({ erased_again: 1 })
    await continueErasures()
    expect(await findUserByUid('ada')).toBeNull()
    expect(await findUserByUid('ben')).not.toBeNull()
    expect(await collectionOf('outbox').countDocuments()).toBe(0)
  })
})
