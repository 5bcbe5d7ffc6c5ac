import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rename, rm, stat, type FileHandle } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { Type, type Static } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { AppError } from '../errors.ts'
import { decrypt, encrypt, newArchiveKey, openArchiveKey } from './archiveCipher.ts'
import { readFrames, type Frame } from './archiveFrames.ts'

// An archive: a line that says what it is, the header as a line of JSON, the frames, compressed and perhaps encrypted,
// and the SHA-256 of all bytes before it.

const MAGIC = 'PAPERDAWN BACKUP'
/** Raised with every change after which an older program would misread an archive. */
const FORMAT = 1
const DIGEST_BYTES = 32
const HEADER_MAX_BYTES = 4_096
/** Compresses to about a quarter, faster than the database reads. */
const COMPRESSION = { params: { [constants.ZSTD_c_compressionLevel]: 3 } }
const READ_BYTES = 1024 ** 2

const Header = Type.Object({
  format: Type.Integer(),
  product: Type.Literal('paperdawn'),
  /** Of the program that wrote it. */
  version: Type.String(),
  data_version: Type.Integer(),
  made_at: Type.String(),
  encryption: Type.Union([Type.Object({ salt: Type.String(), check: Type.String() }), Type.Null()]),
})
export type ArchiveHeader = Static<typeof Header>

export interface Archive {
  header: ArchiveHeader
  /** In bytes. */
  size: number
  /** Reads the content once more with each call. Throws "invalid-input" where it is damaged. */
  frames(): AsyncIterable<Frame>
}

export interface WrittenArchive {
  /** Says what the archive is of. */
  header: Pick<ArchiveHeader, 'version' | 'data_version' | 'made_at'>
  frames: AsyncIterable<Uint8Array>
  /** Encrypts the content; undefined: it is not encrypted. */
  passphrase: string | undefined
}

/** The temporary name under which an archive is written. */
export const draftOf = (path: string) => join(dirname(path), `.${basename(path)}.part`)

/**
 * Writes an archive beside its place and moves it there when all of it is on the disk: there is never an archive of this
 * name that is not whole. Returns its size in bytes. Throws "conflict" when there is a file of this name already, and
 * "unavailable" when it cannot be written; then nothing of it is left.
 */
export async function writeArchive(path: string, { header, frames, passphrase }: WrittenArchive): Promise<number> {
  if (await Bun.file(path).exists()) throw new AppError('conflict', `${path} exists already: choose another name.`)
  const draft = draftOf(path)
  try {
    const key = passphrase === undefined ? null : await newArchiveKey(passphrase)
    const encryption = key?.encryption ?? null
    const line = toHeaderLine({ ...header, format: FORMAT, product: 'paperdawn', encryption })
    // A draft of this name is one of a process that was killed, or a link that leads elsewhere.
    await rm(draft, { force: true })
    await using file = await open(draft, 'wx', 0o600)
    const size = await writeBody(file, { line, frames, key })
    await file.sync()
    await rename(draft, path)
    await syncFolder(dirname(path))
    return size
  } catch (error) {
    // Recovered: why it could not be written is thrown. A draft that is left is removed by the next backup.
    await rm(draft, { force: true }).catch(() => undefined)
    throw toWriteFailure(error, path)
  }
}

type Key = Awaited<ReturnType<typeof newArchiveKey>> | null

async function writeBody(
  file: FileHandle,
  { line, frames, key }: { line: Buffer; frames: AsyncIterable<Uint8Array>; key: Key },
): Promise<number> {
  const hash = createHash('sha256')
  let size = 0
  const write = async (bytes: Uint8Array) => {
    hash.update(bytes)
    size += bytes.length
    await file.writeFile(bytes)
  }
  await write(line)
  await pipeline(
    Readable.from(frames, { objectMode: false }),
    createZstdCompress(COMPRESSION),
    async (compressed: AsyncIterable<Uint8Array>) => {
      for await (const bytes of key === null ? compressed : encrypt(compressed, key, line)) await write(bytes)
    },
  )
  await file.writeFile(hash.digest())
  return size + DIGEST_BYTES
}

const toHeaderLine = (header: ArchiveHeader) => Buffer.from(`${MAGIC}\n${JSON.stringify(header)}\n`)

/** The name of a file is on the disk when its folder is. */
async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder, 'r')
  await handle.sync()
}

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of the disk is used up',
  EACCES: 'there is no right to write there',
  EPERM: 'there is no right to write there',
  EROFS: 'the file system is read-only',
  ENOENT: 'its folder does not exist',
  ENOTDIR: 'its folder is not a folder',
  EISDIR: 'there is a folder of this name',
}

function toWriteFailure(error: unknown, path: string): unknown {
  const reason = REASONS[String((error as NodeJS.ErrnoException).code)]
  if (reason === undefined) return error
  const sentence = `The archive ${path} could not be written: ${reason}. Earlier archives are unchanged.`
  return new AppError('unavailable', sentence, { cause: error })
}

/**
 * Opens an archive and checks that no byte of it has changed. `askPassphrase` is called for an encrypted one. Throws
 * "invalid-input" for a file that is no archive of Paperdawn, that is damaged or cut short, or that a newer program wrote,
 * and for a wrong or missing passphrase.
 */
export async function openArchive(path: string, askPassphrase: () => Promise<string | undefined>): Promise<Archive> {
  const { size, line, header } = await readHeader(path)
  await checkDigest(path, size)
  const key = header.encryption === null ? null : await askKey(header.encryption, askPassphrase)
  async function* content(): AsyncGenerator<Uint8Array> {
    const body = createReadStream(path, {
      start: line.length,
      end: size - DIGEST_BYTES - 1,
      highWaterMark: READ_BYTES,
    })
    yield* key === null ? body : decrypt(body, key, line)
  }
  return {
    header,
    size,
    frames: () => readFrames(decompress(content())),
  }
}

async function* decompress(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const stream = createZstdDecompress()
  const fed = pipeline(Readable.from(bytes, { objectMode: false }), stream)
  // Its failure is thrown by the iteration, or below.
  fed.catch(() => undefined)
  try {
    yield* stream
    await fed
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    throw new AppError('invalid-input', 'The archive is damaged: its content cannot be decompressed.', { cause })
  }
}

async function askKey(encryption: NonNullable<ArchiveHeader['encryption']>, ask: () => Promise<string | undefined>) {
  const passphrase = await ask()
  if (passphrase) return openArchiveKey(passphrase, encryption)
  throw new AppError(
    'invalid-input',
    'The archive is encrypted: its passphrase is needed (PAPERDAWN_BACKUP_PASSPHRASE).',
  )
}

async function readHeader(path: string): Promise<{ size: number; line: Buffer; header: ArchiveHeader }> {
  const { size, start } = await readStart(path)
  const [magic, json] = start.toString('latin1').split('\n')
  if (magic !== MAGIC) throw new AppError('invalid-input', `${path} is not a backup of Paperdawn.`)
  const line = start.subarray(0, `${magic}\n${json}\n`.length)
  const header = parseHeader(line.toString().split('\n')[1] ?? '', path)
  if (header.format > FORMAT)
    throw new AppError(
      'invalid-input',
      `${path} was written by a newer version of Paperdawn (${header.version}): its format is ${header.format}, and ` +
        `this program knows formats up to ${FORMAT}. Use the newer version.`,
    )
  return { size, line, header }
}

async function readStart(path: string): Promise<{ size: number; start: Buffer }> {
  try {
    const { size } = await stat(path)
    await using file = await open(path, 'r')
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEADER_MAX_BYTES), 0, HEADER_MAX_BYTES, 0)
    return { size, start: buffer.subarray(0, bytesRead) }
  } catch (cause) {
    throw new AppError('invalid-input', `${path} cannot be read: ${(cause as Error).message}.`, { cause })
  }
}

function parseHeader(text: string, path: string): ArchiveHeader {
  try {
    return Value.Decode(Header, JSON.parse(text))
  } catch (cause) {
    throw new AppError('invalid-input', `The archive ${path} is damaged: its header cannot be read.`, { cause })
  }
}

async function checkDigest(path: string, size: number): Promise<void> {
  const end = Math.max(0, size - DIGEST_BYTES)
  const hash = createHash('sha256')
  const file = createReadStream(path, { highWaterMark: READ_BYTES })
  const expected: Buffer[] = []
  let at = 0
  for await (const bytes of file as AsyncIterable<Buffer>) {
    const inBody = Math.max(0, Math.min(bytes.length, end - at))
    hash.update(bytes.subarray(0, inBody))
    expected.push(bytes.subarray(inBody))
    at += bytes.length
  }
  if (hash.digest().equals(Buffer.concat(expected))) return
  throw new AppError('invalid-input', `The archive ${path} is damaged or cut short: its check sum is another one.`)
}
