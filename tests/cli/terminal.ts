import { afterAll, afterEach, beforeAll } from 'bun:test'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { useApp } from '#tests/support/app.ts'

const PROGRAM = join(import.meta.dirname, '../../cli/index.ts')
/** ECMA-48: erases the line of the cursor. */
const ERASE_LINE = String.raw`\x1B\[2K`
/** Text of a line that is erased and drawn again. */
const ERASED_TEXT = new RegExp(`[^\\n]*\\r${ERASE_LINE}`, 'g')

const commandOf = (args: readonly string[], preload?: string) => [
  process.execPath,
  ...(preload === undefined ? [] : ['--preload', preload]),
  PROGRAM,
  ...args,
]

interface Options {
  /** Environment variables to change; `undefined` removes one. */
  env?: Record<string, string | undefined>
  /** Content of standard input. */
  input?: string
  /** Path of a module that the process loads before the program. */
  preload?: string
  /** Command with options that starts the program. */
  prefix?: readonly string[]
  /** Kills the process with SIGKILL when it is aborted. */
  killSignal?: AbortSignal
}

interface Ended {
  exit: number
  stdout: string
  stderr: string
}

export interface Screen {
  /** Everything that was written to the terminal so far. */
  text(): string
  /** Waits until the text is on the screen. Throws when the program ended without it. */
  until(pattern: RegExp): Promise<RegExpExecArray>
  type(keys: string): void
  exited: Promise<number>
}

/** Starts the app on a port; `run` and `type` start the terminal program as a process that connects to it. */
export function useTerminal(options: Parameters<typeof useApp>[0] = {}) {
  const app = useApp(options)
  const children = new Set<Bun.Subprocess>()
  const home = mkdtempSync(join(tmpdir(), 'paperdawn-terminal-'))
  let address = ''

  beforeAll(() => {
    app.app.listen({ hostname: '127.0.0.1', port: 0 })
    address = `http://127.0.0.1:${app.app.server?.port}`
  })
  afterEach(async () => {
    for (const child of children) child.kill('SIGKILL')
    children.clear()
    await rm(join(home, 'paperdawn'), { recursive: true, force: true })
  })
  afterAll(async () => {
    await app.app.stop(true)
    await rm(home, { recursive: true, force: true })
  })

  const environment = (env: Options['env']) => ({
    PATH: process.env['PATH'],
    HOME: home,
    XDG_CONFIG_HOME: home,
    TZ: 'UTC',
    PAPERDAWN_SERVER: address,
    ...env,
  })

  /** Runs a command with pipes, as in a script. */
  async function run(
    args: readonly string[],
    { env, input, preload, prefix = [], killSignal }: Options = {},
  ): Promise<Ended> {
    const child = Bun.spawn([...prefix, ...commandOf(args, preload)], {
      env: environment(env),
      stdin: input === undefined ? 'ignore' : new Blob([input]),
      stdout: 'pipe',
      stderr: 'pipe',
    })
    children.add(child)
    killSignal?.addEventListener('abort', () => child.kill('SIGKILL'))
    const [exit, stdout, stderr] = await Promise.all([
      child.exited,
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
    ])
    return { exit, stdout, stderr }
  }

  /** Runs a command in a pseudo-terminal, as a user does. */
  function type(args: readonly string[], { env, columns = 80 }: Options & { columns?: number } = {}): Screen {
    let written = ''
    let closed = false
    const decoder = new TextDecoder()
    const child = Bun.spawn(commandOf(args), {
      env: environment({ TERM: 'xterm-256color', ...env }),
      terminal: {
        cols: columns,
        rows: 40,
        data: (_, bytes) => void (written += decoder.decode(bytes, { stream: true })),
        exit: () => void (closed = true),
      },
    })
    children.add(child)
    return {
      text: () => written,
      async until(pattern) {
        for (;;) {
          const found = pattern.exec(written)
          if (found) return found
          if (closed) throw new Error(`${pattern} was not printed. The screen:\n${written}`)
          await Bun.sleep(10)
        }
      },
      type: (keys) => void child.terminal?.write(keys),
      exited: child.exited,
    }
  }

  const asAdmin = async () => ({ PAPERDAWN_TOKEN: await app.tokenOf('admin') })
  return { ...app, run, type, asAdmin, address: () => address, home }
}

/** The text that is visible at the end: without lines that were drawn over, and without colours. */
export const readScreen = (text: string): string => Bun.stripANSI(text.replaceAll(ERASED_TEXT, '')).replaceAll('\r', '')
