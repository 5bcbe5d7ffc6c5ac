import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Subprocess } from 'bun'
import type { Kind, Page, ParseOptions, Reply, Request } from './parsers.ts'

export interface ParseLimits {
  /** From the start of the parsing, without the wait for earlier responses. */
  timeMs: number
  /** Resident memory of the parsing process. Checked on Linux only. */
  memoryBytes: number
}

const defaultLimits: ParseLimits = { timeMs: 60_000, memoryBytes: 1024 * 1024 * 1024 }

const MEMORY_CHECK_MS = 100
/** In characters. A body is sent in parts, so that requests are answered while a large one is copied. */
const PART = 1024 * 1024
const PROGRAM = join(import.meta.dirname, 'parserProcess.ts')

interface Parser {
  child: Subprocess
  /** Called with the reply to the current request, or with null when the process has exited. */
  settle: (reply: Reply | null) => void
}

let parser: Parser | null = null
let lastResponse: Promise<unknown> = Promise.resolve()

/**
 * Parses a response in a separate process, one at a time. The process is started on first use and exits when it is idle;
 * it does not keep this one alive. Throws the SyntaxError of the parser. A response that takes longer or more memory
 * than `limits` ends the process, and is a SyntaxError, too.
 */
export function parseResponse<K extends Kind>(
  kind: K,
  body: string,
  options: ParseOptions<K>,
  limits: Partial<ParseLimits> = {},
): Promise<Page<K>> {
  const page = lastResponse.then(() => parseNow(kind, body, options, { ...defaultLimits, ...limits }))
  // The next response is parsed whatever becomes of this one.
  lastResponse = page.catch(() => undefined)
  return page
}

/** Ends the parsing process; the response that is being parsed is a SyntaxError. A later response starts a new one. */
export async function stopParsing(): Promise<void> {
  parser?.settle({ problem: 'its answer could not be parsed before the stop' })
  const child = parser?.child
  child?.kill('SIGKILL')
  await child?.exited
}

async function parseNow<K extends Kind>(
  kind: K,
  body: string,
  options: unknown,
  limits: ParseLimits,
): Promise<Page<K>> {
  // An idle process can exit at the moment of the request: the response is parsed by a new one, once.
  const reply = (await ask({ kind, options }, body, limits)) ?? (await ask({ kind, options }, body, limits))
  if (reply === null) throw new SyntaxError('its answer could not be parsed: the parser ended unexpectedly')
  if ('problem' in reply) throw new SyntaxError(reply.problem)
  if ('failure' in reply) throw new Error(`a response could not be parsed: ${reply.failure}`)
  return reply.page as Page<K>
}

/** Sends one response to the parser. Returns null when the process exits by itself before it replies. */
async function ask(request: Request, body: string, limits: ParseLimits): Promise<Reply | null> {
  parser ??= startParser()
  const { child } = parser
  const { promise, resolve } = Promise.withResolvers<Reply | null>()
  parser.settle = resolve
  child.ref()
  let killed = false
  const end = (problem: string) => {
    resolve({ problem })
    killed = true
    child.kill('SIGKILL')
  }
  const timer = setTimeout(() => end('its answer could not be parsed in time'), limits.timeMs)
  const memory = setInterval(async () => {
    if ((await readMemory(child.pid)) > limits.memoryBytes) end('its answer needs too much memory to be parsed')
  }, MEMORY_CHECK_MS)
  try {
    await send(child, request, body)
    return await promise
  } finally {
    clearTimeout(timer)
    clearInterval(memory)
    // A killed process must not be given the next response.
    if (killed) await child.exited
    child.unref()
  }
}

/** Sends the body in parts, then the request. Stops when the process has ended: its end settles the request. */
async function send(child: Subprocess, request: Request, body: string): Promise<void> {
  try {
    for (let at = 0; at < body.length && !child.killed; at += PART) {
      child.send({ part: body.slice(at, at + PART) } satisfies Request)
      await new Promise((done) => setImmediate(done))
    }
    if (!child.killed) child.send(request)
  } catch (error) {
    // The channel of an ended process is closed before `killed` is true.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_IPC_CHANNEL_CLOSED') throw error
  }
}

function startParser(): Parser {
  const child = Bun.spawn([process.execPath, PROGRAM], {
    // It reads what others wrote: it gets none of the secrets of this process.
    env: {},
    stdio: ['ignore', 'inherit', 'inherit'],
    serialization: 'advanced',
    ipc: (reply: Reply) => started.settle(reply),
    onExit() {
      if (parser === started) parser = null
      started.settle(null)
    },
  })
  child.unref()
  const started: Parser = { child, settle: () => undefined }
  return started
}

/** Returns the resident memory of a process in bytes; 0 where /proc does not exist or the process has exited. */
async function readMemory(pid: number): Promise<number> {
  // Without a value there is nothing to compare: the time limit remains.
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024
}
