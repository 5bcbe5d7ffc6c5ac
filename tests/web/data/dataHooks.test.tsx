import { renderHook, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import type { ReactNode } from 'react'
import { SWRConfig } from 'swr'
import { sampleItem, samplePaper } from '#tests/support/samples.ts'
import { days, openDashboard } from '#tests/web/support/dashboard.tsx'
import { ClientContext } from '#web/data/api.ts'
import { createClient, signedOut } from '#web/shared/client.ts'
import { swrOptions } from '#web/data/swrOptions.ts'
import { useLedger } from '#web/data/papers/useLedger.ts'
import { useReadingItem } from '#web/data/reading/useReadingItem.ts'

/** The context of the data hooks over `api`, and the paths that were requested. */
function over(api: { handle(request: Request): Promise<Response> | Response }) {
  const requests: string[] = []
  const send = async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init)
    requests.push(`${request.method} ${new URL(request.url).pathname}`)
    return api.handle(request)
  }
  const client = createClient('http://localhost', signedOut, send as typeof fetch)
  const wrapper = ({ children }: { children: ReactNode }) => (
    <ClientContext value={client}>
      <SWRConfig value={swrOptions}>{children}</SWRConfig>
    </ClientContext>
  )
  return { wrapper, requests }
}

describe('one item of the reading list', () => {
  test('costs one request, and none without an id', async () => {
    const api = new Elysia({ prefix: '/api' }).get('/users/me/reading-list/:id', ({ params }) => ({
      ...sampleItem,
      id: params.id,
    }))
    const { wrapper, requests } = over(api)
    const { result, rerender } = renderHook((id: string | null) => useReadingItem(id), {
      wrapper,
      initialProps: null as string | null,
    })
    rerender('item-250')
    await waitFor(() => expect(result.current.data?.id).toBe('item-250'))
    expect(requests).toEqual(['GET /api/users/me/reading-list/item-250'])
  })

  test('is null when it is not on the list', async () => {
    const api = new Elysia({ prefix: '/api' }).get('/users/me/reading-list/:id', ({ set }) => {
      set.status = 404
      return { error: { code: 'not-found', message: 'This is not on your reading list.', request_id: 'r-1' } }
    })
    const { wrapper, requests } = over(api)
    const { result } = renderHook(() => useReadingItem('item-9'), { wrapper })
    await waitFor(() => expect(result.current.data).toBeNull())
    expect(requests).toHaveLength(1)
  })

  test('is read with one request when the note of a saved card is opened', async () => {
    const { person, reads } = await openDashboard({ days })
    const card = (await screen.findAllByRole('article'))[2]!
    const before = reads.length
    await person.click(within(card).getByRole('button', { name: 'Note' }))
    const note = await within(card).findByRole<HTMLTextAreaElement>('textbox', { name: 'Your note' })
    expect(note.value).toBe(sampleItem.notes)
    expect(reads.slice(before)).toEqual(['GET /users/me/reading-list/item-3'])
  })
})

describe('the papers behind a number of the ledger', () => {
  test('are those of the day shown', async () => {
    const api = new Elysia({ prefix: '/api' }).get('/users/me/ledger/:day/:where', ({ params }) => ({
      ...params,
      items: [{ ...samplePaper, id: `paper of ${params.day}` }],
      total: 1,
    }))
    const { wrapper } = over(api)
    const { result, rerender } = renderHook((day: string) => useLedger(day, 'muted'), {
      wrapper,
      initialProps: '2026-11-20',
    })
    await waitFor(() => expect(result.current.data?.[0]?.id).toBe('paper of 2026-11-20'))
    rerender('2026-11-19')
    await waitFor(() => expect(result.current.data?.[0]?.id).toBe('paper of 2026-11-19'))
  })
})
