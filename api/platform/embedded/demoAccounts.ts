import { readFile, rename, writeFile } from 'node:fs/promises'
import { AppError } from '../errors.ts'

/** An account in the emulator's format. It has more fields; only these are used here. */
export interface Account {
  localId: string
  email?: string
}

/** The `sub` claim of the emulated Google account of an address, also in tests: one account per address. */
export const googleSubject = (email: string) => `google-${email}`

/** Demo users of a new installation. The last one is an admin. `localId` is the uid of their sign-ins. */
export const demoUsers = [
  { localId: 'reader', email: 'reader@example.org', displayName: 'Ada Linde' },
  { localId: 'second', email: 'second@example.org', displayName: 'Bela Moreau' },
  { localId: 'admin', email: 'admin@paperdawn.test', displayName: 'Cleo Adeyemi' },
] as const

const seededAccounts: readonly Account[] = demoUsers.map(({ localId, ...profile }) => {
  const rawId = googleSubject(profile.email)
  const google = { providerId: 'google.com', rawId, federatedId: rawId, ...profile }
  return { localId, ...profile, emailVerified: true, providerUserInfo: [google] }
})

/** Reads the accounts saved in `file`; returns the demo accounts when the file does not exist. */
export async function readAccounts(file: string): Promise<readonly Account[]> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Account[]
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return seededAccounts
    throw new AppError(
      'unavailable',
      `The accounts in ${file} cannot be read: fix the file, or remove it to start with new ones.`,
      { cause: error },
    )
  }
}

/** Replaces the file atomically, so that an interruption never leaves a broken file. */
export async function writeAccounts(file: string, accounts: readonly Account[]): Promise<void> {
  await writeFile(`${file}.draft`, JSON.stringify(accounts, null, 2), { mode: 0o600 })
  await rename(`${file}.draft`, file)
}
