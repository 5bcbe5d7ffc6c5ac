import { Elysia } from 'elysia'
import { BODY_MAX_BYTES } from '../../contract/limits.ts'
import { AppError } from '../../platform/errors.ts'

const DEPTH_MAX = 20
/** Keys that reach an object's prototype in careless code further on. */
const PROTOTYPE_KEYS = new Set(['__proto__', 'constructor', 'prototype'])

/** Reads JSON bodies: 64 KB at most (also when no length was announced), 20 levels deep, no prototype keys. */
export const bodies = new Elysia({ name: 'bodies' })
  .onRequest(({ request }) => {
    if (Number(request.headers.get('content-length') ?? 0) > BODY_MAX_BYTES) throw tooLarge()
  })
  .onParse({ as: 'global' }, async ({ request, contentType }) => {
    if (contentType !== 'application/json') return undefined
    const text = await readText(request)
    if (text === '') return undefined
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch (cause) {
      throw new AppError('invalid-input', 'The body of the request is not valid JSON.', { cause })
    }
    checkNesting(value, 0)
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

function checkNesting(value: unknown, depth: number): void {
  if (typeof value !== 'object' || value === null) return
  if (depth >= DEPTH_MAX) throw new AppError('invalid-input', 'The body of the request is nested too deeply.')
  for (const [key, inner] of Object.entries(value)) {
    if (PROTOTYPE_KEYS.has(key)) throw new AppError('invalid-input', `The field "${key}" is not known here.`)
    checkNesting(inner, depth + 1)
  }
}

const tooLarge = () => new AppError('too-large', 'The request is larger than 64 KB.')
