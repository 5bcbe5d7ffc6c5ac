import { describe, expect, test } from 'bun:test'
import { readScreen, useTerminal } from './terminal.ts'

const { run, type, as, tokenOf } = useTerminal()

const signedIn = async (name = 'ada') => ({ env: { PAPERDAWN_TOKEN: await tokenOf(name) } })
const list = async () => (await as('ada').users.me.tokens.get()).data?.items ?? []
async function make(...args: string[]): Promise<string> {
  const { stdout } = await run(['tokens', 'new', 'lab notebook', ...args], await signedIn())
  return stdout.trim()
}

describe('The command for tokens', () => {
  test('makes a token, prints it alone on standard output, and lists it without its secret in 80 columns', async () => {
    const made = await run(['tokens', 'new', 'lab', '--scope', 'day:read', 'search:read'], await signedIn())
    expect(made).toMatchObject({ exit: 0, stdout: expect.stringMatching(/^pd_\w{49}\n$/) })
    const [token] = await list()
    expect(token).toMatchObject({ name: 'lab', scopes: ['day:read', 'search:read'] })
    expect(Math.round((Date.parse(token?.expires_at ?? '') - Date.now()) / 86_400_000)).toBe(90)
    await run(['tokens', 'new', 'x'.repeat(60), '--no-end', '--scope', 'list:read'], await signedIn())
    const screen = type(['tokens'], await signedIn())
    expect(await screen.exited).toBe(0)
    const lines = readScreen(screen.text()).trimEnd().split('\n')
    expect(lines[0]).toMatch(/^ID +NAME +SCOPES +ENDS +LAST USE$/)
    expect(lines[1]).toContain('no end')
    expect(lines.filter((line) => line.length > 80)).toEqual([])
    expect(screen.text()).not.toContain('pd_')
  })

  test('refuses unknown scopes and ends before it sends a request, and needs a scope', async () => {
    for (const args of [['--scope', 'everything'], ['--scope', 'day:read', '--days', '367'], []])
      expect((await run(['tokens', 'new', 'lab', ...args], await signedIn())).exit).toBe(2)
    const { exit, stderr } = await run(['tokens', 'new', 'lab', '--scope', 'admin:read'], await signedIn())
    expect(exit).toBe(4)
    expect(stderr).toContain('The scope admin:read is for admins of this site only.')
    expect(await list()).toEqual([])
  })

  test('revokes the token with this id or start of an id, once that is confirmed', async () => {
    const token = await make('--scope', 'day:read')
    const [{ id } = { id: '' }] = await list()
    expect((await run(['tokens', 'revoke', 'zz'], await signedIn())).exit).toBe(3)
    const asked = await run(['tokens', 'revoke', id.slice(0, 8)], await signedIn())
    expect(asked).toMatchObject({ exit: 2, stderr: expect.stringContaining('--yes') })
    expect(await list()).toHaveLength(1)
    const revoked = await run(['tokens', 'revoke', id.slice(0, 8), '--yes'], await signedIn())
    expect(revoked).toMatchObject({ exit: 0, stdout: 'Revoked lab notebook.\n' })
    expect(await list()).toEqual([])
    const { exit, stderr } = await run(['papers', 'for-me'], { env: { PAPERDAWN_TOKEN: token } })
    expect(exit).toBe(4)
    expect(stderr).toMatch(/This token is not known here\.[^]*PAPERDAWN_TOKEN/)
  })
})

describe('A command with a personal token in PAPERDAWN_TOKEN', () => {
  test('does what is in its scopes, and names the scope that it lacks', async () => {
    const env = { PAPERDAWN_TOKEN: await make('--scope', 'day:read') }
    expect((await run(['papers', 'for-me'], { env })).exit).toBe(0)
    const { exit, stderr } = await run(['list', 'show'], { env })
    expect(exit).toBe(4)
    expect(stderr).toMatch(/This token lacks the scope list:read\.[^]*paperdawn tokens new/)
  })

  test('says that it needs a sign-in for the account itself, and no such token is stored as one', async () => {
    const token = await make('--scope', 'day:read')
    const sessions = await run(['sessions'], { env: { PAPERDAWN_TOKEN: token } })
    expect(sessions).toMatchObject({ exit: 4, stderr: expect.stringContaining('A personal token cannot do this.') })
    const login = await run(['auth', 'login', '--with-token'], { input: token })
    expect(login).toMatchObject({ exit: 2, stderr: expect.stringContaining('PAPERDAWN_TOKEN') })
  })
})
