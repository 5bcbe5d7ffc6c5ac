import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { cp, mkdir, realpath, symlink } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { findFreePort } from '#api/platform/embedded/port.ts'
import { testDatabase } from '#tests/support/mongod.ts'
import { makeFolder } from '#tests/support/process.ts'
import packageJson from '../../../package.json'

const HEALTH = '/api/health/ready'
const ENTRIES = ['api/index.ts', 'cli/index.ts']
const dependencies = Object.keys(packageJson.dependencies)

/** Returns package -> a file that imports it statically, for all files that `entries` import statically. */
async function findPackages(entries: readonly string[]): Promise<Map<string, string>> {
  const packages = new Map<string, string>()
  const seen = new Set<string>()
  const waiting = [...entries]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file) || !file.endsWith('.ts')) continue
    seen.add(file)
    const source = (await Bun.file(file).text()).replace(/^#!.*/, '')
    for (const { path, kind } of new Bun.Transpiler({ loader: 'ts' }).scanImports(source)) {
      if (kind === 'dynamic-import' || /^(node|bun)(:|$)/.test(path)) continue
      if (path.startsWith('#')) waiting.push(path.slice(1))
      else if (path.startsWith('.')) waiting.push(normalize(join(dirname(file), path)))
      else packages.set(/^(@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? path, file)
    }
  }
  return packages
}

test('The server and the CLI import no development package at startup', async () => {
  const packages = await findPackages(ENTRIES)
  expect(packages.size).toBeGreaterThan(10)
  expect([...packages].filter(([name]) => !dependencies.includes(name))).toEqual([])
})

describe('A copy of the server and the CLI with only the production packages', () => {
  let folder: Awaited<ReturnType<typeof makeFolder>>
  let database: string

  beforeAll(async () => {
    database = await testDatabase()
    folder = await makeFolder()
    const at = (path: string) => join(folder.path, path)
    for (const part of ['api', 'cli', 'package.json']) await cp(part, at(part), { recursive: true })
    for (const name of dependencies) {
      await mkdir(dirname(at(`node_modules/${name}`)), { recursive: true })
      await symlink(await realpath(`node_modules/${name}`), at(`node_modules/${name}`))
    }
    await Bun.write(at('.build/web/index.html'), '<!doctype html><title>Paperdawn</title>')
  })
  afterAll(() => folder[Symbol.asyncDispose]())

  /** Runs a file of the copy with an empty PATH and no cached mongod in its HOME. */
  const run = (file: string, env: Record<string, string> = {}, args: readonly string[] = []) =>
    Bun.spawn([process.execPath, file, ...args], {
      cwd: folder.path,
      stdout: 'pipe',
      stderr: 'pipe',
      env: {
        HOME: folder.path,
        PATH: '',
        PORT: '0',
        PAPERDAWN_DATA: join(folder.path, crypto.randomUUID()),
        PAPERDAWN_EMBEDDING: 'off',
        ...env,
      },
    })

  const firebase = {
    FIREBASE_PROJECT_ID: 'paperdawn-tests',
    FIREBASE_API_KEY: 'key',
    FIREBASE_AUTH_DOMAIN: 'paperdawn-tests.firebaseapp.com',
  }

  test('serves its pages, its documentation and its health check in production', async () => {
    const port = findFreePort()
    await using child = run('api/index.ts', {
      ...firebase,
      NODE_ENV: 'production',
      MONGODB_URI: database,
      PUBLIC_URL: 'https://papers.example.org',
      PORT: `${port}`,
      PAPERDAWN_SECRET: 'a secret of the tests that is long enough',
      ADMIN_EMAIL_DOMAIN: 'example.org',
      PAPERDAWN_ROLES: 'web',
    })
    let written = ''
    for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
      written += text
      if (written.includes('Stop with Ctrl+C')) break
    }
    expect(written).toContain('Paperdawn is at https://papers.example.org')
    const statuses = new Map<string, number>()
    for (const path of ['/', '/search', '/api/docs', '/api/docs/assets/swagger-ui.js', '/api/openapi.json', HEALTH])
      statuses.set(path, (await fetch(`http://127.0.0.1:${port}${path}`)).status)
    expect([...statuses].filter(([, status]) => status !== 200)).toEqual([])
    child.kill('SIGTERM')
    expect(await child.exited).toBe(0)
  })

  test('runs the CLI', async () => {
    expect(await run('cli/index.ts', {}, ['--help']).exited).toBe(0)
  })

  test.each([
    [
      'The sign-in emulator needs the development packages: run `bun install`, or set FIREBASE_PROJECT_ID.',
      () => ({ MONGODB_URI: database }),
    ],
    [
      'The embedded mail server needs the development packages: run `bun install`, or set NODE_ENV=production.',
      () => ({ MONGODB_URI: database, ...firebase }),
    ],
    [
      'mongod of mongodb.org: The download needs the development packages: ' +
        'run `bun install`, or set MONGOD_BINARY or MONGODB_URI.',
      () => firebase,
    ],
  ])('exits with code 1 in development: %s', async (sentence, env) => {
    await using child = run('api/index.ts', env())
    expect(await new Response(child.stderr).text()).toContain(sentence)
    expect(await child.exited).toBe(1)
  })
})
