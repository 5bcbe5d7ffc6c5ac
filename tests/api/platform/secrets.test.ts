import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { AppError } from '#api/platform/errors.ts'
import { createSecrets, loadRootSecret } from '#api/platform/secrets.ts'

const secrets = createSecrets('a root secret of at least 32 characters')
const otherRoot = createSecrets('another root secret of at least 32 characters')

describe('a sealed secret', () => {
  test('can be opened again for any text, and is different each time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const sealed = secrets.seal(text, 'smtp')
        expect(secrets.open(sealed, 'smtp')).toBe(text)
        expect(sealed).toMatch(/^v1\.[\w-]{16}\.[\w-]+$/)
        expect(secrets.seal(text, 'smtp')).not.toBe(sealed)
      }),
    )
  })

  test('cannot be opened for another purpose or with another root secret', () => {
    const sealed = secrets.seal('the password', 'smtp')
    expect(() => secrets.open(sealed, 'other')).toThrow(AppError)
    expect(() => otherRoot.open(sealed, 'smtp')).toThrow(AppError)
  })

  test('cannot be opened after any character was changed', () => {
    const sealed = secrets.seal('the password', 'smtp')
    for (let at = 0; at < sealed.length - 1; at++) {
      const changed = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1)
      expect(() => secrets.open(changed, 'smtp')).toThrow(AppError)
    }
  })

  test.each(['', 'v1', 'v1..', 'v2.AAAA.BBBB', 'v1.AAAAAAAAAAAAAAAA.AAAA', 'plain text'])(
    '"%s" throws "internal" with the cause',
    (text) => {
      try {
        secrets.open(text, 'smtp')
        expect.unreachable()
      } catch (error) {
        expect(error).toMatchObject({ code: 'internal', cause: expect.any(Error) })
      }
    },
  )
})

test('each purpose has its own key, which depends only on the root secret', () => {
  const key = secrets.deriveKey('tokens')
  expect(key).toHaveLength(32)
  expect(key).toEqual(createSecrets('a root secret of at least 32 characters').deriveKey('tokens'))
  expect(key).not.toEqual(secrets.deriveKey('smtp'))
  expect(key).not.toEqual(otherRoot.deriveKey('tokens'))
})

describe('the root secret', () => {
  let dataFolder = ''
  beforeEach(async () => {
    dataFolder = await mkdtemp(join(tmpdir(), 'paperdawn-secrets-'))
  })
  afterEach(() => rm(dataFolder, { recursive: true }))
  const load = (secret?: string, production = false) => loadRootSecret({ secret, production, dataFolder })

  test('is the configured one, and no file is written', async () => {
    expect(await load('x'.repeat(40), true)).toBe('x'.repeat(40))
    expect(await readdir(dataFolder)).toEqual([])
  })

  test('is created once, readable by the owner only, and reused', async () => {
    const created = await load()
    expect(created.length).toBeGreaterThanOrEqual(32)
    expect((await stat(join(dataFolder, 'secret'))).mode & 0o777).toBe(0o600)
    expect(await load()).toBe(created)
    expect(await readdir(dataFolder)).toEqual(['secret'])
  })

  test('is the same for processes that start at the same time', async () => {
    const script = `import { loadRootSecret } from '#api/platform/secrets.ts'
      console.log(await loadRootSecret({ production: false, dataFolder: ${JSON.stringify(dataFolder)} }))`
    const starts = Array.from({ length: 6 }, () => Bun.spawn([process.execPath, '-e', script], { stdout: 'pipe' }))
    const roots = await Promise.all(starts.map(({ stdout }) => new Response(stdout).text()))
    expect(new Set(roots).size).toBe(1)
    expect(`${await readFile(join(dataFolder, 'secret'), 'utf8')}`).toBe(roots[0] ?? '')
  })

  test('is not replaced if its file is damaged', async () => {
    await writeFile(join(dataFolder, 'secret'), 'short\n')
    await expect(load()).rejects.toMatchObject({ code: 'internal' })
    expect(await readFile(join(dataFolder, 'secret'), 'utf8')).toBe('short\n')
  })

  test('is never created in production', async () => {
    await expect(load(undefined, true)).rejects.toMatchObject({ code: 'internal' })
    expect(await readdir(dataFolder)).toEqual([])
  })
})
