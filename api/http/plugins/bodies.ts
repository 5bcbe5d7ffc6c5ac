import { Elysia } from 'elysia'
import { BODY_MAX_BYTES } from '../../contract/limits.ts'
import { AppError, invalidField } from '../../platform/errors.ts'

const DEPTH_MAX = 20
/**
 * Keys that no field of the API has. They change an object's prototype, or JavaScript calls them (`toString` to print a
 * value, `toJSON` to serialise it, `then` to await it) and throws a TypeError when the value is not a function.
 */
const RESERVED_KEYS = new Set([...Object.getOwnPropertyNames(Object.prototype), 'prototype', 'toJSON', 'then'])

/**
 * Parses JSON bodies: at most 64 KB (also without a Content-Length header), at most 20 levels deep, no reserved keys.
 * Bodies of other content types become `null`: no route reads them, and Elysia's own parsers have none of these limits.
 */
export const bodies = new Elysia({ name: 'bodies' })
  .onRequest(({ request }) => {
    if (Number(request.headers.get('content-length') ?? 0) > BODY_MAX_BYTES) throw tooLarge()
  })
  .onParse({ as: 'global' }, async ({ request, contentType }) => {
    if (contentType !== 'application/json') return request.body === null ? undefined : null
    const text = await readText(request)
    if (text === '') return undefined
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch (cause) {
      throw new AppError('invalid-input', 'The body of the request is not valid JSON.', { cause })
    }
    rejectReserved(value)
    return value
  })

async function readText(request: Request): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > BODY_MAX_BYTES) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Throws "invalid-input" for parsed JSON that is nested too deeply or has a reserved key. */
function rejectReserved(value: unknown, depth = 0): void {
  if (typeof value !== 'object' || value === null) return
  if (depth >= DEPTH_MAX) throw new AppError('invalid-input', 'The body of the request is nested too deeply.')
  for (const [key, inner] of Object.entries(value)) {
    if (RESERVED_KEYS.has(key)) throw invalidField(key, `The field "${key}" is not known here.`)
    rejectReserved(inner, depth + 1)
  }
}

const tooLarge = () => new AppError('too-large', 'The request is larger than 64 KB.')
