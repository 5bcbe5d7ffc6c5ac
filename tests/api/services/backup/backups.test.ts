import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'bun:test'
import { DAY_MS, setClock } from '#api/platform/clock.ts'
import { listBackups, makeBackup, requestBackup } from '#api/services/backup/backups.ts'
import { checkBackups } from '#api/services/health/backupCheck.ts'
import type { Product } from '#api/services/product.ts'
import { recordBackupStart, updateBackup } from '#api/store/backup/backups.ts'
import { collectionOf, fillEverything, useBackups } from '#tests/api/support/backups.ts'
import { createJobContext } from '#tests/api/support/jobContext.ts'
import { canMountDisk, runOnSmallDisk } from '#tests/api/support/smallDisk.ts'

const backups = useBackups()
afterEach(() => setClock(null))

let folders = 0
/** A product whose backups have a folder of their own. */
function makeProduct(env: Record<string, string> = {}) {
  folders += 1
  const PAPERDAWN_BACKUP_FOLDER = join(backups.folder(), `backups ${folders}`)
  const config = backups.config({ PAPERDAWN_BACKUP_FOLDER, ...env })
  const product = { config } as unknown as Product
  let jobs = 0
  return {
    product,
    folder: PAPERDAWN_BACKUP_FOLDER,
    back: (at: string) => {
      setClock(new Date(at))
      jobs += 1
      return makeBackup(product, { ...createJobContext(), id: `job-${jobs}` })
    },
  }
}

describe('The job of backups', () => {
  test('keeps the newest archives, the last verified one, and every other file', async () => {
    await fillEverything(1)
    const { product, folder, back } = makeProduct({ PAPERDAWN_BACKUPS_KEPT: '2' })
    await back('2026-11-01T03:00:00Z')
    await writeFile(join(folder, 'notes.txt'), 'not ours')
    await writeFile(join(folder, '.paperdawn-20261031T030000Z.backup.part'), 'of a process that was killed')
    for (const day of ['02', '03', '04']) await back(`2026-11-${day}T03:00:00Z`)
    expect((await readdir(folder)).toSorted()).toEqual([
      'notes.txt',
      'paperdawn-20261101T030000Z.backup',
      'paperdawn-20261103T030000Z.backup',
      'paperdawn-20261104T030000Z.backup',
    ])
    const { items } = await listBackups(product)
    expect(items.map(({ verified_at, removed_at }) => [verified_at !== null, removed_at !== null])).toEqual([
      [false, false],
      [false, false],
      [false, true],
      [true, false],
    ])
    expect(items[0]).toMatchObject({ state: 'done', readers: 1, papers: 1, with_secrets: false, error: null })
    // A week later the next one is verified, and the first is not needed any more.
    await back('2026-11-08T04:00:00Z')
    expect((await readdir(folder)).toSorted()).toEqual([
      'notes.txt',
      'paperdawn-20261104T030000Z.backup',
      'paperdawn-20261108T040000Z.backup',
    ])
  })

  test('says why no archive could be made, and removes none', async () => {
    await fillEverything(1)
    const { product, folder, back } = makeProduct({ PAPERDAWN_BACKUPS_KEPT: '1' })
    await back('2026-11-01T03:00:00Z')
    await updateBackup('job-1', { bytes: 2 ** 60 })
    await expect(back('2026-11-02T03:00:00Z')).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/The disk of .* has \d+ MB free, and a backup needs/),
    })
    expect(await readdir(folder)).toEqual(['paperdawn-20261101T030000Z.backup'])
    expect((await listBackups(product)).items[0]).toMatchObject({ state: 'failed', error: expect.stringMatching(/MB/) })

    await writeFile(join(backups.folder(), 'a file'), '')
    const other = makeProduct({ PAPERDAWN_BACKUP_FOLDER: join(backups.folder(), 'a file', 'below') })
    await expect(other.back('2026-11-02T03:00:00Z')).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('cannot be used'),
    })
  })

  test('that is stopped while it writes removes no archive, and leaves no part of its own', async () => {
    await fillEverything(1)
    const { product, folder, back } = makeProduct({ PAPERDAWN_BACKUPS_KEPT: '1' })
    await back('2026-11-01T03:00:00Z')
    setClock(new Date('2026-11-02T03:00:00Z'))
    const run = { ...createJobContext(), id: 'stopped', signal: AbortSignal.abort() }
    await expect(makeBackup(product, run)).rejects.toThrow()
    expect(await readdir(folder)).toEqual(['paperdawn-20261101T030000Z.backup'])
    expect((await listBackups(product)).items[0]).toMatchObject({
      state: 'failed',
      error: expect.stringMatching(/stopped/),
    })
  })

  test('that was lost with its worker is not being made any more, once its job has ended', async () => {
    const { product } = makeProduct()
    setClock(new Date('2026-11-01T03:00:00Z'))
    for (const _id of ['open', 'ended', 'gone'])
      await recordBackupStart({
        _id,
        host: 'lab',
        path: `/b/${_id}`,
        version: '1',
        data_version: 1,
        with_secrets: false,
      })
    await collectionOf('jobs').insertMany([
      { _id: 'open' as never, kind: 'backup', open: true, dedupe_key: 'open' },
      { _id: 'ended' as never, kind: 'backup', open: false, dedupe_key: 'ended' },
    ])
    const states = async () => (await listBackups(product)).items.map(({ id, state }) => [id, state])
    expect((await states()).toSorted()).toEqual([
      ['ended', 'failed'],
      ['gone', 'failed'],
      ['open', 'running'],
    ])
    expect((await checkBackups(product)).message).toMatch(/^Backups fail since .*: Its worker ended before/)
    // As a worker does each hour, also one without a folder.
    await collectionOf('jobs').updateMany({}, { $set: { open: false } })
    await requestBackup(makeProduct({ PAPERDAWN_BACKUP_FOLDER: 'off' }).product)
    expect(await collectionOf('backups').countDocuments({ state: 'running' })).toBe(0)
  })

  test('reports an archive that cannot be restored, and keeps the last one that can', async () => {
    await fillEverything(1)
    const { product, folder, back } = makeProduct({ PAPERDAWN_BACKUPS_KEPT: '1' })
    await back('2026-10-01T03:00:00Z')
    // Two documents that the unique index of no database accepts.
    await collectionOf('categories').dropIndexes()
    await collectionOf('users').dropIndexes()
    await collectionOf('users').insertOne({ _id: 'other' as never, firebase_uid: 'firebase_uid-0' })
    const result = await back('2026-11-01T03:00:00Z')
    expect(result?.partial).toMatch(/cannot be restored/)
    expect((await checkBackups(product)).state).toBe('down')
    const both = ['paperdawn-20261001T030000Z.backup', 'paperdawn-20261101T030000Z.backup']
    expect((await readdir(folder)).toSorted()).toEqual(both)
  })
})

const countJobs = () => collectionOf('jobs').countDocuments({ kind: 'backup' })

describe('The schedule of backups', () => {
  test('queues one a day from its hour on, when the library has an account', async () => {
    const { product, back } = makeProduct({ PAPERDAWN_BACKUP_HOUR: '5' })
    setClock(new Date('2026-11-01T06:00:00Z'))
    await requestBackup(product)
    expect(await countJobs()).toBe(0)
    await collectionOf('users').insertOne({ _id: 'ada' as never, firebase_uid: 'ada' })
    const { product: without } = makeProduct({ PAPERDAWN_BACKUP_FOLDER: 'off' })
    await requestBackup(without)
    expect(await countJobs()).toBe(0)
    await requestBackup(product)
    await requestBackup(product)
    expect(await countJobs()).toBe(1)

    await back('2026-11-01T06:00:00Z')
    for (const [at, jobs] of [
      ['2026-11-01T23:00:00Z', 0],
      ['2026-11-02T04:59:00Z', 0],
      ['2026-11-02T05:00:00Z', 1],
      // That of the day before, when no worker ran.
      ['2026-11-03T04:00:00Z', 1],
    ] as const) {
      await collectionOf('jobs').deleteMany({})
      setClock(new Date(at))
      await requestBackup(product)
      expect([at, await countJobs()]).toEqual([at, jobs])
    }
  })
})

describe('The health of backups', () => {
  test('says when one was made and verified, what fails, and what is too old', async () => {
    await fillEverything(1)
    const { product, back } = makeProduct()
    expect(await checkBackups(product)).toMatchObject({ state: 'unknown', message: 'No backup was made yet.' })
    await back('2026-11-01T03:00:00Z')
    expect(await checkBackups(product)).toEqual({
      state: 'ok',
      message: 'The last backup was made on 2026-11-01 03:00 UTC. Verified on 2026-11-01 03:00 UTC.',
    })
    setClock(new Date(Date.parse('2026-11-01T03:00:00Z') + 2 * DAY_MS + 60_000))
    expect((await checkBackups(product)).state).toBe('slow')

    await updateBackup('job-1', { bytes: 2 ** 60 })
    for (const day of ['04', '05']) await back(`2026-11-${day}T03:00:00Z`).catch(() => undefined)
    expect(await checkBackups(product)).toMatchObject({
      state: 'slow',
      message: expect.stringMatching(/^Backups fail since 2026-11-04 03:00 UTC: The disk of .* made on 2026-11-01/),
    })
    await updateBackup('job-1', { bytes: 1 })
    await back('2026-11-06T03:00:00Z')
    expect((await checkBackups(product)).state).toBe('ok')
    const { product: without } = makeProduct({ PAPERDAWN_BACKUP_FOLDER: 'off' })
    await collectionOf('backups').deleteMany({})
    expect(await checkBackups(without)).toMatchObject({ state: 'unknown' })
  })
})

const canMount = canMountDisk('archives on a full and on a read-only disk')
test.skipIf(!canMount)(
  'An archive that does not fit on the disk, or may not be written, leaves the earlier one',
  async () => {
    const module = JSON.stringify(new URL(import.meta.resolve('#api/platform/archive/archiveFile.ts')).pathname)
    const results = await runOnSmallDisk(`
    const { writeArchive } = await import(${module})
    const { readdir } = await import('node:fs/promises')
    const { randomBytes } = await import('node:crypto')
    const header = { version: '1', data_version: 1, made_at: 'now' }
    async function* frames(count) { for (let n = 0; n < count; n++) yield randomBytes(100_000) }
    const write = (name, count) => writeArchive(disk + '/' + name, { header, frames: frames(count), passphrase: undefined })
      .then(() => 'written', ({ code, message }) => code + ' ' + message)
    report([await write('first', 5), await write('second', 30), await readdir(disk)])
    remount('ro')
    report([await write('third', 1), await readdir(disk)])
  `)
    expect(results).toEqual([
      [
        'written',
        expect.stringMatching(/^unavailable .*: the disk is full\. Earlier archives are unchanged\.$/),
        ['first'],
      ],
      [expect.stringMatching(/^unavailable .*: the file system is read-only\./), ['first']],
    ])
  },
)
