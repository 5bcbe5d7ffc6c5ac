import { describe, expect, test } from 'bun:test'
import { never, readBody, sentenceOf, useFetcher } from './useFetcher.ts'

const { serve } = useFetcher()

/** Two services of different origins: the first one sends every request on to the second. */
function serveRedirect(options: { origins: readonly string[] | 'any' }) {
  const other = serve([() => new Response('of the other one')])
  const redirect = () => new Response(null, { status: 307, headers: { location: other.address.href } })
  return { ...serve([redirect], { ...options, retries: { tries: 1 } }), other }
}

describe('A redirect to another origin', () => {
  test('is followed by a request without anything of its own, when all origins may be asked', async () => {
    const { fetcher, address, other } = serveRedirect({ origins: 'any' })
    expect(await fetcher.get(address, { signal: never, read: readBody })).toBe('of the other one')
    expect(other.requests).toHaveLength(1)
  })

  test('is not followed when only the own origin may be asked, also without anything of its own', async () => {
    const { fetcher, address, other } = serveRedirect({ origins: [] })
    const sentence = await sentenceOf(fetcher.get(address, { signal: never, read: readBody }))
    expect(sentence).toContain('sent us to an address we do not follow')
    expect(other.requests).toEqual([])
  })

  test.each([
    ['headers', { headers: { 'x-api-key': 'an invented key' } }],
    ['a form', { form: new URLSearchParams({ key: 'an invented key' }) }],
    ['JSON', { json: { key: 'an invented key' } }],
  ])(
    'is not followed by a request with %s, which may hold a key, even when all origins may be asked',
    async (_what, own) => {
      const { fetcher, address, other } = serveRedirect({ origins: 'any' })
      const sentence = await sentenceOf(fetcher.get(address, { signal: never, read: readBody, ...own }))
      expect(sentence).toContain('sent us to an address we do not follow')
      expect(other.requests).toEqual([])
    },
  )
})
