import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { buildTerminal, type TargetName } from '#cli/build.ts'
import { createProgram } from '#cli/program.ts'
import { paperId, storePapers } from '#tests/api/support/library.ts'
import { makeFolder } from '#tests/support/process.ts'
import packageJson from '../../package.json'
import { useTerminal } from './terminal.ts'

const { as, tokenOf, address } = useTerminal()
const SYSTEMS: Readonly<Record<string, string>> = { linux: 'linux', darwin: 'macos', win32: 'windows' }
const NAME = `paperdawn-${SYSTEMS[process.platform]}-${process.arch}${process.platform === 'win32' ? '.exe' : ''}`

test('One file runs without Bun and packages, and has a manual page and checksums beside it', async () => {
  await storePapers([1])
  await as('ada').users.me['reading-list'].post({ paper_id: paperId(1) })
  await using folder = await makeFolder()
  const built = join(folder.path, 'cli')
  await buildTerminal([NAME as TargetName], built)

  // Elsewhere, and with nothing on the PATH.
  const env = { PAPERDAWN_SERVER: address(), PAPERDAWN_TOKEN: await tokenOf('ada'), HOME: folder.path }
  const run = async (...args: string[]) => {
    const child = Bun.spawn([join(built, NAME), ...args], { cwd: folder.path, env, stdout: 'pipe', stderr: 'inherit' })
    return { exit: await child.exited, stdout: await new Response(child.stdout).text() }
  }
  expect(await run('--version')).toEqual({ exit: 0, stdout: `${packageJson.version}\n` })
  expect((await run('list')).stdout).toContain(paperId(1))
  expect(await run('list', 'sync', 'notes')).toEqual({ exit: 0, stdout: '1 paper: 1 new file.\n' })

  const sums = await Bun.file(join(built, 'SHA256SUMS')).text()
  const names = [NAME, 'paperdawn.1']
  const hashes = await Promise.all(
    names.map(async (name) =>
      new Bun.CryptoHasher('sha256').update(await Bun.file(join(built, name)).bytes()).digest('hex'),
    ),
  )
  expect(sums).toBe(names.map((name, at) => `${hashes[at]}  ${name}\n`).join(''))
})

test('The manual page has every command', async () => {
  const { writeManPage } = await import('#cli/manPage.ts')
  const program = createProgram(() => async () => {})
  const page = writeManPage(program, { version: '1.2.3', day: '2026-11-27', environment: ".a\n'b" })
  const headings = [...page.matchAll(/^\.SS (.*)$/gm)].map(([, line = '']) => line.replaceAll(String.raw`\-`, '-'))
  const all = (command: typeof program, path: string): string[] =>
    command.commands
      // What the scripts of completion call.
      .filter((sub) => sub.name() !== 'complete')
      .flatMap((sub) => (sub.commands.length > 0 ? all(sub, `${path} ${sub.name()}`) : [`${path} ${sub.name()}`]))
  const commands = all(program, 'paperdawn')
  expect(commands.length).toBeGreaterThan(60)
  expect(commands.filter((path) => !headings.some((line) => line === path || line.startsWith(`${path} `)))).toEqual([])
  // Lines of a text are no requests to troff.
  expect(page).toContain("\n\\&.a\n\\&'b\n")
})
