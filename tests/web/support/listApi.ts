import { Elysia, t } from 'elysia'
import {
  ItemChanges,
  ReadingFilter,
  SelectionChange,
  type ChangedItems,
  type Item,
  type ItemIds,
  type ReadingList as List,
  type ReadingStatus,
  type TagList,
} from '#api/contract/readingList.ts'
import { sampleItem, samplePaper } from '#tests/support/samples.ts'

/** A reading list item of the paper with this number. */
export const item = (number: number, changes: Partial<Item> = {}): Item => ({
  ...sampleItem,
  id: `item-${number}`,
  notes: '',
  tags: [],
  version: 1,
  paper: {
    ...samplePaper,
    id: `arxiv:2611.9000${number}`,
    title: `Paper ${number}`,
    title_segments: [{ text: `Paper ${number}` }],
  },
  ...changes,
})

function fail(set: { status?: number | string }, status: number, code: string, current?: Item) {
  set.status = status
  return { error: { code, message: 'It was refused.', request_id: 'r-1', ...(current && { current }) } }
}

/** In-memory reading list API with item versions, removal and restore. After `refuse()` every change fails. */
export function listApi(items: Item[]) {
  const stored = new Map(items.map((each) => [each.id, each]))
  const removed = new Set<string>()
  /** Ids of the items that were requested one by one. */
  const requestedIds: string[] = []
  let refuses = false
  const listed = () => [...stored.values()].filter(({ id }) => !removed.has(id))
  const count = (status: ReadingStatus) => listed().filter((each) => each.status === status).length
  const find = ({ status, q, tag }: { status?: string; q?: string; tag?: string }) =>
    listed().filter(
      (each) =>
        (!status || each.status === status) &&
        (!q || each.paper.title.includes(q)) &&
        (!tag || each.tags.includes(tag)),
    )
  /** What was asked of the export. */
  const exports: string[] = []
  const app = new Elysia({ prefix: '/api' })
    .get('/users/me/reading-list/export', ({ request }) => {
      exports.push(new URL(request.url).search)
      return 'a file'
    })
    .post('/users/me/reading-list/export', ({ body }) => {
      exports.push(JSON.stringify(body))
      return 'a file'
    })
    .get(
      '/users/me/reading-list/ids',
      ({ query }) => {
        const ids = find(query).map(({ id }) => id)
        return { items: ids, total: ids.length } satisfies ItemIds
      },
      { query: ReadingFilter },
    )
    .post(
      '/users/me/reading-list/changes',
      ({ body: { ids, status, add_tag, remove_tag, removed: isRemoved }, set }) => {
        if (refuses) return fail(set, 422, 'invalid-input')
        const before = ids.map((id) => stored.get(id)!)
        for (const each of before) {
          if (isRemoved === true) removed.add(each.id)
          if (isRemoved === false) removed.delete(each.id)
          const tags = [...each.tags.filter((tag) => tag !== remove_tag), ...(add_tag ? [add_tag] : [])]
          stored.set(each.id, { ...each, tags, status: status ?? each.status, version: each.version + 1 })
        }
        const items = before.map((each) => ({ id: each.id, status: each.status }))
        return { items, total: items.length } satisfies ChangedItems
      },
      { body: SelectionChange },
    )
    .get(
      '/users/me/reading-list',
      ({ query }) => {
        const { skip = 0, limit = 50 } = query
        const found = find(query)
        return {
          items: found.slice(skip, skip + limit),
          total: found.length,
          skip,
          limit,
          counts: { to_read: count('to_read'), reading: count('reading'), done: count('done') },
        } satisfies List
      },
      {
        query: t.Object({
          skip: t.Optional(t.Integer()),
          limit: t.Optional(t.Integer()),
          status: t.Optional(t.String()),
          q: t.Optional(t.String()),
          tag: t.Optional(t.String()),
        }),
      },
    )
    .get('/users/me/reading-list/tags', () => {
      const tags = [...new Set(listed().flatMap((each) => each.tags))]
      return { items: tags.map((tag) => ({ tag, count: 1 })), total: tags.length } satisfies TagList
    })
    .get('/users/me/reading-list/:id', ({ params, set }) => {
      requestedIds.push(params.id)
      return listed().find(({ id }) => id === params.id) ?? fail(set, 404, 'not-found')
    })
    .put(
      '/users/me/reading-list/:id',
      ({ params, body: { version, ...changes }, set }) => {
        const before = stored.get(params.id)!
        if (refuses) return fail(set, 422, 'invalid-input')
        if (version !== before.version) return fail(set, 409, 'conflict', before)
        const after = { ...before, ...changes, version: version + 1, updated_at: new Date().toISOString() }
        stored.set(params.id, after)
        return after
      },
      { body: ItemChanges },
    )
    .delete('/users/me/reading-list/:id', ({ params, set }) => {
      if (refuses) return fail(set, 422, 'invalid-input')
      removed.add(params.id)
      set.status = 204
    })
    .post('/users/me/reading-list/:id/restore', ({ params }) => {
      removed.delete(params.id)
      return stored.get(params.id)
    })
  return { app, stored, removed, exports, requestedIds, refuse: () => (refuses = true) }
}
