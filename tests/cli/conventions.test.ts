import { describe, expect, test } from 'bun:test'
import { NOWHERE } from '#tests/support/process.ts'
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
    const commands = [
      'fetch-all',
      'fetch-arxiv',
      'rebuild-index',
      'send-top-papers',
      'wipe-and-refetch',
      'users',
      'stats',
      'days',
      'backfill',
    ]
    const pages = await Promise.all([
      run(['admin', '--help']),
      run(['admin', 'email', 'set', '--help']),
      run(['admin', 'sources', 'set', '--help']),
      ...commands.map((command) => run(['admin', command, '--help'])),
    ])
    const lines = [help, ...pages].flatMap(({ stdout }) => stdout.split('\n'))
    expect(lines.filter((line) => line.length > 80)).toEqual([])
  })

  test('suggests the command that was probably meant', async () => {
    const { exit, stderr } = await run(['admin', 'helth'])
    expect(exit).toBe(2)
    expect(stderr).toContain('Did you mean health?')
  })

  test('rejects invalid values before it sends a request', async () => {
    for (const args of [
      ['fetch-all', '--days-back', '61'],
      ['stats', '--days-back', '0'],
      ['fetch-arxiv', 'all:x', '--max-results', '2001'],
      ['send-top-papers', 'u', '--limit', '51'],
      ['jobs', 'list', '--kind', 'no-such'],
      ['users', '--timeout', 'soon'],
      ['days', '--from', 'yesterday'],
      ['backfill', '--until', '20.11.2026'],
      ['sources', 'set', 'arxiv', '--gap', '600001'],
      ['sources', 'set', 'arxiv', '--enabled', '--disabled'],
      ['fetch-arxiv'],
    ])
      expect(await run(['admin', ...args], { env: { PAPERDAWN_SERVER: 'http://127.0.0.1:1' } })).toMatchObject({
        exit: 2,
        stdout: '',
      })
    expect((await run(['version', '--server', 'ftp://here'])).exit).toBe(2)
  })

  test('reports in three lines what failed, why, and what to do', async () => {
    const { exit, stdout, stderr } = await run(['version', '--server', NOWHERE])
    expect({ exit, stdout }).toEqual({ exit: 6, stdout: '' })
    expect(stderr.trimEnd().split('\n')).toEqual([
      'error: the version of the server could not be read.',
      `  why: unreachable: ${NOWHERE} does not answer.`,
      '  do:  Start the server, or name another one with --server or PAPERDAWN_SERVER.',
    ])
    const verbose = await run(['version', '--server', NOWHERE, '--verbose', '--json'])
    expect(JSON.parse(verbose.stderr.split('\n')[0] ?? '')).toMatchObject({ error: { code: 'unreachable', exit: 6 } })
    expect(verbose.stderr).toContain('client.ts')
  })

  test('reports a server that is not Paperdawn', async () => {
    using other = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('<h1>hello</h1>') })
    const { exit, stderr } = await run(['version', '--server', other.url.href])
    expect(exit).toBe(6)
    expect(stderr).toContain('is not Paperdawn')
  })

  test('stops with exit code 124 when the server does not respond within --timeout', async () => {
    using silent = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Promise<Response>(() => {}) })
    expect((await run(['version', '--server', silent.url.href, '--timeout', '0.3'])).exit).toBe(124)
  })

  test('has exit code 4 when no user is signed in, and the API refuses a reader who is not an admin', async () => {
    const { admin } = as('ada')
    expect((await admin.jobs.get({ query: {} })).status).toBe(403)
    const signedOut = await run(['admin', 'jobs', 'list'])
    expect(signedOut.exit).toBe(4)
    expect(signedOut.stderr).toContain('do:  Sign in: paperdawn auth login')
    expect((await run(['admin', 'jobs', 'list'], { env: { PAPERDAWN_TOKEN: 'x.y.z' } })).exit).toBe(4)
  })

  test('makes no path of an API call of an id', async () => {
    const requested: string[] = []
    await using server = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: (request) => {
        requested.push(request.url)
        return Response.json({})
      },
    })
    const env = { PAPERDAWN_SERVER: server.url.href, PAPERDAWN_TOKEN: 'x.y.z' }
    for (const id of ['..', '.', ''])
      for (const args of [
        ['users', 'disable', id],
        ['jobs', 'show', id],
        ['sources', 'show', id],
      ])
        expect(await run(['admin', ...args], { env })).toMatchObject({ exit: 3, stdout: '' })
    expect(requested).toEqual([])
  })

  test('shows its own version and that of the server', async () => {
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
  const isColoured = async (env: Record<string, string | undefined>, more: string[] = []) => {
    const screen = type([...args, ...more], { env })
    await screen.exited
    return screen.text().includes('\u001B[')
  }

  test('are used only on a terminal, and not with NO_COLOR, TERM=dumb or --no-color', async () => {
    expect(await isColoured({})).toBe(true)
    expect(await isColoured({ NO_COLOR: '1' })).toBe(false)
    expect(await isColoured({ TERM: 'dumb' })).toBe(false)
    expect(await isColoured({}, ['--no-color'])).toBe(false)
    expect((await run(args)).stderr).not.toContain('\u001B[')
    expect((await run(args, { env: { FORCE_COLOR: '1' } })).stderr).toContain('\u001B[')
  })
})
