import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { afterEach, describe, expect, test } from 'bun:test'
import mongoose from 'mongoose'
import { readMaintenance } from '#api/services/backup/maintenance.ts'
import { abandonRestore, beginRestore, commitRestore, staged } from '#api/store/backup/switchLibrary.ts'
import { closeDatabase, openDatabase } from '#api/store/database.ts'
import { collectionOf, fillEverything, PASSPHRASE, readHashes, useBackups } from '#tests/api/support/backups.ts'
import { addressOf, startProduct, type ProductProcess } from '#tests/api/support/productProcess.ts'
import { findMongod } from '#api/platform/embedded/findMongod.ts'
import { makeFolder } from '#tests/support/process.ts'

const backups = useBackups()
const running = new Set<ProductProcess>()
afterEach(async () => {
  for (const child of running) child.kill('SIGKILL')
  await Promise.all([...running].map(({ exited }) => exited))
  running.clear()
})

const NO_NETWORK = 'http://127.0.0.1:9'
/** Runs the program of the product with these arguments. Returns its exit code and what it printed. */
async function runProgram(args: readonly string[], settings: Record<string, string> = {}) {
  const child = Bun.spawn([process.execPath, 'api/index.ts', ...args], {
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      LOG_LEVEL: 'silent',
      MONGODB_URI: backups.uri(),
      PAPERDAWN_DATA: `${backups.folder()}/data`,
      ...settings,
    },
  })
  const [out, error] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { code: await child.exited, out, error }
}

describe('The program on the machine', () => {
  test('backs up, verifies and restores, and says what it did', async () => {
    await fillEverything()
    const before = await readHashes()
    const path = backups.newPath()
    const settings = { PAPERDAWN_BACKUP_PASSPHRASE: PASSPHRASE }
    // A server of others keeps five minutes by itself.
    const history = { setParameter: 1, minSnapshotHistoryWindowInSeconds: 300 }
    await mongoose.connection.getClient().db('admin').command(history)
    expect(await runProgram(['--backup', path], settings)).toMatchObject({ code: 0, error: '' })
    await mongoose.connection
      .getClient()
      .db('admin')
      .command({ ...history, minSnapshotHistoryWindowInSeconds: 0 })

    const verified = await runProgram(['--verify', path], settings)
    expect(verified).toMatchObject({ code: 0, out: expect.stringContaining('3 papers, 3 accounts') })
    expect(await runProgram(['--verify', path])).toMatchObject({
      code: 78,
      error: expect.stringContaining('passphrase'),
    })

    const refused = await runProgram(['--restore', path], settings)
    expect(refused).toMatchObject({ code: 1, error: expect.stringContaining('add --replace library') })
    const misspelt = await runProgram(['--restore', path, '--replace', 'Library'], settings)
    expect(misspelt.code).toBe(1)
    expect(await readHashes()).toEqual(before)

    await collectionOf('reading_list').deleteMany({})
    const { code, out } = await runProgram(['--restore', path, '--replace', 'library'], settings)
    expect([code, out]).toEqual([0, expect.stringMatching(/Restored in .* 3 papers, 3 accounts/)])
    expect(out).toMatch(/What was written in the \d+ minutes? after it is lost/)
    expect((await readHashes())['reading_list']).toBe(before['reading_list'])
  })

  test('restores into an empty library without being asked', async () => {
    await fillEverything()
    const path = backups.newPath()
    await backups.make(path)
    await mongoose.connection.dropDatabase()
    expect(await runProgram(['--restore', path])).toMatchObject({ code: 0 })
    expect(await collectionOf('users').countDocuments()).toBe(3)
  })

  test('refuses while a process of the product is connected', async () => {
    await fillEverything()
    const path = backups.newPath()
    await backups.make(path)
    const before = await readHashes()
    for (const roles of ['web', 'worker']) {
      await using folder = await makeFolder()
      const child = startProduct({
        MONGODB_URI: backups.uri(),
        PAPERDAWN_DATA: folder.path,
        PAPERDAWN_ROLES: roles,
        FIREBASE_PROJECT_ID: 'demo-backups',
        FIREBASE_API_KEY: 'key',
        FIREBASE_AUTH_DOMAIN: 'demo-backups.firebaseapp.com',
        FIREBASE_KEYS_URL: NO_NETWORK,
        ADMIN_EMAIL_DOMAIN: 'example.org',
      })
      running.add(child)
      await addressOf(child)
      expect(await runProgram(['--restore', path, '--replace', 'library'])).toMatchObject({
        code: 1,
        error: expect.stringMatching(/Paperdawn is using this database, from 127\.0\.0\.1/),
      })
      child.kill('SIGTERM')
      await child.exited
    }
    expect((await readHashes())['reading_list']).toBe(before['reading_list'])
    expect(await runProgram(['--restore', path, '--replace', 'library'])).toMatchObject({ code: 0 })
  })

  test('ends a restore during which a process was started', async () => {
    const run = await beginRestore()
    await closeDatabase()
    await openDatabase(backups.uri())
    // The restore goes on until it learns of it.
    await staged.collection('users').insertOne({ _id: 'late' as never })
    await expect(commitRestore(run)).rejects.toMatchObject({ code: 'conflict' })
    await abandonRestore(run)
    const names = (await mongoose.connection.listCollections()).map(({ name }) => name)
    expect(names.filter((name) => name.startsWith('restore.'))).toEqual([])
  })

  test('has the embedded database with its accounts and its secret', async () => {
    await using old = await makeFolder()
    await using fresh = await makeFolder()
    const binary = await findMongod({ configured: process.env['MONGOD_BINARY'], report: () => undefined })
    const accounts = [{ localId: 'ada', email: 'ada@example.org', passwordHash: 'zinnober', salt: 'salt' }]
    await mkdir(`${old.path}/auth`)
    await writeFile(`${old.path}/auth/accounts.json`, JSON.stringify(accounts))
    await writeFile(`${old.path}/secret`, `${'zinnober'.repeat(6)}\n`)
    const settingsOf = (PAPERDAWN_DATA: string) => ({ PAPERDAWN_DATA, MONGOD_BINARY: binary, MONGODB_URI: '' })
    const secret = { PAPERDAWN_BACKUP_PASSPHRASE: PASSPHRASE }
    const [open, sealed] = [backups.newPath(), backups.newPath()]
    expect(await runProgram(['--backup', open], settingsOf(old.path))).toMatchObject({
      code: 0,
      out: expect.stringContaining('the passwords of the embedded sign-in'),
    })
    expect(await runProgram(['--backup', sealed], { ...settingsOf(old.path), ...secret })).toMatchObject({ code: 0 })

    await mkdir(`${fresh.path}/auth`)
    await writeFile(`${fresh.path}/auth/accounts.json`, JSON.stringify([{ localId: 'ben' }]))
    const readAccounts = async () => JSON.parse(await readFile(`${fresh.path}/auth/accounts.json`, 'utf8')) as unknown
    expect(await runProgram(['--restore', open], settingsOf(fresh.path))).toMatchObject({ code: 0 })
    expect(await readAccounts()).toEqual([{ localId: 'ben' }, { localId: 'ada', email: 'ada@example.org' }])
    expect(await Bun.file(`${fresh.path}/secret`).exists()).toBe(false)
    expect(await runProgram(['--restore', sealed], { ...settingsOf(fresh.path), ...secret })).toMatchObject({ code: 0 })
    expect(await readAccounts()).toEqual([{ localId: 'ben' }, ...accounts])
    expect(await readFile(`${fresh.path}/secret`, 'utf8')).toBe(await readFile(`${old.path}/secret`, 'utf8'))
    await writeFile(`${fresh.path}/secret`, 'another secret that is long enough for it')
    expect(await runProgram(['--restore', sealed], { ...settingsOf(fresh.path), ...secret })).toMatchObject({
      code: 0,
      out: expect.stringContaining('has another secret than the backup'),
    })
  })

  test('accepts only arguments that belong together', () => {
    expect(readMaintenance([])).toBeNull()
    expect(readMaintenance(['--restore', '/a b', '--replace', 'x'])).toEqual({
      action: 'restore',
      path: '/a b',
      replace: 'x',
    })
    for (const wrong of [
      ['--backup'],
      ['--backup', 'a', '--verify', 'b'],
      ['--replace', 'x'],
      ['--bakcup', 'a'],
      ['a'],
    ])
      expect(() => readMaintenance(wrong)).toThrow()
  })
})
