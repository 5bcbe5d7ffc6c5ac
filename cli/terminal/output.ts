import { formatTable, type Column } from './table.ts'
import { choosePaint, cleanText, formatJson, type Paint } from './style.ts'
import type { Failure } from './failures.ts'

export interface Output {
  /** Prints the result to standard output: `value` as JSON with --json, else the text of `show`. */
  data(value: unknown, show: () => string): void
  /** Prints the text of a file: unchanged when redirected, safe to print on a terminal; `value` as JSON with --json. */
  document(value: unknown, text: string): void
  /** Prints one page of a list as a table, or the whole response with --json; prints `emptyText` if it has no rows. */
  list<Row>(response: ListResponse<Row>, columns: readonly Column<Row>[], emptyText: string): void
  /** Formats a table; prints nothing. */
  table<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string
  /** Prints a message to standard error, unless --quiet. */
  note(text: string): void
  /** Prints a warning to standard error, unless --quiet. */
  warn(text: string): void
  /** Prints a message that the user needs to continue: also with --quiet. */
  notice(text: string): void
  /** Prints a failure to standard error. */
  fail(headline: string, failure: Failure): void
  readonly paint: Paint
  /** Columns of the terminal; undefined when the output is piped. */
  readonly width: number | undefined
}

interface ListResponse<Row> {
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

const writeStderr = (text: string) => void process.stderr.write(`${text}\n`)
const writeStdout = (text: string) => void process.stdout.write(`${text}\n`)

export function createOutput({ json, quiet, verbose, color }: OutputOptions): Output {
  const paint = choosePaint(process.stdout, color)
  const paintStderr = choosePaint(process.stderr, color)
  const width = process.stdout.isTTY ? process.stdout.columns || 80 : undefined

  const output: Output = {
    paint,
    width,
    data: (value, show) => writeStdout(json ? formatJson(value, 2) : show()),
    document: (value, text) => output.data(value, () => (width === undefined ? text : cleanText(text))),
    table: (columns, rows) => formatTable(columns, rows, { width, paint }),
    list(response, columns, emptyText) {
      const { items, total, skip } = response
      if (items.length > 0 || json) output.data(response, () => output.table(columns, items))
      const all = `${total.toLocaleString('en')}${response.total_is_lower_bound ? ' or more' : ''}`
      if (total === 0) output.note(emptyText)
      else if (items.length === 0) output.note(`There are only ${all}.`)
      else if (skip + items.length < total)
        output.note(`${skip + 1} to ${skip + items.length} of ${all}. The next ones: --skip ${skip + items.length}`)
    },
    note: (text) => (quiet ? undefined : writeStderr(cleanText(text))),
    warn: (text) => (quiet ? undefined : writeStderr(paintStderr('yellow', cleanText(`warning: ${text}`)))),
    notice: (text) => writeStderr(cleanText(text)),
    fail(headline, failure) {
      if (json) writeStderr(formatJson({ error: describe(failure) }))
      else writeStderr(formatFailure(headline, failure, paintStderr))
      if (verbose) writeStderr(cleanText(Bun.inspect(failure, { colors: false })))
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

/** Three lines: what failed, why, and what to do. */
function formatFailure(headline: string, { code, message, advice, requestId, fields }: Failure, paint: Paint): string {
  const fieldErrors = Object.entries(fields).map(([field, sentence]) => `${field}: ${sentence}`)
  const why = fieldErrors.length > 0 ? fieldErrors.join(' ') : message
  const request = requestId === undefined ? '' : ` (request ${requestId})`
  return [
    paint('red', `error: ${headline}.`),
    ...[`  why: ${code}: ${why}${request}`, `  do:  ${advice}`].map(cleanText),
  ].join('\n')
}
