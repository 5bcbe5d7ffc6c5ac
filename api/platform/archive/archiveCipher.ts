import { createCipheriv, createDecipheriv, createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { AppError } from '../errors.ts'
import { createByteReader } from './byteReader.ts'

/** Costs of OWASP's password storage cheat sheet for scrypt: 128 MB of memory and some tenths of a second for each try. */
const COST = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 ** 2 } as const
const KEY_BYTES = 32
const SALT_BYTES = 16
const TAG_BYTES = 16
const LENGTH_BYTES = 4
/** Plain bytes that are sealed together. */
const CHUNK_BYTES = 256 * 1024

/** How an archive was encrypted, as its header says it: nothing of it is secret. */
export interface Encryption {
  /** In base64, as `check`. */
  salt: string
  /** Tells a wrong passphrase before anything is decrypted. */
  check: string
}

/** The key of one archive. */
export interface ArchiveKey {
  key: Uint8Array
  encryption: Encryption
}

/** Derives a key for a new archive. Its salt is random, so that no key encrypts two archives. */
export async function newArchiveKey(passphrase: string): Promise<ArchiveKey> {
  const salt = randomBytes(SALT_BYTES)
  const key = await deriveKey(passphrase, salt)
  return { key, encryption: { salt: salt.toString('base64'), check: checkOf(key).toString('base64') } }
}

/** Derives the key of an archive. Throws "invalid-input" for a wrong passphrase. */
export async function openArchiveKey(passphrase: string, encryption: Encryption): Promise<ArchiveKey> {
  const key = await deriveKey(passphrase, Buffer.from(encryption.salt, 'base64'))
  const [expected, actual] = [Buffer.from(encryption.check, 'base64'), checkOf(key)]
  if (expected.length === actual.length && timingSafeEqual(expected, actual)) return { key, encryption }
  throw new AppError('invalid-input', 'The passphrase is not the one of this archive.')
}

const derive = promisify<string, Uint8Array, number, typeof COST, Buffer>(scrypt)
const deriveKey = (passphrase: string, salt: Uint8Array) => derive(passphrase.normalize('NFC'), salt, KEY_BYTES, COST)
const checkOf = (key: Uint8Array) => createHmac('sha256', key).update('paperdawn archive').digest()

/** The nonce of a chunk: its number, and whether it is the last. So no chunk can be moved, repeated or left out. */
function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeBigUInt64LE(BigInt(number))
  nonce.writeUInt32LE(isLast ? 1 : 0, 8)
  return nonce
}

/**
 * Encrypts with AES-256-GCM in chunks, each `<length><ciphertext><tag>`, so that neither side keeps more than a chunk.
 * `header` is authenticated with every chunk.
 */
export async function* encrypt(
  bytes: AsyncIterable<Uint8Array>,
  { key }: ArchiveKey,
  header: Uint8Array,
): AsyncGenerator<Buffer> {
  let number = 0
  const seal = (chunk: Uint8Array, isLast: boolean) => {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(number, isLast)).setAAD(header)
    number += 1
    const length = Buffer.alloc(LENGTH_BYTES)
    length.writeUInt32LE(chunk.length)
    return Buffer.concat([length, cipher.update(chunk), cipher.final(), cipher.getAuthTag()])
  }
  let waiting: Uint8Array[] = []
  let size = 0
  for await (const part of bytes) {
    waiting.push(part)
    size += part.length
    if (size < CHUNK_BYTES) continue
    const all = Buffer.concat(waiting)
    let at = 0
    for (; all.length - at >= CHUNK_BYTES; at += CHUNK_BYTES) yield seal(all.subarray(at, at + CHUNK_BYTES), false)
    waiting = [all.subarray(at)]
    size = all.length - at
  }
  yield seal(Buffer.concat(waiting), true)
}

/** Decrypts the result of `encrypt`. Throws "invalid-input" where it was changed, and where its end is missing. */
export async function* decrypt(
  bytes: AsyncIterable<Uint8Array>,
  { key }: ArchiveKey,
  header: Uint8Array,
): AsyncGenerator<Buffer> {
  const reader = createByteReader(bytes)
  for (let number = 0; ; number++) {
    const length = (await reader.take(LENGTH_BYTES))?.readUInt32LE()
    if (length === undefined || length > CHUNK_BYTES) throw changed()
    const sealed = await reader.take(length + TAG_BYTES)
    if (sealed === undefined) throw changed()
    const isLast = await reader.isAtEnd()
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(number, isLast), { authTagLength: TAG_BYTES })
      decipher.setAAD(header).setAuthTag(sealed.subarray(length))
      yield Buffer.concat([decipher.update(sealed.subarray(0, length)), decipher.final()])
    } catch (cause) {
      throw changed(cause)
    }
    if (isLast) return
  }
}

const changed = (cause?: unknown) =>
  new AppError('invalid-input', 'The archive was changed after it was written, or it is damaged.', { cause })
