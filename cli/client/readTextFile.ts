import { Failure } from '../terminal/failures.ts'

/**
 * The text of a file, or of standard input for "-": UTF-8, UTF-16 with a byte order mark, else Windows-1252, in which older
 * programs write and which contains Latin-1. The web reads files by the same rule. Throws `usage` when the file cannot be
 * read, has more than `maxBytes` or is not a text.
 */
export async function readTextFile(path: string, maxBytes: number): Promise<string> {
  const isPiped = path === '-'
  const name = isPiped ? 'Standard input' : path
  if (isPiped && process.stdin.isTTY)
    throw new Failure('usage', 'The text is read from standard input.', { advice: 'Pipe a text into this command.' })
  const file = isPiped ? Bun.stdin : Bun.file(path)
  // Before it is read: the file may be far larger than the memory. The size of a pipe is not known.
  if (Number.isFinite(file.size) && file.size > maxBytes) throw tooLarge(name, maxBytes)
  const bytes = await file.bytes().catch((cause: unknown) => {
    throw new Failure('usage', `${name} cannot be read.`, { cause, advice: 'Check the name of the file.' })
  })
  if (bytes.length > maxBytes) throw tooLarge(name, maxBytes)
  const text = decode(bytes)
  if (text === null) throw new Failure('usage', `${name} is not a text file.`, { advice: 'Name a text file.' })
  return text
}

const tooLarge = (name: string, maxBytes: number) =>
  new Failure('usage', `${name} is larger than ${Math.floor(maxBytes / 1_000)} kB.`, { advice: 'Pass it in parts.' })

function decode(bytes: Uint8Array): string | null {
  const mark = ((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0)
  if (mark === 0xfffe) return new TextDecoder('utf-16le').decode(bytes)
  if (mark === 0xfeff) return new TextDecoder('utf-16be').decode(bytes)
  if (bytes.includes(0)) return null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
