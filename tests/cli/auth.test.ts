import { describe, expect, test } from 'bun:test'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { useTerminal } from './terminal.ts'

const { run, type, as, tokenOf, asAdmin, address, home, withToken, product } = useTerminal()
const tokenFile = () => join(home, 'paperdawn', 'tokens.json')

const storedTokens = async () => ((await Bun.file(tokenFile()).json()) as { tokens: Record<string, string> }).tokens

/** Signs in with the device code, which `name` approves or denies in a browser. */
async function signIn(name: string, approve = true) {
  const screen = type(['auth', 'login'])
  const [, user_code = ''] = await screen.until(/enter the code ([A-Z]{4}-[A-Z]{4})/)
  await as(name).auth.device.approve.post({ user_code, approve })
  return { screen, exit: await screen.exited }
}

describe('Signing in from a terminal', () => {
  test('works with a code approved in a browser, and stores the token readable for its owner only', async () => {
    const { screen, exit } = await signIn('admin')
    expect(screen.text()).toContain(`Open ${product.config.publicUrl}/device`)
    expect(screen.text()).toMatch(/Signed in to \S+ as Admin \(admin@paperdawn\.test\)\./)
    expect(exit).toBe(0)
    expect((await stat(tokenFile())).mode & 0o777).toBe(0o600)
    expect((await stat(join(home, 'paperdawn'))).mode & 0o777).toBe(0o700)
    const status = await run(['auth', 'status', '--json'])
    expect(JSON.parse(status.stdout)).toMatchObject({
      server: address(),
      user: { email: 'admin@paperdawn.test', is_admin: true },
      token_from: tokenFile(),
    })
    expect(Date.parse((JSON.parse(status.stdout) as { expires_at: string }).expires_at)).toBeGreaterThan(Date.now())
  })

  test('has exit code 4 when it is denied in the browser, and stores nothing', async () => {
    const { screen, exit } = await signIn('ada', false)
    expect(exit).toBe(4)
    expect(screen.text()).toContain('The sign-in was denied in the browser.')
    expect(await Bun.file(tokenFile()).exists()).toBe(false)
  })

  test('is aborted with Ctrl+C', async () => {
    const screen = type(['auth', 'login'])
    await screen.until(/Waiting for your approval/)
    screen.type('\u0003')
    expect(await screen.exited).toBe(130)
  })

  test('accepts a token from standard input, and rejects an invalid one', async () => {
    const token = await tokenOf('ada')
    const login = await run(['auth', 'login', '--with-token'], { input: `${token}\n` })
    expect(login).toMatchObject({ exit: 0, stdout: `Signed in to ${address()} as Ada (ada@example.org).\n` })
    expect(await storedTokens()).toEqual({ [address()]: token })
    const refused = await run(['auth', 'login', '--with-token'], { input: 'not-a-token\n' })
    expect(refused.exit).toBe(4)
    expect(refused.stderr).toContain('unauthenticated')
    expect(await storedTokens()).toEqual({ [address()]: token })
    expect((await run(['auth', 'login', '--with-token'], { input: '' })).exit).toBe(2)
  })

  test('with PAPERDAWN_TOKEN takes precedence over the stored token', async () => {
    await run(['auth', 'login', '--with-token'], { input: await tokenOf('ada') })
    expect((await run(['auth', 'status'])).stdout).toMatch(/e-mail +ada@example\.org/)
    const status = await run(['auth', 'status'], { env: await asAdmin() })
    expect(status.stdout).toMatch(/role +admin/)
    expect(status.stdout).toMatch(/token from +PAPERDAWN_TOKEN/)
    const logout = await run(['auth', 'logout'], { env: await asAdmin() })
    expect(logout.exit).toBe(2)
    expect(logout.stderr).toContain('unset PAPERDAWN_TOKEN')
  })

  test('shows which user is signed in, or that none is', async () => {
    const signedOut = await run(['auth', 'status'])
    expect(signedOut).toMatchObject({ exit: 4, stdout: '' })
    expect(signedOut.stderr).toContain('do:  Sign in: paperdawn auth login')
  })

  test('says what to do when the token file is damaged', async () => {
    await run(['auth', 'login', '--with-token'], { input: await tokenOf('ada') })
    await Bun.write(tokenFile(), '{"tok')
    const status = await run(['auth', 'status'])
    expect(status.exit).toBe(1)
    expect(status.stderr).toContain(`Remove ${tokenFile()}`)
  })
})

describe('Signing out from a terminal', () => {
  test('revokes the session on the server and deletes the token', async () => {
    await signIn('ada')
    const token = (await storedTokens())[address()] ?? ''
    expect((await withToken(token).auth.me.get()).status).toBe(200)
    const logout = await run(['auth', 'logout'])
    expect(logout).toMatchObject({ exit: 0, stdout: `Signed out of ${address()}.\n` })
    expect(await storedTokens()).toEqual({})
    expect((await withToken(token).auth.me.get()).status).toBe(401)
  })

  test('deletes a token that the server rejects', async () => {
    await run(['auth', 'login', '--with-token'], { input: await tokenOf('ada') })
    await Bun.write(tokenFile(), JSON.stringify({ tokens: { [address()]: 'gone', 'http://other.example': 'stays' } }))
    expect((await run(['auth', 'logout'])).exit).toBe(0)
    expect(await storedTokens()).toEqual({ 'http://other.example': 'stays' })
  })
})
