import { createLog } from '#api/platform/log.ts'

type Line = Record<string, unknown>

/** A log that keeps its lines. `find` returns those that hold all of `facts`. */
export function recordLines() {
  const lines: Line[] = []
  const log = createLog('debug', { write: (text) => void lines.push(JSON.parse(text) as Line) })
  const find = (facts: Line) =>
    lines.filter((line) => Object.entries(facts).every(([name, value]) => line[name] === value))
  return { log, lines, find }
}
