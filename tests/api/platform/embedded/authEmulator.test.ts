import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { decodeJwt } from 'jose'
import { startAuthEmulator, type AuthEmulator } from '#api/platform/embedded/authEmulator.ts'
import { waitFor } from '#api/platform/embedded/child.ts'
import { emulatorToken } from '#tests/support/emulator.ts'
import { makeFolder, runScript, isAlive } from '#tests/support/process.ts'

const TIME = 120_000
const projectId = 'demo-paperdawn'
const report = () => undefined
let folder: Awaited<ReturnType<typeof makeFolder>>
let emulator: AuthEmulator

async function start(path: string): Promise<AuthEmulator> {
  const started = await startAuthEmulator({ folder: path, projectId, report })
  await started.ready
  return started
}
const read = async (path: string) => (await fetch(`${emulator.url}${path}`)).text()
const pickerOf = async () =>
  (await read('/emulator/auth/handler?apiKey=demo&providerId=google.com')).match(/[\w.]+@[\w.]+(?=<)/g)

/** What the Firebase SDK asks when a page is opened again: is the person of this token still signed in? */
async function lookUp(token: string): Promise<unknown> {
  const response = await fetch(`${emulator.url}/identitytoolkit.googleapis.com/v1/accounts:lookup?key=demo`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ idToken: token }),
  })
  return response.json()
}

beforeAll(async () => {
  folder = await makeFolder()
  emulator = await start(folder.path)
}, TIME)
afterAll(async () => {
  await emulator.stop()
  await folder[Symbol.asyncDispose]()
}, TIME)

describe('the sign-in emulator', () => {
  test('offers the three seeded people in its account picker', async () => {
    expect((await pickerOf())?.toSorted()).toEqual(['admin@paperdawn.test', 'reader@example.org', 'second@example.org'])
    expect(await read('/emulator/auth/handler?apiKey=demo&providerId=google.com')).toContain('Cleo Adeyemi')
  })

  test('gives a seeded person the same account each time, as Google verified it', async () => {
    const claims = decodeJwt(await emulatorToken(emulator.host, 'admin@paperdawn.test'))
    expect(claims).toMatchObject({
      sub: 'admin',
      name: 'Cleo Adeyemi',
      email_verified: true,
      aud: projectId,
      iss: `https://securetoken.google.com/${projectId}`,
      firebase: { sign_in_provider: 'google.com' },
    })
  })

  test('serves its helper pages without a single outside address', async () => {
    for (const page of ['handler?apiKey=demo&providerId=google.com', 'iframe?apiKey=demo&appName=x']) {
      const html = await read(`/emulator/auth/${page}`)
      expect(html).not.toMatch(/(?:src|href)="https?:/)
    }
    expect(await read('/emulator/auth/iframe')).toContain('src="/dev/gapi.js"')
    const script = await read('/dev/gapi.js')
    expect(() => new Bun.Transpiler({ loader: 'js' }).scan(script)).not.toThrow()
    expect(script).toContain('iframes')
  })

  test('refuses other projects than its own', async () => {
    const url = `${emulator.url}/identitytoolkit.googleapis.com/v1/projects/demo-other/accounts:query`
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
      body: '{}',
    })
    expect(response.status).toBe(400)
  })

  test(
    'remembers accounts over a stop, on the same port, and leaves people signed in',
    async () => {
      const token = await emulatorToken(emulator.host, { email: 'third@example.org', name: 'Third Person' })
      const { host } = emulator
      await emulator.stop()
      expect(await emulator.exited).toBe(0)
      emulator = await start(folder.path)
      expect(emulator.host).toBe(host)
      expect(await lookUp(token)).toMatchObject({
        users: [{ email: 'third@example.org', displayName: 'Third Person' }],
      })
      expect(await pickerOf()).toContain('third@example.org')
    },
    TIME,
  )

  test(
    'keeps an account on disk without being stopped, so that kill -9 does not lose it',
    async () => {
      const accounts = join(folder.path, 'accounts.json')
      await emulatorToken(emulator.host, 'fourth@example.org')
      await waitFor(async () => (await readFile(accounts, 'utf8')).includes('fourth@example.org') || undefined, {
        limitMs: 10_000,
        failure: () => new Error('the account was not saved'),
      })
      process.kill(emulator.pid, 'SIGKILL')
      await emulator.exited
      emulator = await start(folder.path)
      expect(await pickerOf()).toContain('fourth@example.org')
    },
    TIME,
  )

  test(
    'ends by itself when the product is killed',
    async () => {
      await using other = await makeFolder()
      await using parent = runScript(
        `import { startAuthEmulator } from '#api/platform/embedded/authEmulator.ts'
      const { pid } = await startAuthEmulator({ folder: process.argv[1], projectId: '${projectId}', report: () => undefined })
      console.log(pid)`,
        { args: [other.path] },
      )
      const pid = Number(await parent.nextLine())
      expect(isAlive(pid)).toBe(true)
      await parent.kill('SIGKILL')
      await waitFor(() => (isAlive(pid) ? undefined : true), {
        limitMs: 30_000,
        failure: () => new Error('it is still alive'),
      })
    },
    TIME,
  )

  test(
    'says why it does not come up',
    async () => {
      await using other = await makeFolder()
      await Bun.write(join(other.path, 'accounts.json'), 'not accounts')
      const broken = await startAuthEmulator({ folder: other.path, projectId, report })
      await expect(broken.ready).rejects.toMatchObject({
        code: 'unavailable',
        message: expect.stringContaining('accounts.json'),
      })
    },
    TIME,
  )
})
