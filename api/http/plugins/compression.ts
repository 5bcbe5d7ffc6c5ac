import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Elysia } from 'elysia'
import { chooseEncoding, ENCODINGS, type Encoding } from '../encodings.ts'

/** Smaller bodies fit into one packet anyway. */
const MIN_BYTES = 1_000
const COMPRESSIBLE = /^(text\/(?!event-stream)|application\/(json|[\w.-]+\+(json|xml)))/
/** Four to five times smaller than the text, at a third of the time of the default quality. */
const BROTLI_QUALITY = 4
/** Both run on other threads, so that requests are answered meanwhile. */
const compressors: Record<Encoding, (body: Uint8Array) => Promise<Uint8Array<ArrayBuffer>>> = {
  br: async (body) =>
    new Uint8Array(
      await promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
    ),
  gzip: async (body) => new Uint8Array(await promisify(gzip)(body)),
}

type Handler = (request: Request, ...rest: unknown[]) => Response | Promise<Response>

/** Returns a request handler that compresses the texts of `handle`, except streams. */
export const withCompression: Parameters<Elysia['wrap']>[0] = (wrapped) => {
  // Elysia's type of the handler says that it returns a function.
  const handle = wrapped as unknown as Handler
  return async (request: Request, ...rest: unknown[]) => compress(request, await handle(request, ...rest))
}

async function compress(request: Request, response: Response): Promise<Response> {
  const { status, headers } = response
  // The files of the web app choose their encoding themselves.
  if (headers.has('vary') || !COMPRESSIBLE.test(headers.get('content-type') ?? '')) return response
  if (response.body === null || request.method === 'HEAD') return response
  headers.set('vary', 'Accept-Encoding')
  const encoding = chooseEncoding(request, ENCODINGS)
  if (encoding === undefined) return response
  const body = await response.bytes()
  if (body.byteLength < MIN_BYTES) return new Response(body, { status, headers })
  headers.set('content-encoding', encoding)
  headers.delete('content-length')
  return new Response(await compressors[encoding](body), { status, headers })
}
