import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { writeManPage } from './manPage.ts'
import { AFTER_HELP, createProgram } from './program.ts'
import { ownVersion } from './terminal/version.ts'

const root = join(import.meta.dirname, '..')
/** The systems of the programs, by the name that they are downloaded under. */
const TARGETS = {
  'paperdawn-linux-x64': 'bun-linux-x64',
  'paperdawn-linux-arm64': 'bun-linux-arm64',
  'paperdawn-macos-x64': 'bun-darwin-x64',
  'paperdawn-macos-arm64': 'bun-darwin-arm64',
  'paperdawn-windows-x64.exe': 'bun-windows-x64',
} as const satisfies Record<string, Bun.Build.CompileTarget>

export type TargetName = keyof typeof TARGETS

/**
 * Builds the terminal program as a file for each of `names` that needs neither Bun nor packages, its manual page, and the
 * checksums of both, into the folder `outDir`. Bun fetches the runtime of other systems from the registry that it is configured
 * with. A failed build keeps the previous output.
 */
export async function buildTerminal(names: readonly TargetName[], outDir: string): Promise<void> {
  const draft = `${outDir}-${process.pid}`
  await mkdir(draft, { recursive: true })
  try {
    for (const name of names) await compile(TARGETS[name], join(draft, name))
    const program = createProgram(() => async () => {})
    const day = new Date().toISOString().slice(0, 10)
    await Bun.write(
      join(draft, 'paperdawn.1'),
      writeManPage(program, { version: ownVersion, day, environment: AFTER_HELP }),
    )
    const lines = await Promise.all(
      [...names, 'paperdawn.1'].map(async (name) => `${await hash(join(draft, name))}  ${name}\n`),
    )
    await Bun.write(join(draft, 'SHA256SUMS'), lines.join(''))
    await rm(outDir, { recursive: true, force: true })
    await rename(draft, outDir)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

/** Throws an `AggregateError` with the messages of the bundler. */
const compile = (target: Bun.Build.CompileTarget, outfile: string) =>
  Bun.build({ entrypoints: [join(root, 'cli/index.ts')], minify: true, compile: { target, outfile } })

async function hash(path: string): Promise<string> {
  const hasher = new Bun.CryptoHasher('sha256')
  for await (const chunk of Bun.file(path).stream()) hasher.update(chunk)
  return hasher.digest('hex')
}

if (import.meta.main) {
  const outDir = join(root, '.build/cli')
  const names = Object.keys(TARGETS) as TargetName[]
  await buildTerminal(names, outDir)
  console.log(`The terminal program for ${names.length} systems is in ${outDir}.`)
}
