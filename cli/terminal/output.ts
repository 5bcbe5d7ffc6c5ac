import { formatTable, type Column } from './table.ts'
import { choosePaint, type Paint } from './style.ts'
import type { Failure } from './failures.ts'

export interface Output {
  /** What was asked for, on standard output: as one JSON value with --json, else as `show` has it. */
  data(value: unknown, show: () => string): void
  /** Rows of a list with its whole answer for --json; `none` is said when there are none. */
  list<Row>(answer: Listed<Row>, columns: readonly Column<Row>[], none: string): void
  table<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string
  /** Talk, on standard error; --quiet silences it. */
  note(text: string): void
  /** Something is amiss, though the command goes on. */
  warn(text: string): void
  /** Like `note`, but needed to go on: said even with --quiet. */
  tell(text: string): void
  fail(what: string, failure: Failure): void
  readonly paint: Paint
}

interface Listed<Row> {
  items: readonly Row[]
  total: number
  total_is_lower_bound?: boolean
  skip: number
}

export interface OutputOptions {
  json: boolean
  quiet: boolean
  verbose: boolean
  color: boolean
}

const talk = (text: string) => void process.stderr.write(`${text}\n`)
const write = (text: string) => void process.stdout.write(`${text}\n`)

export function createOutput({ json, quiet, verbose, color }: OutputOptions): Output {
  const paint = choosePaint(process.stdout, color)
  const paintTalk = choosePaint(process.stderr, color)
  const width = process.stdout.isTTY ? process.stdout.columns || 80 : undefined

  const output: Output = {
    paint,
    data: (value, show) => write(json ? JSON.stringify(value, null, 2) : show()),
    table: (columns, rows) => formatTable(columns, rows, { width, paint }),
    list(answer, columns, none) {
      const { items, total, skip } = answer
      if (items.length > 0 || json) output.data(answer, () => output.table(columns, items))
      const all = `${total.toLocaleString('en')}${answer.total_is_lower_bound ? ' or more' : ''}`
      if (total === 0) output.note(none)
      else if (items.length === 0) output.note(`There are only ${all}.`)
      else if (skip + items.length < total)
        output.note(`${skip + 1} to ${skip + items.length} of ${all}. The next ones: --skip ${skip + items.length}`)
    },
    note: (text) => (quiet ? undefined : talk(text)),
    warn: (text) => (quiet ? undefined : talk(paintTalk('yellow', `warning: ${text}`))),
    tell: talk,
    fail(what, failure) {
      if (json) talk(JSON.stringify({ error: describe(failure) }))
      else talk(formatFailure(what, failure, paintTalk))
      if (verbose) talk(Bun.inspect(failure, { colors: false }))
    },
  }
  return output
}

const describe = ({ code, message, exit, advice, requestId, fields, jobId }: Failure) => ({
  code,
  message,
  exit,
  advice,
  ...(requestId !== undefined && { request_id: requestId }),
  ...(Object.keys(fields).length > 0 && { fields }),
  ...(jobId !== undefined && { job_id: jobId }),
})

/** One line what, one line why, one line what to do. */
function formatFailure(what: string, { code, message, advice, requestId, fields }: Failure, paint: Paint): string {
  const wrong = Object.entries(fields).map(([field, sentence]) => `${field}: ${sentence}`)
  const why = wrong.length > 0 ? wrong.join(' ') : message
  const quoted = requestId === undefined ? '' : ` (request ${requestId})`
  return [paint('red', `error: ${what}.`), `  why: ${code}: ${why}${quoted}`, `  do:  ${advice}`].join('\n')
}
