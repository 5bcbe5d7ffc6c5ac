import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Glob } from 'bun'
import { findMongod } from '#api/platform/embedded/findMongod.ts'
import { startMongod } from '#api/platform/embedded/mongod.ts'
import { findChromium } from './browser.ts'

// Runs the suites one after the other with one shared mongod, and prints the total of their results.

interface Suite {
  name: string
  /** Glob patterns of the test files. */
  files: readonly string[]
  options?: readonly string[]
  browser?: boolean
}

interface Result {
  passed: number
  failed: number
  skipped: number
}

const suites: readonly Suite[] = [
  {
    name: 'server and terminal',
    files: ['tests/{api,cli,simulators}/**/*.test.ts', 'tests/*.test.ts'],
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

const folder = await mkdtemp(join(tmpdir(), 'paperdawn-tests-'))
let running: Bun.Subprocess | undefined
let interrupted = false
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
  try {
    for (const suite of suites) {
      if (interrupted) break
      const result = await runSuite(suite, mongod.uri)
      console.log(`\n${suite.name}: ${describe(result)}\n`)
      results.push(result)
    }
  } finally {
    await mongod.stop()
  }
  const sum = (count: keyof Result) => results.reduce((total, result) => total + result[count], 0)
  const total = { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') }
  console.log(describe(total))
  if (interrupted) return 130
  return total.failed > 0 ? 1 : 0
}

async function runSuite({ name, files, options = [], browser = false }: Suite, uri: string): Promise<Result> {
  const found = files.flatMap((pattern) => [...new Glob(pattern).scanSync('.')]).map((path) => `./${path}`)
  if (found.length === 0) return { passed: 0, failed: 0, skipped: 0 }

  const env: Record<string, string | undefined> = { ...process.env, TEST_MONGODB_URI: uri }
  if (browser) {
    const chromium = await findChromium()
    if (chromium === undefined) return skipSuite(name, found)
    env['CHROMIUM_BINARY'] = chromium
  }
  const report = join(folder, `${crypto.randomUUID()}.xml`)
  const reporter = ['--reporter=junit', `--reporter-outfile=${report}`]
  running = Bun.spawn([process.execPath, 'test', '--isolate', ...options, ...reporter, ...found], {
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const code = await running.exited
  return readReport(report, code)
}

/** Reads the counts of the JUnit report. A non-zero exit code counts as a failure even if no test failed. */
async function readReport(report: string, code: number): Promise<Result> {
  const text = await Bun.file(report)
    .text()
    .catch(() => '')
  const head = /<testsuites [^>]*>/.exec(text)?.[0] ?? ''
  const count = (name: string) => Number(new RegExp(` ${name}="(\\d+)"`).exec(head)?.[1] ?? 0)
  const failed = Math.max(count('failures'), code === 0 ? 0 : 1)
  const skipped = count('skipped')
  return { passed: Math.max(count('tests') - count('failures') - skipped, 0), failed, skipped }
}

/** Counts the skipped tests with a title filter that matches none: Bun loads the files and runs no test. */
async function skipSuite(name: string, files: readonly string[]): Promise<Result> {
  const probe = Bun.spawn([process.execPath, 'test', '-t', '^no test has this title$', ...files], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const skipped = Number(/skipping (\d+) tests?/.exec(await new Response(probe.stderr).text())?.[1] ?? 0)
  console.log(
    `${name}: ${skipped} tests skipped, because no Chromium was found. Set CHROMIUM_BINARY to the path of one.`,
  )
  return { passed: 0, failed: 0, skipped }
}

function describe({ passed, failed, skipped }: Result): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`
}
