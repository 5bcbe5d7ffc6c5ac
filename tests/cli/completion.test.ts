import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { JOB_KINDS, JOB_STATES } from '#api/contract/jobKinds.ts'

const PROGRAM = join(import.meta.dirname, '../../cli/index.ts')
let requests = 0
const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch() {
    requests += 1
    return new Response(null, { status: 500 })
  },
})
const shells = new Set<Bun.Subprocess>()
let directory = ''
const environment = () => ({
  PATH: `${directory}:${process.env['PATH']}`,
  HOME: directory,
  XDG_CONFIG_HOME: directory,
  TERM: 'dumb',
  PAPERDAWN_SERVER: server.url.origin,
})

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'paperdawn-completion-'))
  await writeFile(join(directory, 'paperdawn'), `#!/bin/sh\nexec '${process.execPath}' '${PROGRAM}' "$@"\n`)
  await chmod(join(directory, 'paperdawn'), 0o755)
})
afterEach(() => {
  for (const shell of shells) shell.kill('SIGKILL')
  shells.clear()
})
afterAll(async () => {
  await server.stop(true)
  await rm(directory, { recursive: true })
})

async function run(command: string[]): Promise<{ exit: number; stdout: string }> {
  const child = Bun.spawn(command, { env: environment(), stdout: 'pipe', stderr: 'ignore' })
  const stdout = await new Response(child.stdout).text()
  return { exit: await child.exited, stdout }
}

/** Returns the completions proposed for the last word. */
async function complete(...words: string[]): Promise<string[]> {
  const { stdout } = await run(['paperdawn', 'complete', '--', ...words])
  const lines = stdout.trimEnd().split('\n')
  expect(lines.pop()).toBe(':4')
  return lines.map((line) => line.split('\t')[0] ?? '')
}

describe('Completion', () => {
  test('proposes commands, options and choices', async () => {
    expect(await complete('')).toEqual([
      'auth',
      'papers',
      'list',
      'categories',
      'follow',
      'unfollow',
      'questions',
      'people',
      'interests',
      'sessions',
      'tokens',
      'connections',
      'feeds',
      'zotero',
      'mcp',
      'admin',
      'completion',
      'version',
      'help',
    ])
    expect(await complete('admin', 'jobs', 'w')).toEqual(['watch'])
    expect(await complete('admin', 'jobs', 'list', '--ki')).toEqual(['--kind'])
    expect(await complete('admin', 'jobs', 'list', '--kind', '')).toEqual([...JOB_KINDS])
    expect(await complete('admin', 'jobs', 'list', '--state', '')).toEqual([...JOB_STATES])
    expect(await complete('admin', 'jobs', 'list', '--state=qu')).toEqual(['queued'])
    expect(await complete('admin', 'sources', '')).toEqual(['list', 'show', 'test', 'set', 'help'])
    expect(await complete('admin', 'backfill', '--d')).toEqual(['--dry-run', '--detach'])
    expect(await complete('admin', 'reb')).toEqual(['rebuild-index'])
    expect(await complete('admin', 'rebuild-index', '--d')).toEqual(['--detach'])
    expect(await complete('completion', '')).toEqual(['bash', 'zsh', 'fish'])
  })

  test('proposes global options after each command, and commands after each global option', async () => {
    expect(await complete('admin', 'users', '--no-')).toEqual(['--no-color', '--no-input'])
    for (const before of [['--server', 'http://127.0.0.1:1'], ['--server=http://127.0.0.1:1'], ['--json']])
      expect(await complete(...before, 'admin', 'jobs', 'canc')).toEqual(['cancel'])
    expect(await complete('admin', 'users', '--server', '')).toEqual([])
  })

  test('sends no request to the server', async () => {
    await complete('admin', 'jobs', '')
    expect(requests).toBe(0)
  })

  test('rejects an unknown shell', async () => {
    expect((await run(['paperdawn', 'completion', 'cmd'])).exit).toBe(2)
  })
})

/** Command that starts each shell with one start file only, and the lines of that file. */
const SHELLS = {
  bash: {
    command: ['bash', '--rcfile', '.bashrc'],
    // Sourced twice, as in a shell inside a shell.
    lines: ['source <(paperdawn completion bash)', 'source <(paperdawn completion bash)'],
  },
  zsh: {
    command: ['zsh', '-d'],
    lines: ['autoload -U compinit', 'compinit -u -D', 'source <(paperdawn completion zsh)'],
  },
} as const

/** Opens a shell in a pseudo-terminal. `press` types a line and Tab, and waits until the line is completed. */
async function openShell(name: keyof typeof SHELLS) {
  const { command, lines } = SHELLS[name]
  await writeFile(join(directory, `.${name}rc`), [...lines, "PS1='ready> '", ''].join('\n'))
  let written = ''
  let closed = false
  const decoder = new TextDecoder()
  const shell = Bun.spawn([...command], {
    cwd: directory,
    env: environment(),
    terminal: {
      cols: 200,
      rows: 40,
      data: (_, bytes) => void (written += decoder.decode(bytes, { stream: true })),
      exit: () => void (closed = true),
    },
  })
  shells.add(shell)
  async function until(text: string): Promise<void> {
    while (!Bun.stripANSI(written).includes(text)) {
      if (closed) throw new Error(`${name} ended before it printed “${text}”:\n${written}`)
      await Bun.sleep(10)
    }
  }
  await until('ready> ')
  return {
    async press(typed: string, completed: string): Promise<void> {
      written = ''
      shell.terminal?.write(`${typed}\t`)
      await until(completed)
      // Ctrl+U clears the line.
      shell.terminal?.write('\u0015')
    },
  }
}

describe.each(['bash', 'zsh'] as const)('In %s, Tab completes', (name) => {
  const isInstalled = Bun.which(name) !== null
  if (!isInstalled) console.log(`Completion in ${name} is not tested: ${name} is not installed.`)

  test.skipIf(!isInstalled)('a command, an option and a choice', async () => {
    const { press } = await openShell(name)
    await press('paperdawn admin wip', 'paperdawn admin wipe-and-refetch ')
    await press('paperdawn admin jobs list --sta', 'paperdawn admin jobs list --state ')
    await press('paperdawn admin jobs list --state que', 'paperdawn admin jobs list --state queued ')
    await press('paperdawn admin jobs list --kind=dig', 'paperdawn admin jobs list --kind=digest ')
    await press('paperdawn --server http://127.0.0.1:1 admin jobs ca', 'admin jobs cancel ')
    // With several candidates, bash lists them at the second Tab.
    await press('paperdawn completion \t', 'fish')
  })
})

describe('In fish, Tab completes', () => {
  const isInstalled = Bun.which('fish') !== null
  if (!isInstalled) console.log('Completion in fish is not tested: fish is not installed.')

  test.skipIf(!isInstalled)('a command, an option and a choice', async () => {
    const lines = [
      ['paperdawn admin wip', 'wipe-and-refetch'],
      ['paperdawn admin jobs list --sta', '--state'],
      ['paperdawn admin jobs list --state que', 'queued'],
      ['paperdawn admin jobs list --kind=dig', '--kind=digest'],
      ['paperdawn --server http://127.0.0.1:1 admin jobs ca', 'cancel'],
    ]
    const script = lines.map(([typed]) => `complete -C '${typed}'`).join('; ')
    const { stdout } = await run(['fish', '--no-config', '-c', `paperdawn completion fish | source; ${script}`])
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => line.split('\t')[0]),
    ).toEqual(lines.map(([, proposed]) => proposed))
  })
})
