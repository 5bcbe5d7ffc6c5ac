import { renderHook } from '@testing-library/react'
import { expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import type { ReactNode } from 'react'
import { SWRConfig } from 'swr'
import type { Category } from '#api/contract/categories.ts'
import { signedIn } from '#tests/web/support/identity.ts'
import { firstReadsOf } from '#web/app/firstReads.ts'
import { useCategories } from '#web/data/account/useCategories.ts'
import { ClientContext } from '#web/data/api.ts'
import { createFirstCache } from '#web/data/firstCache.ts'
import { swrOptions } from '#web/data/swrOptions.ts'
import { createClient } from '#web/shared/client.ts'

test('the categories that were asked for before the profile was rendered are there at once', async () => {
  const items: Category[] = []
  const api = new Elysia({ prefix: '/api' }).get('/categories', () => ({ items, total: 0, skip: 0, limit: 0 }))
  const read = firstReadsOf({ pathname: '/profile', search: '' }).at(-1)!
  const answer = await api.handle(new Request(`http://localhost${read.address}`))
  const { cache, readFirst } = createFirstCache([{ key: read.key, data: await answer.json(), at: '2026-11-18' }])
  const client = createClient('http://localhost', signedIn, ((input: URL) => api.handle(new Request(input))) as never)
  const wrapper = ({ children }: { children: ReactNode }) => (
    <ClientContext value={client}>
      <SWRConfig value={{ ...swrOptions, provider: () => cache, use: [readFirst] }}>{children}</SWRConfig>
    </ClientContext>
  )
  const { result } = renderHook(() => useCategories(), { wrapper })
  expect(result.current.categories).toEqual(items)
})
