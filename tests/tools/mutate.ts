import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { testMongo } from '../support/mongod.ts'
import { plant, type Sabotage } from './sabotage.ts'
import { SABOTAGES } from './sabotages.ts'

// Applies each fault of `sabotages.ts` to a copy of the repository and runs the test that must find it. Fails when one is
// not found, when its code has changed, or when the test fails without it. Arguments select faults by parts of names.
const ROOT = join(import.meta.dir, '../..')
const LEFT_OUT = new Set(['.git', '.build', 'node_modules'])

/** How often a test failed, and its output. A failure to start does not count. */
async function runTest(
  folder: string,
  { test, only }: Sabotage,
): Promise<{ failed: number; passed: number; text: string }> {
  const dom = test.startsWith('tests/web/') ? ['--preload', './tests/support/dom.ts'] : []
  const command = [process.execPath, 'test', '--isolate', ...dom, test, '-t', RegExp.escape(only)]
  const child = Bun.spawn(command, { cwd: folder, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' })
  const outputs = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  const text = outputs.join('')
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0
  return { failed: count(/^\(fail\) (?!\(unnamed\))/gm), passed: count(/^\(pass\) /gm), text }
}

/** Returns "caught", "missed", or why it could not be tried. */
async function tryFault(folder: string, sabotage: Sabotage): Promise<string> {
  const path = join(folder, sabotage.file)
  const source = await readFile(path, 'utf8')
  const faulty = plant(sabotage, source)
  if (faulty === null) return 'its code is not in the file exactly once'
  await writeFile(path, faulty)
  try {
    const { failed, passed, text } = await runTest(folder, sabotage)
    if (failed > 0) return 'caught'
    if (passed > 0) return 'missed'
    process.stderr.write(text)
    return 'the test did not run'
  } finally {
    await writeFile(path, source)
  }
}

const wanted = process.argv.slice(2)
const chosen = SABOTAGES.filter(({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)))
const folder = await mkdtemp(join(tmpdir(), 'paperdawn-mutate-'))
const healthy = new Map<string, Promise<boolean>>()
let faults = chosen.length === 0 ? 1 : 0
try {
  await cp(ROOT, folder, { recursive: true, filter: (path) => path === ROOT || !LEFT_OUT.has(basename(path)) })
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  process.env['TEST_MONGODB_URI'] = await testMongo()
  for (const sabotage of chosen) {
    const startedAt = performance.now()
    const key = `${sabotage.test} ${sabotage.only}`
    const check = healthy.get(key) ?? runTest(folder, sabotage).then(({ failed, passed }) => failed === 0 && passed > 0)
    healthy.set(key, check)
    const outcome = (await check) ? await tryFault(folder, sabotage) : 'the test fails without it, or does not exist'
    if (outcome !== 'caught') faults += 1
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    console.log(
      `${outcome === 'caught' ? 'caught' : 'FAULT '}  ${sabotage.name.padEnd(44)} ${seconds} s${outcome === 'caught' ? '' : `  ${outcome}`}`,
    )
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}
console.log(`${chosen.length - faults} of ${chosen.length} faults were caught.`)
process.exit(faults === 0 ? 0 : 1)
