import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { decodeJwt } from 'jose'
import { startAuthEmulator, type AuthEmulator } from '#api/platform/embedded/authEmulator.ts'
import { loadAuthModule, LOADED_PATHS } from '#api/platform/embedded/authModule.ts'
import { emulatorToken } from '#tests/support/emulator.ts'
import { makeFolder, runScript, isAlive } from '#tests/support/process.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'

const projectId = 'demo-paperdawn'
let folder: Awaited<ReturnType<typeof makeFolder>>
let emulator: AuthEmulator

async function start(path: string): Promise<AuthEmulator> {
  const started = await startAuthEmulator({ folder: path, projectId })
  await started.ready
  return started
}
const read = async (path: string) => (await fetch(`${emulator.url}${path}`)).text()
const pickerOf = async () =>
  (await read('/emulator/auth/handler?apiKey=demo&providerId=google.com')).match(/[\w.]+@[\w.]+(?=<)/g)

/** Calls the emulator's API; with `owner`, with permission to change every account. */
const post = (path: string, body: object, owner = false) =>
  fetch(`${emulator.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(owner && { authorization: 'Bearer owner' }) },
    body: JSON.stringify(body),
  })
const accountsCall = (name: string, body: object, owner = false) =>
  post(`/identitytoolkit.googleapis.com/v1/accounts:${name}?key=demo`, body, owner)
const queryAccounts = (project: string) =>
  post(`/identitytoolkit.googleapis.com/v1/projects/${project}/accounts:query`, {}, true)

/** Makes the call of the Firebase SDK that checks, when a page is opened again, whether the user is still signed in. */
const lookUp = async (idToken: string): Promise<unknown> => (await accountsCall('lookup', { idToken })).json()

beforeAll(async () => {
  folder = await makeFolder()
  emulator = await start(folder.path)
})
afterAll(async () => {
  await emulator.stop()
  await folder[Symbol.asyncDispose]()
})

describe('The sign-in emulator', () => {
  test('shows the three demo users in its account picker', async () => {
    expect((await pickerOf())?.toSorted()).toEqual(['admin@paperdawn.test', 'reader@example.org', 'second@example.org'])
    expect(await read('/emulator/auth/handler?apiKey=demo&providerId=google.com')).toContain('Cleo Adeyemi')
  })

  test('signs in a demo user with the existing account and an address verified by Google', async () => {
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

  test('serves helper pages that load nothing from other hosts', async () => {
    for (const page of ['handler?apiKey=demo&providerId=google.com', 'iframe?apiKey=demo&appName=x']) {
      const html = await read(`/emulator/auth/${page}`)
      expect(html).not.toMatch(/(?:src|href)="https?:/)
    }
    expect(await read('/emulator/auth/iframe')).toContain('src="/dev/gapi.js"')
    const script = await read('/dev/gapi.js')
    expect(() => new Bun.Transpiler({ loader: 'js' }).scan(script)).not.toThrow()
    expect(script).toContain('iframes')
  })

  test('refuses requests for other projects', async () => {
    expect((await queryAccounts('demo-other')).status).toBe(400)
    expect((await queryAccounts(projectId)).status).toBe(200)
  })

  test('supports the calls of a script that creates an account and signs in', async () => {
    const credentials = { email: 'script@example.org', password: 'long enough', returnSecureToken: true }
    const made = await accountsCall('signUp', credentials)
    expect(made.status).toBe(200)
    const { localId } = (await made.json()) as { localId: string }
    expect((await accountsCall('update', { localId, emailVerified: true }, true)).status).toBe(200)

    const signedIn = await accountsCall('signInWithPassword', credentials)
    const { idToken, refreshToken } = (await signedIn.json()) as { idToken: string; refreshToken: string }
    expect(decodeJwt(idToken)).toMatchObject({ email: 'script@example.org', email_verified: true })
    const refreshed = await post('/securetoken.googleapis.com/v1/token?key=demo', {
      grant_type: 'refresh_token',
      refresh_token: refreshToken,
    })
    expect(refreshed.status).toBe(200)
  })

  test('returns 404 for a path that it does not load, and logs the path', async () => {
    expect((await accountsCall('sendOobCode', {})).status).toBe(404)
    await waitUntil(async () =>
      (await readFile(join(folder.path, 'emulator.log'), 'utf8')).includes(
        'POST /identitytoolkit.googleapis.com/v1/accounts:sendOobCode is not among the LOADED_PATHS',
      ),
    )
  })

  test('keeps accounts, port and sign-ins over a restart', async () => {
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
  })

  test('saves a new account at once, so that kill -9 does not lose it', async () => {
    const accounts = join(folder.path, 'accounts.json')
    await emulatorToken(emulator.host, 'fourth@example.org')
    await waitUntil(async () => (await readFile(accounts, 'utf8')).includes('fourth@example.org'))
    process.kill(emulator.pid, 'SIGKILL')
    await emulator.exited
    emulator = await start(folder.path)
    expect(await pickerOf()).toContain('fourth@example.org')
  })

  test('exits when the product is killed', async () => {
    await using other = await makeFolder()
    await using parent = runScript(
      `import { startAuthEmulator } from '#api/platform/embedded/authEmulator.ts'
      const options = { folder: process.argv[1], projectId: '${projectId}' }
      const { pid } = await startAuthEmulator(options)
      console.log(pid)`,
      { args: [other.path] },
    )
    const pid = Number(await parent.nextLine())
    expect(isAlive(pid)).toBe(true)
    await parent.kill('SIGKILL')
    await waitUntil(() => !isAlive(pid))
  })

  test('reports why it did not start', async () => {
    await using other = await makeFolder()
    await Bun.write(join(other.path, 'accounts.json'), 'not accounts')
    const broken = await startAuthEmulator({ folder: other.path, projectId })
    await expect(broken.ready).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('accounts.json'),
    })
  })
})

describe('A version of firebase-tools with a different auth module', () => {
  class AgentProjectState {
    overwriteUserWithLocalId() {}
    queryUsers() {}
  }
  const paths = Object.fromEntries(LOADED_PATHS.map((path) => [path, {}]))
  const { '/v1/token': _removed, ...withoutToken } = paths
  const known = { apiSpec: { default: { paths } }, server: { createApp: Object }, state: { AgentProjectState } }

  test.each([
    ['apiSpec has no paths', { apiSpec: {} }],
    ['apiSpec has no path /v1/token', { apiSpec: { default: { paths: withoutToken } } }],
    ['server has no function createApp', { server: {} }],
    [
      'state has no class AgentProjectState with a method overwriteUserWithLocalId',
      { state: { AgentProjectState: Map } },
    ],
  ])('is refused: %s', (sentence, changes) => {
    const parts = new Map<string, unknown>(Object.entries({ ...known, ...changes }))
    expect(() => loadAuthModule((id) => parts.get(id.split('/').at(-1) ?? ''))).toThrow(sentence)
  })
})
