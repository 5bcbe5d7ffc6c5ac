import { join } from 'node:path'
import { Apart, type Failure } from '../../platform/apart.ts'
import type { Kind, Page, ParseOptions, Request } from './parsers.ts'

export interface ParseLimits {
  /** From the start of the parsing, without the wait for earlier responses. */
  timeMs: number
  /** Resident memory of the parsing process. Checked on Linux only. */
  memoryBytes: number
}

const defaultLimits: ParseLimits = { timeMs: 60_000, memoryBytes: 1024 * 1024 * 1024 }

/** In characters. A body is sent in parts, so that requests are answered while a large one is copied. */
const PART = 1024 * 1024

const PROBLEMS: Partial<Record<Failure, string>> = {
  time: 'its answer could not be parsed in time',
  memory: 'its answer needs too much memory to be parsed',
  ended: 'its answer could not be parsed: the parser ended unexpectedly',
  stopped: 'its answer could not be parsed before the stop',
}

const parser = new Apart<Request, Page<Kind>, string>({
  program: join(import.meta.dirname, 'parserProcess.ts'),
  failure(why, cause) {
    if (why !== 'thrown') return new SyntaxError(PROBLEMS[why])
    if (cause instanceof SyntaxError) return cause
    return new Error(`a response could not be parsed: ${cause?.stack ?? cause?.message}`)
  },
})

/**
 * Parses a response in a separate process, one at a time. The process is started on first use and exits when it is idle;
 * it does not keep this one alive. Throws the SyntaxError of the parser. A response that takes longer or more memory
 * than `limits` ends the process, and is a SyntaxError, too.
 */
export async function parseResponse<K extends Kind>(
  kind: K,
  body: string,
  options: ParseOptions<K>,
  limits: Partial<ParseLimits> = {},
): Promise<Page<K>> {
  const page = await parser.call({ kind, options }, { ...defaultLimits, ...limits, parts: () => cut(body) })
  return page as Page<K>
}

/** Ends the parsing process; responses that are not parsed yet are a SyntaxError. A later response starts a new one. */
export const stopParsing = (): Promise<void> => parser.stop()

function* cut(body: string): Generator<string> {
  for (let at = 0; at < body.length; at += PART) yield body.slice(at, at + PART)
}
