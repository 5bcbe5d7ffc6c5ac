import { answerCalls } from '../../platform/apartProgram.ts'
import { parsers, type Request } from './parsers.ts'

// Parses responses for `parseResponse`.

const IDLE_MS = 30_000

answerCalls(
  ({ kind, options }: Request, body: string[]) => {
    const parse = parsers[kind] as (body: string, options: unknown) => unknown
    return parse(body.join(''), options)
  },
  { idleMs: IDLE_MS },
)
