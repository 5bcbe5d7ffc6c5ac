import { Elysia } from 'elysia'
import { BODY_MAX_BYTES, IMPORT_BODY_MAX_BYTES } from '../../contract/limits.ts'
import { AppError, invalidField } from '../../platform/errors.ts'

const DEPTH_MAX = 20
/**
 * Keys that no field of the API has. They change an object's prototype, or JavaScript calls them (`toString` to print a
 * value, `toJSON` to serialise it, `then` to await it) and throws a TypeError when the value is not a function.
 */
const RESERVED_KEYS = new Set([...Object.getOwnPropertyNames(Object.prototype), 'prototype', 'toJSON', 'then'])

/** The calls that take the content of a file. */
const FILE_PATHS = new Set(['/api/users/me/import', '/api/users/me/reading-list/import'])

const JSON_TYPE = /^application\/json\s*(;|$)/i
const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]*)/i

/**
 * Parses JSON bodies: at most 64 KB, of imports 4 MB (also without a Content-Length header), valid UTF-8, at most 20 levels deep, no
 * reserved keys, no NUL characters and no lone surrogates. Bodies of other media types become `null`, because Elysia's
 * own parsers have none of these limits; the routes that read a body reject them (`rejectOtherMedia`).
 */
export const bodies = new Elysia({ name: 'bodies' })
  .onRequest(({ request }) => {
    checkSize(request, Number(request.headers.get('content-length') ?? 0))
  })
  .onParse({ as: 'global' }, async ({ request }) => {
    if (!hasJson(request)) return request.body === null ? undefined : null
    const text = await readText(request)
    if (text === '') return undefined
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch (cause) {
      throw invalidField('request', 'The body of the request is not valid JSON.', cause)
    }
    rejectUnsafe(value, [])
    return value
  })

/** Throws "unsupported-media-type" for a request whose body is not JSON in UTF-8. */
export function rejectOtherMedia(request: Request): void {
  if (request.body === null || hasJson(request)) return
  throw new AppError('unsupported-media-type', 'The body of the request must be JSON in UTF-8 (application/json).')
}

/** Whether the header names JSON in UTF-8, however it is written: `application/JSON; charset="UTF-8"`. */
function hasJson(request: Request): boolean {
  const type = request.headers.get('content-type')?.trim() ?? ''
  // RFC 8259: JSON is exchanged in UTF-8 only. US-ASCII is a part of it.
  return JSON_TYPE.test(type) && /^(utf-?8|us-ascii|)$/i.test(CHARSET.exec(type)?.[1] ?? '')
}

async function readText(request: Request): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    checkSize(request, size)
    chunks.push(chunk)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
  } catch (cause) {
    throw invalidField('request', 'The body of the request is not valid UTF-8.', cause)
  }
}

/**
 * Throws "invalid-input" for parsed JSON that is nested too deeply, has an empty or reserved key, or has text that cannot
 * be stored and returned unchanged: a NUL character or a lone surrogate.
 */
function rejectUnsafe(value: unknown, path: readonly string[]): void {
  const field = path.join('.') || 'request'
  const name = path.findLast((part) => !/^\d+$/.test(part))
  const subject = name === undefined ? 'The body of the request' : `The field "${name}"`
  if (typeof value === 'string' && !isStorable(value))
    throw invalidField(field, `${subject} has a character that is not allowed.`)
  if (typeof value !== 'object' || value === null) return
  if (path.length >= DEPTH_MAX) throw invalidField(field, 'The body of the request is nested too deeply.')
  for (const [key, inner] of Object.entries(value)) {
    if (key === '') throw invalidField(field, 'The name of a field is empty.')
    if (!isStorable(key)) throw invalidField(field, 'The name of a field has a character that is not allowed.')
    if (RESERVED_KEYS.has(key)) throw invalidField([...path, key].join('.'), `The field "${key}" is not known here.`)
    rejectUnsafe(inner, [...path, key])
  }
}

const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0')

/** Throws "too-large" for a body of this size in bytes. */
function checkSize({ url }: Request, size: number): void {
  if (size <= BODY_MAX_BYTES) return
  const isFile = FILE_PATHS.has(new URL(url).pathname)
  if (!isFile) throw new AppError('too-large', 'The request is larger than 64 KB.')
  if (size > IMPORT_BODY_MAX_BYTES)
    throw new AppError('too-large', 'The file is too large. Import it in parts of at most 2 MB.')
}
