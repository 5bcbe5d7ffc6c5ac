import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import envPaths from 'env-paths'
import { Failure } from '../terminal/failures.ts'

interface TokenFile {
  /** Server origin -> token. */
  tokens: Record<string, string>
}

/** Path of the token file. Only the current operating system user can read it. */
export const tokenPath = (): string => join(envPaths('paperdawn', { suffix: '' }).config, 'tokens.json')

/** Returns the stored token for the server. Throws `unexpected` if the file cannot be read. */
export async function readToken(server: string): Promise<string | undefined> {
  return (await readTokenFile()).tokens[server]
}

/** Stores the token for the server; undefined deletes it. Throws `unexpected` if the file cannot be written. */
export async function saveToken(server: string, token: string | undefined): Promise<void> {
  const { tokens } = await readTokenFile()
  const { [server]: _old, ...others } = tokens
  const content: TokenFile = { tokens: token === undefined ? others : { ...others, [server]: token } }
  const path = tokenPath()
  const draft = `${path}.${process.pid}`
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    // Written to a draft and renamed, so that no other process reads an incomplete file.
    await writeFile(draft, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 })
    await rename(draft, path)
  } catch (cause) {
    throw new Failure('unexpected', `${path} could not be written.`, { cause, advice: `Make ${path} writable.` })
  }
}

async function readTokenFile(): Promise<TokenFile> {
  const path = tokenPath()
  const advice = `Remove ${path} and sign in again: paperdawn auth login`
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (cause) {
    // No sign-in yet.
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return { tokens: {} }
    throw new Failure('unexpected', `${path} could not be read.`, { cause, advice })
  }
  try {
    const { tokens } = JSON.parse(text) as TokenFile
    if (typeof tokens !== 'object' || tokens === null) throw new TypeError('no tokens')
    return { tokens }
  } catch (cause) {
    throw new Failure('unexpected', `${path} is damaged.`, { cause, advice })
  }
}
