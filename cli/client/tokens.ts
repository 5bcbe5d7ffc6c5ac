import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import envPaths from 'env-paths'
import { Failure } from '../terminal/failures.ts'

interface Kept {
  /** Address of a server -> the token for it. */
  tokens: Record<string, string>
}

/** Where the tokens are kept, for this user of the machine only. */
export const tokenPath = (): string => join(envPaths('paperdawn', { suffix: '' }).config, 'tokens.json')

/** The token kept for the server. Throws "unexpected" when the file cannot be read. */
export async function readToken(server: string): Promise<string | undefined> {
  return (await readKept()).tokens[server]
}

/** Keeps the token for the server; undefined forgets it. */
export async function saveToken(server: string, token: string | undefined): Promise<void> {
  const { tokens } = await readKept()
  const { [server]: _old, ...others } = tokens
  const kept: Kept = { tokens: token === undefined ? others : { ...others, [server]: token } }
  const path = tokenPath()
  const draft = `${path}.${process.pid}`
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    // Renamed into place, so that nobody meets half a file.
    await writeFile(draft, `${JSON.stringify(kept, null, 2)}\n`, { mode: 0o600 })
    await rename(draft, path)
  } catch (cause) {
    throw new Failure('unexpected', `${path} could not be written.`, { cause, advice: `Make ${path} writable.` })
  }
}

async function readKept(): Promise<Kept> {
  const path = tokenPath()
  const advice = `Remove ${path} and sign in again: paperdawn auth login`
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (cause) {
    // Nobody has signed in from here yet.
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return { tokens: {} }
    throw new Failure('unexpected', `${path} could not be read.`, { cause, advice })
  }
  try {
    const { tokens } = JSON.parse(text) as Kept
    if (typeof tokens !== 'object' || tokens === null) throw new TypeError('no tokens')
    return { tokens }
  } catch (cause) {
    throw new Failure('unexpected', `${path} is damaged.`, { cause, advice })
  }
}
