import { Elysia, t } from 'elysia'
import { samplePaper } from '#tests/support/samples.ts'
import { SearchQuery, type SearchResponse } from '#api/contract/search.ts'

export const hit = (number: number, changes: Partial<SearchResponse['items'][number]> = {}) => ({
  paper: {
    ...samplePaper,
    id: `arxiv:2611.9000${number}`,
    title: `Lantern ${number}`,
    title_segments: [{ text: `Lantern ${number}` }],
  },
  highlights: { title: [[0, 7] as [number, number]], abstract: [] },
  ...changes,
})

const unrated = { seen: false, clicked: false, liked: false, dismissed: false, saved: false }

interface Changed {
  /** What the nth answer has beside its papers. */
  changes?: (request: number) => Partial<SearchResponse>
}

type Found = (query: SearchQuery) => number | Promise<number>

/** In-memory search API. `found` returns the number of matches of a query; if it throws, the request fails. */
export function searchApi(
  options: { total?: number; found?: Found; failsUndo?: () => boolean; refusesSaves?: boolean } & Changed = {},
) {
  const rated: string[] = []
  const requests: SearchQuery[] = []
  const saved = new Map<string, string>()
  const app = new Elysia({ prefix: '/api' })
    .onError(({ set }) => {
      set.status = 422
      return { error: { code: 'invalid-input', message: 'The index is unavailable.', request_id: 'r-1' } }
    })
    .get(
      '/papers/search',
      async ({ query }) => {
        requests.push(query)
        const total = (await options.found?.(query)) ?? options.total ?? 2
        const { offset = 0, limit = 50 } = query
        return {
          items: total > offset ? [hit(1), hit(2)].slice(0, Math.min(limit, total - offset)) : [],
          total,
          offset,
          limit,
          took_ms: 40,
          facets: { categories: [{ id: 'cs.LG', count: 1 }], years: [{ year: 2026, count: 2 }], estimated: false },
          indexed_through: '2026-11-20T06:00:00.000Z',
          ...options.changes?.(requests.length),
        } satisfies SearchResponse
      },
      { query: SearchQuery },
    )
    .get('/categories', () => ({ items: [], total: 0 }))
    .post(
      '/users/me/reading-list',
      ({ body }) => {
        if (options.refusesSaves) throw new Error('down')
        saved.set(body.paper_id, 'item-1')
        return { id: 'item-1' }
      },
      { body: t.Object({ paper_id: t.String() }) },
    )
    .delete('/users/me/reading-list/:id', ({ set }) => {
      saved.clear()
      set.status = 204
    })
    .post('/users/me/reading-list/:id/restore', () => {
      if (options.failsUndo?.()) throw new Error('down')
      saved.set('arxiv:2611.90001', 'item-1')
      return { id: 'item-1' }
    })
    .put(
      '/papers/:id/feedback',
      ({ params, body }) => {
        if (options.failsUndo?.()) throw new Error('down')
        rated.push(`${body.value} ${decodeURIComponent(params.id)}`)
        return { ...unrated, liked: body.value === 'like', dismissed: body.value === 'dislike' }
      },
      { body: t.Object({ value: t.String() }) },
    )
  return { app, requests, saved, rated }
}
