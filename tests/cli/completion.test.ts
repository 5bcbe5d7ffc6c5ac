import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { JOB_KINDS, JOB_STATES } from '#api/contract/jobKinds.ts'

const PROGRAM = join(import.meta.dirname, '../../cli/index.ts')
let asked = 0
const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch() {
    asked += 1
    return new Response(null, { status: 500 })
  },
})
const shells = new Set<Bun.Subprocess>()
let folder = ''
const environment = () => ({
  PATH: `${folder}:${process.env['PATH']}`,
  HOME: folder,
  XDG_CONFIG_HOME: folder,
  TERM: 'dumb',
  PAPERDAWN_SERVER: server.url.origin,
})

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paperdawn-completion-'))
  await writeFile(join(folder, 'paperdawn'), `#!/bin/sh\nexec '${process.execPath}' '${PROGRAM}' "$@"\n`)
  await chmod(join(folder, 'paperdawn'), 0o755)
})
afterEach(() => {
  for (const shell of shells) shell.kill('SIGKILL')
  shells.clear()
})
afterAll(async () => {
  await server.stop(true)
  await rm(folder, { recursive: true })
})

async function run(command: string[]): Promise<{ exit: number; stdout: string }> {
  const child = Bun.spawn(command, { env: environment(), stdout: 'pipe', stderr: 'ignore' })
  const stdout = await new Response(child.stdout).text()
  return { exit: await child.exited, stdout }
}

/** What is proposed for the last of these words. */
async function complete(...words: string[]): Promise<string[]> {
  const { stdout } = await run(['paperdawn', 'complete', '--', ...words])
  const lines = stdout.trimEnd().split('\n')
  expect(lines.pop()).toBe(':4')
  return lines.map((line) => line.split('\t')[0] ?? '')
}

describe('The completion', () => {
  test('proposes commands, options and choices', async () => {
    expect(await complete('')).toEqual(['auth', 'admin', 'completion', 'version', 'help'])
    expect(await complete('admin', 'jobs', 'w')).toEqual(['watch'])
    expect(await complete('admin', 'jobs', 'list', '--ki')).toEqual(['--kind'])
    expect(await complete('admin', 'jobs', 'list', '--kind', '')).toEqual([...JOB_KINDS])
    expect(await complete('admin', 'jobs', 'list', '--state', '')).toEqual([...JOB_STATES])
    expect(await complete('admin', 'jobs', 'list', '--state=qu')).toEqual(['queued'])
    expect(await complete('completion', '')).toEqual(['bash', 'zsh', 'fish'])
  })

  test('proposes global options behind each command, and commands behind each global option', async () => {
    expect(await complete('admin', 'users', '--no-')).toEqual(['--no-color', '--no-input'])
    for (const before of [['--server', 'http://127.0.0.1:1'], ['--server=http://127.0.0.1:1'], ['--json']])
      expect(await complete(...before, 'admin', 'jobs', 'canc')).toEqual(['cancel'])
    expect(await complete('admin', 'users', '--server', '')).toEqual([])
  })

  test('asks nothing of the server', async () => {
    await complete('admin', 'jobs', '')
    expect(asked).toBe(0)
  })

  test('refuses an unknown shell', async () => {
    expect((await run(['paperdawn', 'completion', 'cmd'])).exit).toBe(2)
  })
})

/** How each shell reads one start file and no other, and what the file says. */
const SHELLS = {
  bash: {
    command: ['bash', '--rcfile', '.bashrc'],
    // Read twice, as by somebody who opens a shell in a shell.
    lines: ['source <(paperdawn completion bash)', 'source <(paperdawn completion bash)'],
  },
  zsh: {
    command: ['zsh', '-d'],
    lines: ['autoload -U compinit', 'compinit -u -D', 'source <(paperdawn completion zsh)'],
  },
} as const

/** A shell in a pseudo-terminal. `press` types a line and Tab, and waits until the line is completed. */
async function openShell(name: keyof typeof SHELLS) {
  const { command, lines } = SHELLS[name]
  await writeFile(join(folder, `.${name}rc`), [...lines, "PS1='ready> '", ''].join('\n'))
  let written = ''
  let closed = false
  const decoder = new TextDecoder()
  const shell = Bun.spawn([...command], {
    cwd: folder,
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
      if (closed) throw new Error(`${name} ended before “${text}” came:\n${written}`)
      await Bun.sleep(10)
    }
  }
  await until('ready> ')
  return {
    async press(typed: string, completed: string): Promise<void> {
      written = ''
      shell.terminal?.write(`${typed}\t`)
      await until(completed)
      // Empties the line.
      shell.terminal?.write('\u0015')
    },
  }
}

describe.each(['bash', 'zsh'] as const)('In %s, Tab completes', (name) => {
  const found = Bun.which(name) !== null
  if (!found) console.log(`Completion in ${name} is not tested: there is no ${name} here.`)

  test.skipIf(!found)('a command, an option and a choice', async () => {
    const { press } = await openShell(name)
    await press('paperdawn admin wip', 'paperdawn admin wipe-and-refetch ')
    await press('paperdawn admin jobs list --sta', 'paperdawn admin jobs list --state ')
    await press('paperdawn admin jobs list --state que', 'paperdawn admin jobs list --state queued ')
    await press('paperdawn admin jobs list --kind=dig', 'paperdawn admin jobs list --kind=digest ')
    await press('paperdawn --server http://127.0.0.1:1 admin jobs ca', 'admin jobs cancel ')
    // With several to choose from, bash lists them at the second Tab.
    await press('paperdawn completion \t', 'fish')
  })
})

describe('In fish, Tab completes', () => {
  const found = Bun.which('fish') !== null
  if (!found) console.log('Completion in fish is not tested: there is no fish here.')

  test.skipIf(!found)('a command, an option and a choice', async () => {
    const lines = [
      ['paperdawn admin wip', 'wipe-and-refetch'],
      ['paperdawn admin jobs list --sta', '--state'],
      ['paperdawn admin jobs list --state que', 'queued'],
      ['paperdawn admin jobs list --kind=dig', '--kind=digest'],
      ['paperdawn --server http://127.0.0.1:1 admin jobs ca', 'cancel'],
    ]
    const asking = lines.map(([typed]) => `complete -C '${typed}'`).join('; ')
    const { stdout } = await run(['fish', '--no-config', '-c', `paperdawn completion fish | source; ${asking}`])
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => line.split('\t')[0]),
    ).toEqual(lines.map(([, proposed]) => proposed))
  })
})
