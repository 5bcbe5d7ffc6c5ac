import type { PublicConfig } from '#api/contract/auth.ts'

/** Who is signed in on this device, with an ID token. */
export interface StoredIdentity {
  email: string
  token: string
  /** When the token ends, in ms since 1970. */
  expiresAt: number
}

/** Local storage: the user signed out while the provider was not reached, which still has them signed in. */
export const SIGN_OUT_KEY = 'paperdawn-sign-out'

/** Where the Firebase SDK keeps its user. Nothing is written here. */
const DATABASE = 'firebaseLocalStorageDb'
const STORE = 'firebaseLocalStorage'
const KEY = /^firebase:authUser:([^:]+):/
/** A token that ends sooner is not used: the requests of the first page must arrive before its end. */
const MARGIN_MS = 60_000

interface StoredUser {
  email: string
  stsTokenManager: { accessToken: string; refreshToken: string; expirationTime: number }
}

/**
 * Reads the signed-in user that the Firebase SDK keeps in IndexedDB, so that the first page need not wait for the SDK. A
 * token that has ended is renewed as the SDK does it. Returns null if there is no user, or if anything is not as
 * expected: then the SDK must be loaded to know. The server verifies the token in any case.
 */
export async function readStoredIdentity(loadConfig: () => Promise<PublicConfig>): Promise<StoredIdentity | null> {
  try {
    const found = await readUser()
    if (found === null) return null
    const { email, stsTokenManager: tokens } = found.user
    if (tokens.expirationTime - Date.now() > MARGIN_MS)
      return { email, token: tokens.accessToken, expiresAt: tokens.expirationTime }
    const { firebase } = await loadConfig()
    const renewed = await renew(firebase, found.apiKey, tokens.refreshToken)
    return renewed && { email, ...renewed }
  } catch {
    return null
  }
}

/** https://cloud.google.com/identity-platform/docs/use-rest-api#section-refresh-token */
async function renew({ emulator_url }: PublicConfig['firebase'], apiKey: string, refreshToken: string) {
  const host = 'securetoken.googleapis.com'
  const origin = emulator_url === undefined ? `https://${host}` : `${emulator_url}/${host}`
  const response = await fetch(`${origin}/v1/token?${new URLSearchParams({ key: apiKey })}`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken }),
  })
  if (!response.ok) return null
  const { id_token, expires_in } = (await response.json()) as { id_token: string; expires_in: string }
  return { token: id_token, expiresAt: Date.now() + Number(expires_in) * 1000 }
}

async function readUser(): Promise<{ apiKey: string; user: StoredUser } | null> {
  const database = await openDatabase()
  try {
    const rows = await toPromise(database.transaction(STORE).objectStore(STORE).getAll())
    for (const { fbase_key, value } of rows as { fbase_key: string; value: StoredUser }[]) {
      const apiKey = KEY.exec(fbase_key)?.[1]
      if (apiKey !== undefined) return { apiKey, user: value }
    }
    return null
  } finally {
    database.close()
  }
}

/** Rejects if there is no database yet: the SDK must create it. */
function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE)
  request.addEventListener('upgradeneeded', () => request.transaction?.abort())
  return toPromise(request)
}

const toPromise = <Value>(request: IDBRequest<Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB failed')))
  })
