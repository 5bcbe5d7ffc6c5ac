import { describe, expect, test } from 'bun:test'
import { chmod, copyFile, mkdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFolder } from '#tests/support/process.ts'

interface Machine {
  /** Folder below the machine's root -> version of the Bun in it. */
  buns: Record<string, string>
  /** Shell script to use as npm. Default: no npm. */
  npm?: string
  /** A folder below the machine's root that is first on the PATH. */
  pathStart?: string
}

const ON_PATH = 'bin/bun'
const IN_PROJECT = 'project/node_modules/.bin/bun'
const CACHE = 'home/.cache/paperdawn/bun-1.4.5/node_modules'

async function addProgram(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, `#!/bin/sh\n${text}\n`)
  await chmod(path, 0o755)
}

/** Runs the launcher with "run up" on a machine that has only basic shell tools and these programs. */
async function launch({ buns, npm, pathStart }: Machine) {
  await using root = await makeFolder()
  const at = (path: string) => join(root.path, path)
  await mkdir(at('bin'))
  for (const tool of ['sh', 'dirname', 'tail', 'mkdir', 'chmod', 'cat'])
    await symlink(Bun.which(tool) ?? tool, at(`bin/${tool}`))
  for (const [path, version] of Object.entries(buns))
    await addProgram(
      at(path),
      `case $1 in --version) echo ${version} ;; *) echo "${path} got $*, first is $(command -v bun)" ;; esac`,
    )
  if (npm !== undefined) await addProgram(at('bin/npm'), npm)
  await mkdir(at('project/.bin'), { recursive: true })
  await copyFile('.bin/bun', at('project/.bin/bun'))

  const child = Bun.spawn([at('bin/sh'), at('project/.bin/bun'), 'run', 'up'], {
    env: { PATH: [...(pathStart ? [at(pathStart)] : []), at('bin')].join(':'), HOME: at('home') },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  const plain = (text: string) => text.replaceAll(`${root.path}/`, '').trim()
  return { out: plain(out), err: plain(err), code: await child.exited }
}
const ran = (path: string) => ({ out: `${path} got run up, first is ${path}`, err: '', code: 0 })
/** An npm that installs a Bun at `path` below the given folder. */
const npmThatInstalls = (path: string) => `folder=$3/node_modules/${path}; mkdir -p "$(dirname "$folder")"
cat > "$folder" <<'END'
#!/bin/sh
case $1 in --version) echo 1.4.5 ;; *) echo "fetched got $*" ;; esac
END
chmod +x "$folder"`

describe('Without any output, the launcher uses', () => {
  test('never itself, where its own folder is on the PATH', async () => {
    expect(await launch({ buns: { [IN_PROJECT]: '1.4.5' }, pathStart: 'project/.bin' })).toEqual(ran(IN_PROJECT))
  })

  test.each(['1.4.0', '1.4.5', '1.10.2', '2.0.0'])('a Bun %s on the PATH', async (version) => {
    expect(await launch({ buns: { [ON_PATH]: version, [IN_PROJECT]: '1.4.5' } })).toEqual(ran(ON_PATH))
  })

  test.each(['1.3.9', '1.2.23', '0.8.1', 'broken'])(
    'the project’s own Bun when the one on the PATH is %s',
    async (version) => {
      expect(await launch({ buns: { [ON_PATH]: version, [IN_PROJECT]: '1.4.5' } })).toEqual(ran(IN_PROJECT))
    },
  )

  test.each([`${CACHE}/.bin/bun`, `${CACHE}/@oven/bun-linux-x64/bin/bun`])(
    'the one in the cache, at %s',
    async (path) => {
      expect(await launch({ buns: { [path]: '1.4.5', [IN_PROJECT]: '1.1.0' } })).toEqual(ran(path))
    },
  )
})

describe('Without any Bun, the launcher', () => {
  test.each(['.bin/bun', '@oven/bun-linux-x64/bin/bun'])(
    'fetches one with npm, which may install it at %s',
    async (path) => {
      const { out, err, code } = await launch({ buns: {}, npm: npmThatInstalls(path) })
      expect({ out, code }).toEqual({ out: 'fetched got run up', code: 0 })
      expect(err.split('\n')).toEqual([expect.stringContaining('fetching Bun 1.4.5 with npm')])
    },
  )

  test('prints the error of npm and what to do when npm fails', async () => {
    const { err, code } = await launch({ buns: {}, npm: 'echo "npm error no network" >&2; exit 1' })
    expect(code).toBe(127)
    expect(err).toContain('npm error no network')
    expect(err.split('\n').at(-1)).toContain('install Bun 1.4 or newer')
  })

  test('prints what to do when there is no npm', async () => {
    const { err, code } = await launch({ buns: {} })
    expect(code).toBe(127)
    expect(err.split('\n')).toHaveLength(2)
    expect(err).toContain('install Bun 1.4 or newer')
  })
})
