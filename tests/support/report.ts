/** The result of a suite. */
export interface Result {
  passed: number
  skipped: number
  /** A line for each failed test, with its file, line and title, and for each file without a result. */
  failures: readonly string[]
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&', '#10': ' ' }

/**
 * Reads the JUnit report that Bun wrote to `path` for the test files `files`, after it exited with `code`. A file that
 * does not load is not in the report, so a non-zero code is a failure even if no test failed.
 */
export async function readReport(path: string, files: readonly string[], code: number): Promise<Result> {
  const report = Bun.file(path)
  const xml = (await report.exists()) ? await report.text() : ''
  const total = readAttributes(/<testsuites [^>]*>/.exec(xml)?.[0] ?? '')
  const skipped = Number(total['skipped'] ?? 0)
  const failures = findFailures(xml)
  const passed = Math.max(Number(total['tests'] ?? 0) - failures.length - skipped, 0)
  if (code !== 0) {
    const missing = xml === '' ? [] : files.filter((file) => !xml.includes(` file="${file}"`))
    failures.push(...missing.map((file) => `${file}: no result`))
    if (failures.length === 0) failures.push(`exit code ${code}`)
  }
  return { passed, skipped, failures }
}

const LINES_BEFORE = 6
const LINES_AFTER = 25
const EXCERPTS_MAX = 30

/** The beginning of each error message that Bun printed, with the code before it. Bun prints no message for a timeout. */
export function excerptErrors(output: string): string[] {
  const lines = Bun.stripANSI(output).split('\n')
  const starts = lines.flatMap((line, index) => (/^(error|\w*Error): /.test(line) ? [index] : []))
  return starts.slice(0, EXCERPTS_MAX).map((start) => {
    const rest = lines.slice(start, start + LINES_AFTER)
    const end = rest.findIndex((line) => /^\((pass|skip|todo)\) /.test(line))
    return [...lines.slice(Math.max(0, start - LINES_BEFORE), start), ...(end < 0 ? rest : rest.slice(0, end))].join(
      '\n',
    )
  })
}

/** Scans the tags: a strict parser rejects the report when a message has a character such as U+FFFF. */
function findFailures(xml: string): string[] {
  const failures: string[] = []
  const open: Record<string, string>[] = []
  for (const [tag, slash, name] of xml.matchAll(/<(\/?)(testsuites?|testcase|failure)\b[^>]*>/g)) {
    if (slash === '/') {
      if (name !== 'failure') open.pop()
      continue
    }
    const attributes = readAttributes(tag)
    if (name === 'failure') {
      // The first two are the run and the file.
      const titles = open.slice(2).map((element) => element['name'])
      const { file = '', line } = open.at(-1) ?? {}
      failures.push(`${line === undefined ? file : `${file}:${line}`}: ${titles.join(' > ')}`)
    } else if (!tag.endsWith('/>')) open.push(attributes)
  }
  return failures
}

const readAttributes = (tag: string): Record<string, string> =>
  Object.fromEntries(
    [...tag.matchAll(/ (\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name,
      value.replace(/&(#?\w+);/g, (written, entity: string) => ENTITIES[entity] ?? written),
    ]),
  )
