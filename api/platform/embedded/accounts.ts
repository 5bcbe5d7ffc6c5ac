import { readFile, rename, writeFile } from 'node:fs/promises'
import { AppError } from '../errors.ts'

/** An account as the emulator holds it; of its fields only these are ours to know. */
export interface Account {
  localId: string
  email?: string
}

/** The subject that the emulator's Google gives to an address, here and in tests: one address is one account. */
export const googleSubject = (email: string) => `google-${email}`

/** The people a newcomer can sign in as. The last one is an admin. */
const people = [
  { localId: 'reader', email: 'reader@example.org', displayName: 'Ada Linde' },
  { localId: 'second', email: 'second@example.org', displayName: 'Bela Moreau' },
  { localId: 'admin', email: 'admin@paperdawn.test', displayName: 'Cleo Adeyemi' },
]

const seededAccounts: readonly Account[] = people.map(({ localId, ...profile }) => {
  const rawId = googleSubject(profile.email)
  const google = { providerId: 'google.com', rawId, federatedId: rawId, ...profile }
  return { localId, ...profile, emailVerified: true, providerUserInfo: [google] }
})

/** The accounts kept in `file`; the seeded ones when nothing was kept yet. */
export async function readAccounts(file: string): Promise<readonly Account[]> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Account[]
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return seededAccounts
    throw new AppError(
      'unavailable',
      `The accounts in ${file} cannot be read: mend the file, or remove it to start with new ones.`,
      { cause: error },
    )
  }
}

/** Replaces the file as a whole, so that whenever this is cut off there is one that can be read. */
export async function writeAccounts(file: string, accounts: readonly Account[]): Promise<void> {
  await writeFile(`${file}.draft`, JSON.stringify(accounts, null, 2), { mode: 0o600 })
  await rename(`${file}.draft`, file)
}
