import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { chmod, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { AppError } from './errors.ts'

const VERSION = 'v1'
const IV_BYTES = 12
const TAG_BYTES = 16
const ROOT_LENGTH_MIN = 32

export interface Secrets {
  /** Returns the 32-byte key of `purpose`, derived from the root secret: always the same, and different per purpose. */
  deriveKey(purpose: string): Uint8Array
  /** Encrypts and authenticates `text`. Returns `v1.<iv>.<ciphertext>`, different on each call. */
  seal(text: string, purpose: string): string
  /** Decrypts the result of `seal`. Throws "internal" if it was changed, or sealed with another root or purpose. */
  open(sealed: string, purpose: string): string
}

/** Derives keys from the root secret with HKDF-SHA256 (RFC 5869) and encrypts with AES-256-GCM. */
export function createSecrets(root: string): Secrets {
  const deriveKey = (purpose: string) => new Uint8Array(hkdfSync('sha256', root, '', `paperdawn:${purpose}`, 32))
  return {
    deriveKey,
    seal(text, purpose) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', deriveKey(purpose), iv)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return [VERSION, iv.toString('base64url'), body.toString('base64url')].join('.')
    },
    open(sealed, purpose) {
      try {
        const [version, iv = '', body = '', ...rest] = sealed.split('.')
        if (version !== VERSION || rest.length > 0) throw new Error('unknown format')
        const bytes = Buffer.from(body, 'base64url')
        const options = { authTagLength: TAG_BYTES }
        const decipher = createDecipheriv('aes-256-gcm', deriveKey(purpose), Buffer.from(iv, 'base64url'), options)
        decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
        return decipher.update(bytes.subarray(0, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
      } catch (cause) {
        throw new AppError('internal', 'A stored secret cannot be read with the current PAPERDAWN_SECRET.', { cause })
      }
    },
  }
}

/**
 * Returns PAPERDAWN_SECRET, or in development the secret in `<data>/secret` (mode 0600), created if it does not exist.
 * Processes that start at the same time get the same one. Throws "internal" if the file is damaged, or in production
 * without PAPERDAWN_SECRET.
 */
export async function loadRootSecret(config: Pick<Config, 'secret' | 'production' | 'dataFolder'>): Promise<string> {
  if (config.secret !== undefined) return config.secret
  if (config.production) throw new AppError('internal', 'PAPERDAWN_SECRET must be set in production.')
  const path = join(config.dataFolder, 'secret')
  await mkdir(config.dataFolder, { recursive: true })
  if (!(await Bun.file(path).exists())) await createOnce(path)
  await chmod(path, 0o600)
  const secret = (await readFile(path, 'utf8')).trim()
  if (secret.length >= ROOT_LENGTH_MIN) return secret
  throw new AppError(
    'internal',
    `The secret in ${path} is damaged: restore it from a backup, or delete it to create a new one.`,
  )
}

/** Writes a temporary file and links it, so the file is never incomplete and never replaces one of another process. */
async function createOnce(path: string): Promise<void> {
  const draft = `${path}.${process.pid}`
  await writeFile(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 })
  try {
    await link(draft, path)
  } catch (error) {
    // Another process has created the file first: its secret is used.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(draft, { force: true })
  }
}
