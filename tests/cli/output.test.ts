import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import mongoose from 'mongoose'
import { storePapers } from '#tests/api/support/library.ts'
import { useTerminal } from './terminal.ts'

const { run, type, as, tokenOf, asAdmin, address, home } = useTerminal()
const PROGRAM = join(import.meta.dirname, '../../cli/index.ts')

/** Runs a line of shell, in which `paperdawn` is the program. */
async function shell(line: string, token: string) {
  const child = Bun.spawn(['bash', '-c', `paperdawn() { "${process.execPath}" "${PROGRAM}" "$@"; }; ${line}`], {
    env: { PATH: process.env['PATH'], HOME: home, PAPERDAWN_SERVER: address(), PAPERDAWN_TOKEN: token },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [stdout, stderr] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { stdout, stderr, exit: await child.exited }
}

/** More than a pipe holds: 64 KiB, or 1 MiB where it was made larger. */
const storeMuch = () => storePapers(range(100), { abstract: 'The lamp of the harbour is lit by hand. '.repeat(300) })
const range = (count: number) => Array.from({ length: count }, (_, at) => at + 1)

describe('The output of the terminal program', () => {
  // `dd` with a small block takes the bytes more slowly than they are written.
  test('arrives whole when its reader is slow', async () => {
    await storeMuch()
    const token = await tokenOf('ada')
    await as('ada').users.me.put({ category_ids: ['cs.LG'] })
    const read = 'dd bs=64 status=none | wc -c; echo "${PIPESTATUS[0]}"'
    const command = 'paperdawn papers recent --limit 100 --json'
    const whole = await shell(`${command} > "${home}/whole.json"; wc -c < "${home}/whole.json"`, token)
    expect(Number(whole.stdout)).toBeGreaterThan(1_000_000)
    expect(await shell(`${command} | ${read}`, token)).toMatchObject({ stdout: `${Number(whole.stdout)}\n0\n` })
  })

  test('ends quietly when its reader has read enough', async () => {
    await storeMuch()
    const command = 'paperdawn papers recent --limit 100 --json | head -c 100 > /dev/null; echo "${PIPESTATUS[0]}"'
    const { stdout, stderr } = await shell(command, await tokenOf('ada'))
    expect({ stdout, stderr }).toEqual({ stdout: '0\n', stderr: '' })
  })

  test('is a failure when it cannot be written', async () => {
    const { exit, stderr } = await shell('paperdawn version > /dev/full', await tokenOf('ada'))
    expect({ exit, stderr }).toEqual({ exit: 1, stderr: expect.stringContaining('standard output is incomplete') })
  })

  test('has no control characters of names, and none that change the direction, as text and as JSON', async () => {
    await as('ada').auth.me.get()
    // As an earlier version stored it: such a name is refused now.
    const name = 'Ada\u009B31m \u001B[31m\u202Ered\u2066'
    await mongoose.connection.collection('users').updateOne({ email: 'ada@example.org' }, { $set: { name } })
    const env = await asAdmin()
    const users = (...more: string[]) => run(['admin', 'users', ...more], { env })
    const [text, json] = await Promise.all([users(), users('--json')])
    for (const { stdout } of [text, json]) expect(stdout).not.toMatch(/(?!\n)[\p{Cc}\u202A-\u202E\u2066-\u2069]/u)
    const { items } = JSON.parse(json.stdout) as { items: { name: string }[] }
    expect(items.map((item) => item.name)).toContain(name)
  })

  test('has none of an argument that is repeated in an error', async () => {
    for (const args of [['adm\u009B31m'], ['adm\u009B31m', '--json'], ['adm\u009B31m', '--verbose']]) {
      const { exit, stderr } = await run(args)
      expect(exit).toBe(2)
      expect(stderr).toContain('31m')
      expect(stderr).not.toMatch(/(?!\n)\p{Cc}/u)
    }
  })

  test('has what the user needs to go on, with --quiet, too', async () => {
    const env = { PAPERDAWN_TOKEN: undefined }
    const screen = type(['--quiet', 'auth', 'login'], { env })
    await screen.until(/and enter the code/)
  })
})

test('A sign-in that ended because it was not used is told from other failures by its exit code', async () => {
  using server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: () =>
      Response.json(
        { error: { code: 'unused-too-long', message: 'This browser was not used for 30 days.', request_id: '1' } },
        { status: 401 },
      ),
  })
  const env = { PAPERDAWN_SERVER: server.url.origin, PAPERDAWN_TOKEN: await tokenOf('ada') }
  const { exit, stderr } = await run(['papers', 'recent'], { env })
  expect({ exit, stderr }).toEqual({ exit: 4, stderr: expect.stringContaining('paperdawn auth login') })
})
