import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { findMongod } from '#api/platform/embedded/findMongod.ts'
import { startMongod } from '#api/platform/embedded/mongod.ts'
import { findChromium } from './browser.ts'
import { SIZE, TEST_LIMIT_MS } from './longRun.ts'
import { excerptErrors, readReport, type Result } from './report.ts'
import { fastFolder } from './fastFolder.ts'
import { findTestFiles } from './testFiles.ts'

// Runs the suites one after the other with one shared mongod, the files of a suite in one process more than there
// are cores, because tests often wait. Ends with the messages of the failed tests of all suites, their names and the total.
// With TESTS=long (support/longRun.ts) it runs only the files that have more to try then.

interface Suite {
  name: string
  /** Glob patterns of the test files. */
  files: readonly string[]
  options?: readonly string[]
  browser?: boolean
}

const suites: readonly Suite[] = [
  {
    name: 'server and terminal',
    files: ['tests/{api,architecture,cli,simulators}/**/*.test.ts', 'tests/*.test.ts'],
  },
  {
    name: 'components',
    files: ['tests/web/**/*.test.{ts,tsx}'],
    options: ['--preload', './tests/support/dom.ts'],
  },
  {
    name: 'browser',
    files: ['tests/e2e/**/*.test.{ts,tsx}', 'tests/stories/**/*.test.{ts,tsx}'],
    browser: true,
  },
]

/** Of the mongod and of everything that the tests put into the folder for temporary files. */
const folder = await mkdtemp(join(await fastFolder(), 'paperdawn-tests-'))
const SILENCE_MS = 2 * TEST_LIMIT_MS
let running: Bun.Subprocess | undefined
let interrupted = false
/** Why the run ended early. */
let problem: string | undefined
/** The beginning of the message of each failed test. */
const excerpts: string[] = []
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    interrupted = true
    running?.kill('SIGTERM')
  })

try {
  process.exitCode = await runAll()
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function runAll(): Promise<number> {
  const binary = await findMongod({ configured: process.env['MONGOD_BINARY'], report: console.error })
  const mongod = await startMongod({ binary, folder: join(folder, 'mongo'), report: console.error })
  const results: Result[] = []
  let stopping = false
  /** Ends the run when the database ends: every test that follows would fail, and none would say why. */
  const watch = async () => {
    const code = await mongod.exited
    if (stopping) return
    problem = `The database of the tests ended (code ${code}), and so did the run.\n${await mongod.readErrors()}`
    running?.kill('SIGTERM')
  }
  const watched = watch()
  try {
    for (const suite of suites) {
      if (interrupted || problem !== undefined) break
      const started = performance.now()
      const result = await runSuite(suite, mongod.uri)
      const seconds = Math.round((performance.now() - started) / 1000)
      console.log(`\n${suite.name}: ${describe(result)}, in ${seconds} s\n`)
      results.push(result)
    }
  } finally {
    stopping = true
    await mongod.stop()
    await watched
  }
  const total = {
    passed: results.reduce((sum, { passed }) => sum + passed, 0),
    skipped: results.reduce((sum, { skipped }) => sum + skipped, 0),
    failures: results.flatMap(({ failures }) => failures),
  }
  for (const excerpt of excerpts) console.log(`\n${excerpt}`)
  for (const failure of total.failures) console.log(`failed: ${failure}`)
  console.log(describe(total))
  if (problem !== undefined) console.log(problem)
  if (interrupted) return 130
  return total.failures.length > 0 || problem !== undefined ? 1 : 0
}

async function runSuite({ name, files, options = [], browser = false }: Suite, uri: string): Promise<Result> {
  const found = await findTestFiles('.', files, SIZE)
  if (found.length === 0) return { passed: 0, skipped: 0, failures: [] }

  const env: Record<string, string | undefined> = { ...process.env, TEST_MONGODB_URI: uri, TMPDIR: folder }
  if (browser) {
    const chromium = await findChromium()
    if (chromium === undefined) return skipSuite(name, found)
    env['CHROMIUM_BINARY'] = chromium
    // Once: the files of the suite run side by side, and each would build the pages.
    await Bun.spawn([process.execPath, 'web/build.ts'], { stdio: ['ignore', 'inherit', 'inherit'] }).exited
  }
  const report = join(folder, `${crypto.randomUUID()}.xml`)
  const reporter = ['--reporter=junit', `--reporter-outfile=${report}`]
  if (process.stderr.isTTY) env['FORCE_COLOR'] ??= '1'
  const parallel = `--parallel=${availableParallelism() + 1}`
  const child = Bun.spawn([process.execPath, 'test', parallel, ...options, ...reporter, ...pathsOf(found)], {
    env,
    stdio: ['ignore', 'inherit', 'pipe'],
  })
  running = child
  const output = await forward(child)
  excerpts.push(...excerptErrors(output))
  const { failures, ...counts } = await readReport(report, found, await child.exited)
  return { ...counts, failures: failures.map((failure) => `${name}: ${failure}`) }
}

/**
 * Prints what the run prints, and returns it. Ends a run that prints nothing for a long time: a test that hangs without
 * reaching its time limit would keep it running forever.
 */
async function forward(child: Bun.Subprocess<'ignore', 'inherit', 'pipe'>): Promise<string> {
  let output = ''
  const end = () => {
    console.error(`The tests printed nothing for ${SILENCE_MS / 60_000} minutes and were ended.`)
    child.kill('SIGTERM')
  }
  let silence = setTimeout(end, SILENCE_MS)
  const decoder = new TextDecoder()
  for await (const bytes of child.stderr) {
    clearTimeout(silence)
    silence = setTimeout(end, SILENCE_MS)
    process.stderr.write(bytes)
    output += decoder.decode(bytes, { stream: true })
  }
  clearTimeout(silence)
  return output
}

/** Counts the skipped tests with a title filter that matches none: Bun loads the files and runs no test. */
async function skipSuite(name: string, files: readonly string[]): Promise<Result> {
  const probe = Bun.spawn([process.execPath, 'test', '-t', '^no test has this title$', ...pathsOf(files)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const skipped = Number(/skipping (\d+) tests?/.exec(await new Response(probe.stderr).text())?.[1] ?? 0)
  console.log(
    `${name}: ${skipped} tests skipped, because no Chromium was found. Set CHROMIUM_BINARY to the path of one.`,
  )
  return { passed: 0, skipped, failures: [] }
}

function describe({ passed, failures, skipped }: Result): string {
  return `${passed} passed, ${failures.length} failed, ${skipped} skipped`
}

/** Paths for Bun, which takes a name without a folder for a pattern. */
function pathsOf(files: readonly string[]): string[] {
  return files.map((file) => `./${file}`)
}
