import { afterAll, describe, expect, test } from 'bun:test'
import { openOpenSearchIndex, type OpenSearch } from '#api/search/opensearch/openSearchIndex.ts'
import type { SearchIndex } from '#api/search/searchIndex.ts'
import { DISK_FULL, NOT_REACHED } from '#tests/api/support/searchIndex.ts'
import { errorOf } from '#tests/support/errorOf.ts'

// What the product does with an OpenSearch that is away, refuses or fails: servers of the test stand for it.

const opened: SearchIndex[] = []
afterAll(() => Promise.all(opened.map((index) => index.close())))

function openAt(server: Partial<OpenSearch>): SearchIndex {
  const index = openOpenSearchIndex({ url: '', prefix: 'test', ...server })
  opened.push(index)
  return index
}

describe('An OpenSearch', () => {
  const secret = 'canary-password'

  test('that is not there makes searches unavailable, at once after a few, and the reason is known', async () => {
    const server = Bun.serve({ port: 0, fetch: () => new Response() })
    const url = `http://127.0.0.1:${server.port}`
    await server.stop(true)
    const index = openAt({ url, user: 'reader', password: secret })
    for (let time = 0; time < 8; time++) {
      const error = await errorOf(index.search({ q: 'heron' }))
      expect([error.code, error.message]).toEqual([
        'unavailable',
        'Search is not available at the moment. Everything else works, and nothing is lost. Try again in a minute.',
      ])
      expect(Bun.inspect(error, { depth: 10 })).not.toContain(secret)
    }
    expect((await errorOf(index.becomeWriter())).message).toBe(NOT_REACHED)
    expect((await errorOf(index.findProblem?.() ?? Promise.resolve())).message).toBe(NOT_REACHED)
  })

  test('that fails is left alone after a few failures', async () => {
    let requests = 0
    using server = Bun.serve({
      port: 0,
      fetch: () => {
        requests++
        return Response.json({ error: { type: 'cluster_block_exception' } }, { status: 503 })
      },
    })
    const index = openAt({ url: `http://127.0.0.1:${server.port}` })
    for (let time = 0; time < 20; time++) await errorOf(index.scoreByCommonWords({ like: ['a'], among: ['b'] }))
    expect(requests).toBe(5)
  })

  test.each([
    [401, {}, 'OpenSearch refused the user or the password.'],
    [403, { type: 'security_exception' }, 'The user of OpenSearch may not do this.'],
    [429, { type: 'rejected_execution_exception' }, 'OpenSearch has too much work.'],
    [502, {}, 'A part of OpenSearch that has the index is down.'],
    [
      403,
      { type: 'cluster_block_exception', reason: 'blocked by: [FORBIDDEN/12/index read-only / allow delete (api)];' },
      DISK_FULL,
    ],
    [
      403,
      {
        type: 'index_create_block_exception',
        reason: 'blocked by: [FORBIDDEN/10/cluster create-index blocked (api)];',
      },
      'OpenSearch creates no index, as it does when the disks of its nodes are nearly full. Free space there: OpenSearch ' +
        'lifts this block by itself some minutes later.',
    ],
  ])('that answers with status %d says why, without the password', async (status, error, sentence) => {
    const given: (string | null)[] = []
    using server = Bun.serve({
      port: 0,
      fetch: (request) => {
        given.push(request.headers.get('authorization'))
        return Response.json({ error }, { status })
      },
    })
    const index = openAt({ url: `http://127.0.0.1:${server.port}`, user: 'reader', password: secret })
    const thrown = await errorOf(index.becomeWriter())
    expect(thrown.message).toBe(sentence)
    expect(given).toEqual([`Basic ${btoa(`reader:${secret}`)}`])
    expect(Bun.inspect(thrown, { depth: 10 })).not.toMatch(new RegExp(`${secret}|${btoa(`reader:${secret}`)}`))
  })

  test('that has started, and not yet the shards of the index, is not taken for one without the index', async () => {
    const error = { type: 'no_shard_available_action_exception', reason: 'No shard available' }
    using server = Bun.serve({
      port: 0,
      fetch: async () => Response.json({ count: 0, docs: [{ _id: 'state-seq', error }] }),
    })
    const index = openAt({ url: `http://127.0.0.1:${server.port}` })
    const down = 'A part of OpenSearch that has the index is down.'
    expect((await errorOf(index.state())).message).toBe(down)
    expect((await errorOf(index.search({ q: 'heron' }))).cause).toMatchObject({ message: down })
  })

  test('is closed once, however often that is asked', async () => {
    const index = openAt({ url: 'http://127.0.0.1:9' })
    await errorOf(index.state())
    await index.close()
    await index.close()
  })

  test('has the pages of a search answered by the same copies of the index, and other searches by others', async () => {
    const answer = { status: 200, hits: { total: { value: 40, relation: 'eq' }, hits: [] }, _shards: { failed: 0 } }
    let heads: string[] = []
    using server = Bun.serve({
      port: 0,
      fetch: async (request) => {
        if (!request.url.endsWith('/_msearch')) return Response.json({ docs: [] })
        const lines = (await request.text()).trim().split('\n')
        const asked = lines.filter((_, index) => index % 2 === 0)
        heads.push(...asked)
        return Response.json({ responses: asked.map(() => answer) })
      },
    })
    const index = openAt({ url: `http://127.0.0.1:${server.port}`, patienceMs: Infinity })
    const copiesOf = async (q: string, offset: number) => {
      heads = []
      await index.search({ q, offset })
      return [...new Set(heads)]
    }
    const first = await copiesOf('heron', 0)
    expect(first).toHaveLength(1)
    expect(await copiesOf('heron', 20)).toEqual(first)
    expect(await copiesOf('egret', 0)).not.toEqual(first)
  })

  test('whose client has gone is not asked', async () => {
    let requests = 0
    using server = Bun.serve({ port: 0, fetch: () => new Response(`${requests++}`) })
    const index = openAt({ url: `http://127.0.0.1:${server.port}` })
    expect((await errorOf(index.search({ q: 'heron' }, AbortSignal.abort()))).code).toBe('unavailable')
    expect(requests).toBe(0)
  })
})
