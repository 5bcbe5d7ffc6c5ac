import { describe, expect, test } from 'bun:test'
import { AppError } from '#api/platform/errors.ts'
import { resolvePublicHost } from '#api/platform/resolveHost.ts'
import { cert, key } from '#tests/api/support/certificate.ts'
import { boundedFetch } from '#api/sources/boundedFetch.ts'
import { never, readBody, sentenceOf, useFetcher } from './useFetcher.ts'

const { serve } = useFetcher()
const limits = {
  firstByteMs: 600_000,
  totalMs: 600_000,
  bodyMaxBytes: 1_000,
  ratioMax: 10,
  bytesPerSecondMin: 0,
}

const refuseNames = async (host: string) => {
  if (host === '127.0.0.1') return '127.0.0.1'
  throw new AppError('forbidden', `${host} is on a private network, to which this site may not connect.`)
}

describe('The address of a source', () => {
  test('is looked up once for each request, and the request goes to what was found', async () => {
    const asked: string[] = []
    const resolve = async (host: string) => {
      asked.push(host)
      return '127.0.0.1'
    }
    const { address, fetcher } = serve([() => new Response('here')], {
      resolve,
      origins: ['http://mirror.example:0'],
    })
    const named = new URL(`http://mirror.example:${address.port}/feed`)
    expect(await fetcher.get(named, { signal: never, read: readBody })).toBe('here')
    expect(asked).toEqual(['mirror.example'])
  })

  test('keeps its name for the host header and for the certificate', async () => {
    using server = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      tls: { cert, key },
      fetch: ({ headers }) => new Response(headers.get('host')),
    })
    const ask = (host: string) =>
      boundedFetch(new URL(`https://${host}:${server.port}/`), {
        headers: {},
        signal: never,
        limits,
        resolve: async () => '127.0.0.1',
      })
    // The certificate is for localhost and signed by itself: the name decides which of the two is refused first.
    await expect(ask('localhost')).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
    await expect(ask('mirror.example')).rejects.toThrow()
  })

  test('on a private network is refused, also after a redirect', async () => {
    const { address, requests, fetcher } = serve(
      [() => new Response(null, { status: 302, headers: { location: 'http://inner.example/feed' } })],
      { resolve: refuseNames, origins: ['http://inner.example'] },
    )
    const sentence = 'source-unavailable: arXiv cannot be asked: inner.example is on a private network'
    expect(await sentenceOf(fetcher.get(address, { signal: never, read: readBody }))).toStartWith(sentence)
    expect(requests).toHaveLength(1)
  })

  test.each(['127.0.0.1', 'localhost', '169.254.169.254', '10.0.0.1', '::1'])(
    'may not be %s in production',
    async (host) => {
      await expect(resolvePublicHost(host)).rejects.toMatchObject({ code: 'forbidden' })
    },
  )
})
