import { createHash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

const PREFIX = 'pd_'
const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 32 random bytes in base 62: 43 letters, without signs at which a double click ends. */
const SECRET_LENGTH = 43
/** A CRC-32 in base 62. */
const CHECKSUM_LENGTH = 6
const FORM = new RegExp(`^${PREFIX}[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`)

/** Makes a personal token: the prefix, 256 random bits and a checksum, by which secret scanners recognise it. */
export function makePersonalToken(): string {
  const secret = toBase62(BigInt(`0x${randomBytes(32).toString('hex')}`), SECRET_LENGTH)
  return `${PREFIX}${secret}${checksumOf(secret)}`
}

/** Whether a text is meant as a personal token; no other token of the product or of Firebase begins so. */
export const looksLikePersonalToken = (text: string): boolean => text.startsWith(PREFIX)

/** Whether the text has the form and the checksum of a personal token: false for one that is mistyped or cut off. */
export function isWellFormed(text: string): boolean {
  if (!FORM.test(text)) return false
  const secret = text.slice(PREFIX.length, PREFIX.length + SECRET_LENGTH)
  return text.endsWith(checksumOf(secret))
}

/** What is stored of a token. It has 256 random bits, so that a hash without salt cannot be guessed. */
export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('hex')

const checksumOf = (secret: string) => toBase62(BigInt(crc32(PREFIX + secret)), CHECKSUM_LENGTH)

function toBase62(value: bigint, length: number): string {
  const base = BigInt(LETTERS.length)
  let text = ''
  for (let rest = value; rest > 0n; rest /= base) text = LETTERS[Number(rest % base)] + text
  return text.padStart(length, '0')
}
