import { describe, expect, test } from 'bun:test'
import type { Terminal } from '#api/contract/auth.ts'
import { readScreen, useTerminal } from './terminal.ts'

const { run, type, as, signedOut, tokenOf, withToken } = useTerminal()

/** Signs a terminal of `name` in, as `auth login` does. Returns its token. */
async function addTerminal(name: string, device: string): Promise<string> {
  const { data } = await signedOut.auth.device.post({ device })
  await as(name).auth.device.approve.post({ user_code: data!.user_code, approve: true })
  const polled = await signedOut.auth.device.token.post({ device_code: data!.device_code })
  return polled.data!.token!
}

const statusOf = async (token: string) => (await withToken(token).auth.me.get()).status

/** The terminals of the reader with this token. */
async function list(token: string): Promise<Terminal[]> {
  const { stdout } = await run(['sessions', '--json'], { env: { PAPERDAWN_TOKEN: token } })
  return (JSON.parse(stdout) as { items: Terminal[] }).items
}

describe('The command for sessions', () => {
  test('lists the terminals of the reader in 80 columns, and says which one this is', async () => {
    const own = await addTerminal('ada', 'paperdawn on lab-pc')
    await addTerminal('ada', `paperdawn on a machine with a very long name ${'x'.repeat(60)}`)
    await addTerminal('ben', 'paperdawn on another desk')
    const screen = type(['sessions'], { env: { PAPERDAWN_TOKEN: own } })
    expect(await screen.exited).toBe(0)
    const lines = readScreen(screen.text()).trimEnd().split('\n')
    expect(lines[0]).toMatch(/^ID +NAME +PLACE +SIGNED IN +LAST USE +THIS$/)
    expect(lines.length).toBe(3)
    expect(lines.filter((line) => line.length > 80)).toEqual([])
    expect(lines.filter((line) => line.endsWith('yes'))).toEqual([expect.stringMatching(/^[\da-f]{8} +paperdawn on/)])
    const terminals = await list(own)
    expect(terminals.map(({ device, current }) => ({ device: device.slice(0, 19), current }))).toEqual([
      { device: expect.stringContaining('paperdawn on'), current: false },
      { device: 'paperdawn on lab-pc', current: true },
    ])
  })

  test('ends the terminal with this id or start of an id, but not its own', async () => {
    const own = await addTerminal('ada', 'here')
    const lost = await addTerminal('ada', 'lost laptop')
    const env = { PAPERDAWN_TOKEN: own }
    const terminals = await list(own)
    const idOf = (name: string) => terminals.find(({ device }) => device === name)!.id
    const itself = await run(['sessions', 'end', idOf('here')], { env })
    expect(itself).toMatchObject({ exit: 2, stderr: expect.stringContaining('paperdawn auth logout') })
    expect((await run(['sessions', 'end'], { env })).exit).toBe(2)
    expect((await run(['sessions', 'end', idOf('lost laptop'), '--others'], { env })).exit).toBe(2)
    expect(await statusOf(lost)).toBe(200)
    const start = idOf('lost laptop').slice(0, 8)
    expect(await run(['sessions', 'end', start], { env })).toMatchObject({ exit: 0, stdout: 'Signed out: 1\n' })
    expect(await statusOf(lost)).toBe(401)
    expect(await statusOf(own)).toBe(200)
    expect((await run(['sessions', 'end', start], { env })).exit).toBe(3)
  })

  test('ends all others once that is confirmed, and nothing of other readers', async () => {
    const own = await addTerminal('ada', 'here')
    const others = [await addTerminal('ada', 'one'), await addTerminal('ada', 'two')]
    const foreign = await addTerminal('ben', 'three')
    const env = { PAPERDAWN_TOKEN: own }
    expect((await run(['sessions', 'end', '--others'], { env })).exit).toBe(2)
    const declined = type(['sessions', 'end', '--others'], { env })
    await declined.until(/This signs out 2 other terminals[^]*Type “end”/)
    declined.type('no\r')
    expect(await declined.exited).toBe(130)
    expect(await Promise.all(others.map(statusOf))).toEqual([200, 200])
    const done = await run(['sessions', 'end', '--others', '--yes', '--json'], { env })
    expect({ exit: done.exit, output: JSON.parse(done.stdout) }).toEqual({ exit: 0, output: { ended: 2 } })
    expect(await Promise.all([...others, own, foreign].map(statusOf))).toEqual([401, 401, 200, 200])
    expect((await run(['sessions', 'end', '--others'], { env })).stdout).toBe('Signed out: 0\n')
  })

  test('has exit code 4 when no user is signed in, and lists nothing for a browser without terminals', async () => {
    expect((await run(['sessions'])).exit).toBe(4)
    const browser = await run(['sessions'], { env: { PAPERDAWN_TOKEN: await tokenOf('ada') } })
    expect(browser).toMatchObject({ exit: 0, stdout: '', stderr: 'No terminal is signed in.\n' })
  })
})
