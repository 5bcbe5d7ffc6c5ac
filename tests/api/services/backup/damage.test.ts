import { mkdir, readdir, readFile, symlink, truncate, writeFile } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'bun:test'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import mongoose from 'mongoose'
import { entryFrame } from '#api/platform/archive/archiveFrames.ts'
import { DATA_VERSION } from '#api/store/dataVersion.ts'
import { collectionOf, fillEverything, PASSPHRASE, readHashes, useBackups } from '#tests/api/support/backups.ts'

const backups = useBackups()
const DIGEST_BYTES = 32

async function makeFilled(passphrase?: string): Promise<string> {
  await fillEverything()
  const path = backups.newPath()
  await backups.make(path, passphrase)
  return path
}

/** The parts of an archive: its first lines, and the content after them. */
async function readParts(path: string): Promise<{ head: Buffer; body: Buffer }> {
  const bytes = await readFile(path)
  const end = bytes.indexOf(10, bytes.indexOf(10) + 1) + 1
  return { head: bytes.subarray(0, end), body: bytes.subarray(end, -DIGEST_BYTES) }
}

/** Writes an archive whose check sum is right. */
async function writeParts(path: string, ...parts: readonly Uint8Array[]): Promise<void> {
  const bytes = Buffer.concat(parts)
  await writeFile(path, Buffer.concat([bytes, createHash('sha256').update(bytes).digest()]))
}

describe('An archive that is damaged', () => {
  test('by a changed byte anywhere, or cut short, is refused, and nothing is changed', async () => {
    const path = await makeFilled()
    const before = await readHashes()
    const whole = await readFile(path)
    const places = [3, 30, 200, Math.floor(whole.length / 2), whole.length - 40, whole.length - 1]
    for (const at of places) {
      const bytes = Buffer.from(whole)
      bytes[at] = (bytes[at] ?? 0) ^ 1
      await writeFile(path, bytes)
      await expect(backups.restore(path)).rejects.toMatchObject({ code: 'invalid-input' })
    }
    for (const length of [0, 10, 100, Math.floor(whole.length / 2), whole.length - 1]) {
      await writeFile(path, whole)
      await truncate(path, length)
      await expect(backups.restore(path)).rejects.toMatchObject({ code: 'invalid-input' })
    }
    expect(await readHashes()).toEqual(before)
  })

  test('although its check sum is right, is refused when it is loaded, and nothing is changed', async () => {
    const path = await makeFilled()
    const before = await readHashes()
    const { head, body } = await readParts(path)
    const damages = [
      body.subarray(0, body.length / 2),
      Buffer.concat([body, body]),
      Buffer.alloc(0),
      Buffer.alloc(900, 7),
    ]
    for (const damage of damages) {
      await writeParts(path, head, damage)
      await expect(backups.restore(path)).rejects.toMatchObject({ code: 'invalid-input' })
    }
    expect(await readHashes()).toEqual(before)
    const names = await mongoose.connection.listCollections()
    expect(names.map(({ name }) => name).filter((name) => name.startsWith('restore.'))).toEqual([])
  })

  test('by collections that no archive has is refused', async () => {
    const path = await makeFilled()
    const { head, body } = await readParts(path)
    const content = zstdDecompressSync(body)
    for (const name of ['sessions', 'restores', 'no_such']) {
      const start = entryFrame({ type: 'collection', name })
      await writeParts(path, head, zstdCompressSync(Buffer.concat([start, content])))
      await expect(backups.restore(path)).rejects.toMatchObject({ message: expect.stringContaining(`“${name}”`) })
    }
  })

  test('in an encrypted part is refused, wherever it was changed by somebody who fixed the check sum', async () => {
    const path = await makeFilled(PASSPHRASE)
    const { head, body } = await readParts(path)
    const changed = Buffer.from(body)
    changed[100] = (changed[100] ?? 0) ^ 1
    const otherHead = Buffer.from(head.toString().replace(/"made_at":"20/, '"made_at":"19'))
    for (const [first, rest] of [
      [head, changed],
      [otherHead, body],
      [head, body.subarray(0, -20)],
      [head, Buffer.concat([body, body])],
    ] as const) {
      await writeParts(path, first, rest)
      await expect(backups.restore(path, { passphrase: PASSPHRASE })).rejects.toMatchObject({ code: 'invalid-input' })
    }
  })
})

describe('An archive', () => {
  test('needs its passphrase', async () => {
    const path = await makeFilled(PASSPHRASE)
    await expect(backups.open(path)).rejects.toMatchObject({ message: expect.stringContaining('passphrase is needed') })
    await expect(backups.open(path, 'another passphrase')).rejects.toMatchObject({
      message: 'The passphrase is not the one of this archive.',
    })
    expect((await backups.open(path, PASSPHRASE)).header.data_version).toBe(DATA_VERSION)
  })

  test('of a newer version is refused, of another product or none too', async () => {
    const path = await makeFilled()
    const { head, body } = await readParts(path)
    const replaced = (from: string, to: string) => Buffer.from(head.toString().replace(from, to))
    const cases = [
      [replaced(`"data_version":${DATA_VERSION}`, `"data_version":${DATA_VERSION + 1}`), /newer version of Paperdawn/],
      [replaced('"format":1', '"format":2'), /newer version of Paperdawn/],
      [replaced('"product":"paperdawn"', '"product":"moonpaper"'), /header cannot be read/],
      [replaced('PAPERDAWN', 'MOONPAPER'), /is not a backup of Paperdawn/],
    ] as const
    for (const [changed, message] of cases) {
      await writeParts(path, changed, body)
      await expect(backups.restore(path)).rejects.toMatchObject({
        code: 'invalid-input',
        message: expect.stringMatching(message),
      })
    }
    await expect(backups.open(`${path} not there`)).rejects.toMatchObject({ code: 'invalid-input' })
  })

  test('without a passphrase has no secret, and says what it is without', async () => {
    await fillEverything()
    const secrets = ['zinnober-password', 'zinnober-source-key', 'zinnober-feed', 'zinnober-token', 'zinnober-session']
    await collectionOf('settings').insertOne({ _id: 'mail' as never, enabled: false, sealed_password: secrets[0] })
    await collectionOf('sources').insertOne({ _id: 'ads' as never, sealed_key: { sealed: secrets[1] } })
    await collectionOf('feed_keys').insertOne({ _id: 'ada' as never, key: secrets[2] })
    await collectionOf('personal_tokens').insertOne({
      _id: 'token' as never,
      hash: secrets[3],
      user_id: 'ada',
      slot: 0,
    })
    await collectionOf('sessions').insertOne({ _id: 'session' as never, token: secrets[4] })
    const contentOf = async (passphrase?: string) => {
      const path = backups.newPath()
      const { manifest } = await backups.make(path, passphrase)
      const { body } = await readParts(path)
      return {
        manifest,
        path,
        text: passphrase ? body.toString('latin1') : zstdDecompressSync(body).toString('latin1'),
      }
    }
    const open = await contentOf()
    expect(secrets.filter((secret) => open.text.includes(secret))).toEqual([])
    // Otherwise nothing was searched.
    expect(open.text).toContain('counts')
    expect(open.manifest.left_out.join()).toContain('the password of the mail server')
    const sealed = await contentOf(PASSPHRASE)
    expect(sealed.manifest.left_out).toEqual([])
    expect(sealed.text).not.toContain('counts')

    await backups.restore(sealed.path, { passphrase: PASSPHRASE })
    expect(await collectionOf('settings').findOne({ _id: 'mail' as never })).toMatchObject({
      sealed_password: secrets[0],
    })
    await backups.restore(open.path)
    expect(await collectionOf('settings').findOne({ _id: 'mail' as never })).toMatchObject({ sealed_password: null })
    expect(await collectionOf('feed_keys').countDocuments()).toBe(0)
  })

  test('can have blanks in its path and be reached by a link, and replaces no file', async () => {
    const path = await makeFilled()
    const folder = join(dirname(path), 'a folder with blanks')
    await mkdir(folder)
    const inFolder = join(folder, 'my library.backup')
    await backups.make(inFolder)
    const link = backups.newPath()
    await symlink(inFolder, link)
    await backups.restore(link)
    expect(await collectionOf('users').countDocuments()).toBe(3)
    const before = await readFile(inFolder)
    for (const taken of [inFolder, link]) await expect(backups.make(taken)).rejects.toMatchObject({ code: 'conflict' })
    expect(await readFile(inFolder)).toEqual(before)
    expect(await readdir(folder)).toEqual(['my library.backup'])
  })

  test('that cannot be written says why, and leaves nothing', async () => {
    await fillEverything(1)
    const missing = join(dirname(backups.newPath()), 'missing', 'library.backup')
    await expect(backups.make(missing)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('its folder does not exist'),
    })
    const folder = backups.newPath()
    await mkdir(folder)
    await expect(backups.make(folder)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('there is a folder of this name'),
    })
  })
})
