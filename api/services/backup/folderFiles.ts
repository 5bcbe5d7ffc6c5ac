import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Type, type Static } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Config } from '../../platform/config.ts'
import { writeAccounts } from '../../platform/embedded/demoAccounts.ts'
import { AppError } from '../../platform/errors.ts'
import type { KeptFile } from '../../store/backup/manifest.ts'

// What belongs to the library and is not in the database: the accounts of the embedded sign-in, and the secret that
// development makes by itself.

const ACCOUNTS = 'auth/accounts.json'
const SECRET = 'secret'

const Account = Type.Object({ localId: Type.String() }, { additionalProperties: true })
const Accounts = Type.Array(Account)
type Account = Static<typeof Account>

type Folder = Pick<Config, 'dataFolder' | 'embedded' | 'secret' | 'production'>

/** The files of the data folder that belong to the library. Without secrets, accounts have no passwords. */
export async function readFolderFiles(config: Folder, { withSecrets }: { withSecrets: boolean }): Promise<KeptFile[]> {
  const files: KeptFile[] = []
  const accounts = config.embedded.identity ? await readText(config, ACCOUNTS) : null
  if (accounts !== null) {
    const all = parseAccounts(accounts)
    const kept = withSecrets
      ? all
      : all.map(({ passwordHash: _hash, salt: _salt, ...account }: Account & Passwords) => account)
    files.push({ type: 'file', name: ACCOUNTS, text: JSON.stringify(kept) })
  }
  const secret = withSecrets && config.secret === undefined ? await readText(config, SECRET) : null
  if (secret !== null) files.push({ type: 'file', name: SECRET, text: secret })
  return files
}

interface Passwords {
  passwordHash?: unknown
  salt?: unknown
}

/** What of these files is secret, to complete "without …". */
export const listFolderSecrets = ({ embedded }: Pick<Config, 'embedded'>): string[] =>
  embedded.identity ? ['the passwords of the embedded sign-in'] : []

/**
 * Restores the files, before the library is replaced: accounts are added to those that are there, and the secret is only
 * written where there is none, so that the library works whichever of both it is. Returns sentences about what is left to do.
 */
export async function restoreFolderFiles(config: Folder, files: readonly KeptFile[]): Promise<string[]> {
  const byName = new Map(files.map(({ name, text }) => [name, text]))
  const [accounts, secret] = [byName.get(ACCOUNTS), byName.get(SECRET)]
  if (accounts !== undefined && config.embedded.identity) await addAccounts(config, parseAccounts(accounts))
  if (secret === undefined || config.secret !== undefined || config.production) return []
  const own = await readText(config, SECRET)
  if (own === null) await writeFile(join(config.dataFolder, SECRET), secret, { mode: 0o600 })
  else if (own.trim() !== secret.trim())
    return [
      'This data folder has another secret than the backup: the password of the mail server and the keys of sources cannot ' +
        'be read with it, and are entered again.',
    ]
  return []
}

async function addAccounts(config: Folder, accounts: readonly Account[]): Promise<void> {
  const own = parseAccounts((await readText(config, ACCOUNTS)) ?? '[]')
  const all = new Map(own.map((account) => [account.localId, account]))
  for (const account of accounts) all.set(account.localId, { ...all.get(account.localId), ...account })
  await writeAccounts(join(config.dataFolder, ACCOUNTS), [...all.values()])
}

async function readText({ dataFolder }: Folder, name: string): Promise<string | null> {
  try {
    return await readFile(join(dataFolder, name), 'utf8')
  } catch (error) {
    // Recovered: no user has signed in yet, or the file belongs to a part that does not run here.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

function parseAccounts(text: string): Account[] {
  try {
    return Value.Decode(Accounts, JSON.parse(text))
  } catch (cause) {
    throw new AppError('invalid-input', 'The accounts of the embedded sign-in cannot be read.', { cause })
  }
}
