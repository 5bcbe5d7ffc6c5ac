/**
 * Loaded before the terminal program: kills it with SIGKILL at the operation on files below KILL_BELOW with the number
 * KILL_AT, from 1 on. KILL_WHEN says whether before it, after it, or when half of what it writes is written.
 */
import type * as Files from 'node:fs/promises'

const { KILL_AT, KILL_BELOW = '', KILL_WHEN } = process.env
const OPERATIONS = [
  'appendFile',
  'link',
  'mkdir',
  'readdir',
  'rename',
  'rm',
  'stat',
  'writeFile',
] as const satisfies readonly (keyof typeof Files)[]
type Operation = (path: string, ...others: unknown[]) => Promise<unknown>

const files = process.getBuiltinModule('node:fs/promises')
const kill = () => process.kill(process.pid, 'SIGKILL')
let count = 0
for (const name of OPERATIONS) {
  const real = files[name] as Operation
  const counted: Operation = async (path, ...others) => {
    if (!path.startsWith(KILL_BELOW)) return real(path, ...others)
    count += 1
    if (String(count) !== KILL_AT) return real(path, ...others)
    // Also one that fails, as a look for a file that is not there.
    if (KILL_WHEN === 'after') await Promise.allSettled([real(path, ...others)])
    const [content, ...options] = others
    if (KILL_WHEN === 'half' && typeof content === 'string' && (name === 'appendFile' || name === 'writeFile'))
      await real(path, content.slice(0, content.length / 2), ...options)
    kill()
    return undefined
  }
  Object.assign(files, { [name]: counted })
}
