import { readdir } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { describe, expect, test } from 'bun:test'
import mongoose from 'mongoose'
import { listArchived } from '#api/store/backup/keptCollections.ts'
import { closeDatabase, openDatabase } from '#api/store/database.ts'
import { collectionOf, fillEverything, useBackups } from '#tests/api/support/backups.ts'
import { sized } from '#tests/support/longRun.ts'

const backups = useBackups()
const PROCESS = new URL(import.meta.resolve('#tests/api/support/backupProcess.ts')).pathname
const IS_LONG = sized({ short: false, long: true })
const RANDOM_KILLS = sized({ short: 0, long: 50, everything: 500 })
const archived = listArchived({ withSecrets: false }).map(({ collection }) => collection)

/** Runs a backup or a restore in a process. Returns its points, or that it was killed at one. */
async function run(action: 'backup' | 'restore', archive: string, killAt?: string) {
  const child = Bun.spawn([process.execPath, PROCESS], {
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'inherit',
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      LOG_LEVEL: 'silent',
      ACTION: action,
      ARCHIVE: archive,
      MONGODB_URI: backups.uri(),
      DATA: `${backups.folder()}/data`,
      ...(killAt !== undefined && { KILL_AT: killAt }),
    },
  })
  const points = (await new Response(child.stdout).text()).trim().split('\n')
  const code = await child.exited
  return { points, isKilled: child.signalCode === 'SIGKILL', code }
}

/** Marks every document of the library. */
async function markLibrary(library: string): Promise<void> {
  for (const name of archived) await collectionOf(name).updateMany({}, { $set: { library } })
}

/** The marks of all documents, after a process of the product has opened the database. */
async function readLibraries(): Promise<unknown[]> {
  await closeDatabase()
  await openDatabase(backups.uri())
  await closeDatabase()
  await openDatabase(backups.uri(), { use: 'maintenance' })
  const found = new Set<unknown>()
  for (const name of archived) {
    const own = { _id: { $regex: `^${name}-\\d$` } as never }
    for (const mark of await collectionOf(name).distinct('library', own)) found.add(mark)
    if ((await collectionOf(name).countDocuments(own)) !== 3) found.add(`${name} is incomplete`)
  }
  return [...found]
}

const listStaged = async () =>
  (await mongoose.connection.listCollections()).filter(({ name }) => name.startsWith('restore.'))

/** The first point of each name, and random ones by number. */
function choose(points: readonly string[], names: readonly string[]): string[] {
  const numbers = Array.from({ length: RANDOM_KILLS }, () => `${1 + Math.floor(Math.random() * points.length)}`)
  return [...new Set(names), ...numbers]
}

/** Each command once, those around the decision, and the renames at the beginning, in the middle and at the end. */
function chooseRestore(points: readonly string[], decided: number): string[] {
  const renames = points.filter((name) => name.includes('renameCollection'))
  const middle = Math.floor(renames.length / 2)
  const kept = new Set([0, 1, middle, renames.length - 2, renames.length - 1].map((at) => renames[at]))
  const around = [-1, 0, 1, 2].map((steps) => `${decided + steps + 1}`)
  const names = points.filter((name) => !name.includes('renameCollection') || kept.has(name))
  // The state after a command is that before the next one.
  const named = names.filter((name) => IS_LONG || name.startsWith('before '))
  return [...around, ...choose(points, named)]
}

/** The steps are shared by as many tests: each step takes a process, and a test has a time limit. */
const PARTS = [0, 1, 2, 3]

describe('A kill', () => {
  test.each(PARTS)(
    'of a restore, at any step (part %d), leaves the old library or the new one, whole',
    async (part) => {
      await fillEverything()
      await markLibrary('new')
      const archive = backups.newPath()
      await backups.make(archive)
      const { points, code } = await run('restore', archive)
      expect([code, await readLibraries()]).toEqual([0, ['new']])
      // The last write of its state decides.
      const decided = points.lastIndexOf('after update restores')
      expect(decided).toBeGreaterThan(10)

      const chosen = chooseRestore(points, decided).filter((_, index) => index % PARTS.length === part)
      const outcomes = new Set<unknown>()
      for (const point of chosen) {
        await markLibrary('old')
        const { isKilled } = await run('restore', archive, point)
        const libraries = await readLibraries()
        expect([point, isKilled, libraries.length]).toEqual([point, true, 1])
        const at = /^\d+$/.test(point) ? Number(point) - 1 : points.indexOf(point)
        // Killed when the write was sent: the server has done it or not.
        if (at !== decided - 1) expect([point, libraries]).toEqual([point, [at < decided ? 'old' : 'new']])
        expect(await listStaged()).toEqual([])
        outcomes.add(libraries[0])
      }
      expect(outcomes.size).toBe(2)
    },
  )

  test('of a backup, at any step, leaves earlier archives, and no other that looks like one', async () => {
    await fillEverything()
    const earlier = backups.newPath()
    await backups.make(earlier)
    const archive = backups.newPath()
    const folder = dirname(archive)
    const before = await readdir(folder)
    const { points, code } = await run('backup', `${archive} survey`)
    expect(code).toBe(0)
    for (const point of choose(points, points)) {
      const { isKilled } = await run('backup', archive, point)
      const files = (await readdir(folder)).filter((name) => !before.includes(name) && !name.startsWith('.'))
      expect([point, isKilled, files]).toEqual([point, true, files])
      // After the last command the archive may be complete.
      if (files.includes(basename(archive))) await backups.open(archive)
      await Bun.file(archive)
        .delete()
        .catch(() => undefined)
      await backups.open(earlier)
    }
    await backups.make(archive)
    await backups.restore(archive)
    expect(await collectionOf('deliveries').countDocuments()).toBe(3)
  })
})
