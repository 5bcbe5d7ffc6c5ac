import { parsers, type Reply, type Request } from './parsers.ts'

// Parses responses, one at a time, for the process that started this one. Exits when that process exits, and after a
// while without a request.

const IDLE_MS = 30_000

let body = ''
const idle = setTimeout(() => process.exit(0), IDLE_MS)

process.on('disconnect', () => process.exit(0))
process.on('message', (request: Request) => {
  idle.refresh()
  if ('part' in request) {
    body += request.part
    return
  }
  const reply = parse(request)
  body = ''
  process.send?.(reply)
  // Measured from the end of the work.
  idle.refresh()
})

function parse({ kind, options }: Exclude<Request, { part: string }>): Reply {
  try {
    const run = parsers[kind] as (body: string, options: unknown) => unknown
    return { page: run(body, options) }
  } catch (error) {
    if (error instanceof SyntaxError) return { problem: error.message }
    // Thrown again by the other process, with this stack.
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
