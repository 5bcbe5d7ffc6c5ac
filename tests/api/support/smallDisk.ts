import { makeFolder } from '#tests/support/process.ts'

/** A mount namespace of its own: only the program sees the file system, which ends with it. */
const IN_NAMESPACE = ['unshare', '--mount', '--map-root-user']

/** Whether a small file system can be mounted here; if not, prints that `tests` are skipped. */
export function canMountDisk(tests: string): boolean {
  const isPossible =
    Bun.which('unshare') !== null && Bun.spawnSync([...IN_NAMESPACE, 'true'], { stderr: 'ignore' }).exitCode === 0
  if (!isPossible) console.log(`skipped: ${tests}, because this system lets them mount no file system (unshare)`)
  return isPossible
}

const PREPARE = `
  import { execFileSync } from 'node:child_process'
  const disk = process.argv[1]
  const remount = (options) => execFileSync('mount', ['-o', 'remount,' + options, disk])
  const report = (result) => console.log(JSON.stringify(result))
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', disk])
`

/**
 * Runs TypeScript source in a process with a file system of 2 MB at `disk`, which `remount('size=60m')` enlarges and
 * `remount('ro')` makes read-only. Returns what the source gave to `report`.
 */
export async function runOnSmallDisk(code: string): Promise<unknown[]> {
  await using folder = await makeFolder()
  const command = [...IN_NAMESPACE, process.execPath, '-e', PREPARE + code, folder.path]
  const child = Bun.spawn(command, { stdout: 'pipe' })
  const lines = (await new Response(child.stdout).text()).trim().split('\n')
  return lines.map((line) => JSON.parse(line) as unknown)
}
