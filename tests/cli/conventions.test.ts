import { describe, expect, test } from 'bun:test'
import { findFreePort } from '#api/platform/embedded/port.ts'
import { useTerminal } from './terminal.ts'

const { run, type, as, address } = useTerminal()

describe('The terminal program', () => {
  test('shows its commands, exit codes and variables, in 80 columns', async () => {
    const bare = await run([])
    expect(bare).toMatchObject({ exit: 2, stdout: '' })
    const help = await run(['--help'])
    expect(help.exit).toBe(0)
    for (const word of ['Examples:', 'Exit codes:', 'PAPERDAWN_TOKEN', 'paperdawn admin health'])
      expect(help.stdout).toContain(word)
    const commands = ['fetch-all', 'fetch-arxiv', 'send-top-papers', 'wipe-and-refetch', 'users', 'stats']
    const pages = await Promise.all([
      run(['admin', '--help']),
      run(['admin', 'email', 'set', '--help']),
      ...commands.map((command) => run(['admin', command, '--help'])),
    ])
    const lines = [help, ...pages].flatMap(({ stdout }) => stdout.split('\n'))
    expect(lines.filter((line) => line.length > 80)).toEqual([])
  })

  test('proposes what may have been meant', async () => {
    const { exit, stderr } = await run(['admin', 'helth'])
    expect(exit).toBe(2)
    expect(stderr).toContain('Did you mean health?')
  })

  test('refuses values that cannot be, before anything is asked', async () => {
    for (const args of [
      ['fetch-all', '--days-back', '61'],
      ['stats', '--days-back', '0'],
      ['fetch-arxiv', 'all:x', '--max-results', '2001'],
      ['send-top-papers', 'u', '--limit', '51'],
      ['jobs', 'list', '--kind', 'no-such'],
      ['users', '--timeout', 'soon'],
      ['fetch-arxiv'],
    ])
      expect(await run(['admin', ...args], { env: { PAPERDAWN_SERVER: 'http://127.0.0.1:1' } })).toMatchObject({
        exit: 2,
        stdout: '',
      })
    expect((await run(['version', '--server', 'ftp://here'])).exit).toBe(2)
  })

  test('says in three lines what failed, why, and what to do', async () => {
    const nowhere = `http://127.0.0.1:${findFreePort()}`
    const { exit, stdout, stderr } = await run(['version', '--server', nowhere])
    expect({ exit, stdout }).toEqual({ exit: 6, stdout: '' })
    expect(stderr.trimEnd().split('\n')).toEqual([
      'error: the version of the server could not be read.',
      `  why: unreachable: ${nowhere} does not answer.`,
      '  do:  Start the server, or name another one with --server or PAPERDAWN_SERVER.',
    ])
    const verbose = await run(['version', '--server', nowhere, '--verbose', '--json'])
    expect(JSON.parse(verbose.stderr.split('\n')[0] ?? '')).toMatchObject({ error: { code: 'unreachable', exit: 6 } })
    expect(verbose.stderr).toContain('client.ts')
  })

  test('does not take another server for Paperdawn', async () => {
    using other = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('<h1>hello</h1>') })
    const { exit, stderr } = await run(['version', '--server', other.url.href])
    expect(exit).toBe(6)
    expect(stderr).toContain('is not Paperdawn')
  })

  test('gives up on a server that does not answer within --timeout', async () => {
    using silent = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Promise<Response>(() => {}) })
    expect((await run(['version', '--server', silent.url.href, '--timeout', '0.3'])).exit).toBe(124)
  })

  test('ends with 4 for nobody and for a reader who is no admin', async () => {
    const { admin } = as('ada')
    expect((await admin.jobs.get({ query: {} })).status).toBe(403)
    const nobody = await run(['admin', 'jobs', 'list'])
    expect(nobody.exit).toBe(4)
    expect(nobody.stderr).toContain('do:  Sign in: paperdawn auth login')
    expect((await run(['admin', 'jobs', 'list'], { env: { PAPERDAWN_TOKEN: 'x.y.z' } })).exit).toBe(4)
  })

  test('tells its own version and that of the server', async () => {
    const { version } = (await Bun.file('package.json').json()) as { version: string }
    expect((await run(['--version'])).stdout).toBe(`${version}\n`)
    expect(JSON.parse((await run(['version', '--json'])).stdout)).toEqual({
      terminal: version,
      server: version,
      address: address(),
    })
  })
})

describe('Colours', () => {
  const args = ['version', '--server', 'http://127.0.0.1:1']
  const colourful = async (env: Record<string, string | undefined>, more: string[] = []) => {
    const screen = type([...args, ...more], { env })
    await screen.exited
    return screen.text().includes('\u001B[')
  }

  test('are used on a terminal only, and there only as long as nobody minds', async () => {
    expect(await colourful({})).toBe(true)
    expect(await colourful({ NO_COLOR: '1' })).toBe(false)
    expect(await colourful({ TERM: 'dumb' })).toBe(false)
    expect(await colourful({}, ['--no-color'])).toBe(false)
    expect((await run(args)).stderr).not.toContain('\u001B[')
    expect((await run(args, { env: { FORCE_COLOR: '1' } })).stderr).toContain('\u001B[')
  })
})
