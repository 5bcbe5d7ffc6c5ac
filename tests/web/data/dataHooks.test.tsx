import { act, renderHook, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import type { ReactNode } from 'react'
import { SWRConfig, useSWRConfig } from 'swr'
import { sampleItem, samplePaper } from '#tests/support/samples.ts'
import { days, friday, openDashboard } from '#tests/web/support/dashboard.tsx'
import { signedIn } from '#tests/web/support/identity.ts'
import { ClientContext } from '#web/data/api.ts'
import { ApiError, createClient } from '#web/shared/client.ts'
import { swrOptions } from '#web/data/swrOptions.ts'
import { useAction } from '#web/data/useAction.ts'
import { showConfirmed } from '#web/data/offline/showConfirmed.ts'
import { useDashboard } from '#web/data/papers/useDashboard.ts'
import { useLedger } from '#web/data/papers/dayPapers.ts'
import { useReadingItem } from '#web/data/reading/useReadingItem.ts'
import { useSetting } from '#web/data/account/useSetting.ts'

/** Creates a wrapper for data hooks that sends requests to `api`, and records the requested paths. */
function wrapApi(api: { handle(request: Request): Promise<Response> | Response }) {
  const requests: string[] = []
  const send = async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init)
    requests.push(`${request.method} ${new URL(request.url).pathname}`)
    return api.handle(request)
  }
  const client = createClient('http://localhost', signedIn, send as typeof fetch)
  const wrapper = ({ children }: { children: ReactNode }) => (
    <ClientContext value={client}>
      <SWRConfig value={swrOptions}>{children}</SWRConfig>
    </ClientContext>
  )
  return { wrapper, requests }
}

describe('one item of the reading list', () => {
  test('is loaded with one request, and with none without an id', async () => {
    const api = new Elysia({ prefix: '/api' }).get('/users/me/reading-list/:id', ({ params }) => ({
      ...sampleItem,
      id: params.id,
    }))
    const { wrapper, requests } = wrapApi(api)
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
    const { wrapper, requests } = wrapApi(api)
    const { result } = renderHook(() => useReadingItem('item-9'), { wrapper })
    await waitFor(() => expect(result.current.data).toBeNull())
    expect(requests).toHaveLength(1)
  })

  test('is loaded with one request when the note of a saved card is opened', async () => {
    const { person, reads } = await openDashboard({ days })
    const card = (await screen.findAllByRole('article'))[2]!
    const before = reads.length
    await person.click(within(card).getByRole('button', { name: 'Note' }))
    await waitFor(() =>
      expect(within(card).getByRole<HTMLTextAreaElement>('textbox', { name: 'Your note' }).value).toBe(
        sampleItem.notes,
      ),
    )
    expect(reads.slice(before)).toEqual(['GET /users/me/reading-list/item-3'])
  })
})

describe('the day', () => {
  test('is loaded also when a change of a paper is confirmed meanwhile', async () => {
    const asked = Promise.withResolvers<void>()
    const held = Promise.withResolvers<void>()
    const api = new Elysia({ prefix: '/api' }).get('/users/me/dashboard', async () => {
      asked.resolve()
      await held.promise
      return friday
    })
    const { wrapper } = wrapApi(api)
    const { result } = renderHook(() => ({ day: useDashboard(undefined), swr: useSWRConfig() }), { wrapper })
    await act(() => asked.promise)
    act(() => showConfirmed(result.current.swr, { paperId: samplePaper.id, state: { seen: true } }, true))
    held.resolve()
    await waitFor(() => expect(result.current.day.dashboard?.day).toBe(friday.day))
  })
})

describe('the papers of a ledger bucket', () => {
  test('are those of the requested day, also after the day changes', async () => {
    const api = new Elysia({ prefix: '/api' }).get('/users/me/ledger/:day/:where', ({ params }) => ({
      ...params,
      items: [{ ...samplePaper, id: `paper of ${params.day}` }],
      total: 1,
    }))
    const { wrapper } = wrapApi(api)
    const { result, rerender } = renderHook((day: string) => useLedger(day, 'muted'), {
      wrapper,
      initialProps: '2026-11-20',
    })
    await waitFor(() => expect(result.current.data?.items[0]?.id).toBe('paper of 2026-11-20'))
    rerender('2026-11-19')
    await waitFor(() => expect(result.current.data?.items[0]?.id).toBe('paper of 2026-11-19'))
  })
})

const refused = new ApiError({ code: 'conflict', message: 'It was refused.' }, 409)

/** A call that the test settles itself. `ends` contains the promise of each call in order. */
function controlledCall() {
  const ends: PromiseWithResolvers<void>[] = []
  const call = () => {
    const end = Promise.withResolvers<void>()
    ends.push(end)
    return end.promise
  }
  return { call, ends }
}

describe('an action', () => {
  test('is busy until its call ends, and ignores a second click meanwhile', async () => {
    const { call, ends } = controlledCall()
    const { result } = renderHook(() => useAction(call))
    let runs: Promise<boolean>[] = []
    act(() => {
      runs = [result.current.run(), result.current.run()]
    })
    expect(ends).toHaveLength(1)
    expect(result.current.busy).toBe(true)
    await act(async () => ends[0]!.resolve())
    expect(await Promise.all(runs)).toEqual([true, false])
    expect(result.current).toMatchObject({ busy: false, done: true, error: undefined })
  })

  test('keeps the error of a failed call until the next call or a reset', async () => {
    const { call, ends } = controlledCall()
    const { result } = renderHook(() => useAction(call))
    for (const index of [0, 1]) {
      act(() => void result.current.run())
      expect(result.current).toMatchObject({ busy: true, error: undefined })
      await act(async () => ends[index]!.reject(refused))
      expect(result.current).toMatchObject({ busy: false, done: false, error: refused })
    }
    act(() => result.current.reset())
    expect(result.current).toMatchObject({ busy: false, done: false, error: undefined })
  })

  test('throws an error of another class and is not busy afterwards', async () => {
    const { result } = renderHook(() => useAction(() => Promise.reject(new TypeError('a fault'))))
    await act(async () => expect(await result.current.run().catch(String)).toBe('TypeError: a fault'))
    expect(result.current).toMatchObject({ busy: false, error: undefined })
  })

  test('can be reset: the result of the open call is ignored and another call may start', async () => {
    const { call, ends } = controlledCall()
    const { result } = renderHook(() => useAction(call))
    act(() => void result.current.run())
    act(() => result.current.reset())
    act(() => void result.current.run())
    await act(async () => ends[0]!.reject(refused))
    expect(result.current).toMatchObject({ busy: true, error: undefined })
    await act(async () => ends[1]!.resolve())
    expect(result.current).toMatchObject({ busy: false, done: true })
  })
})

describe('a setting', () => {
  test('saves the newest value after an open save, even if that save failed', async () => {
    const { call, ends } = controlledCall()
    const sent: string[] = []
    const save = (value: string) => {
      sent.push(value)
      return call()
    }
    const { result } = renderHook(() => useSetting<string>('colour', 'old', save))
    for (const value of ['first', 'second', 'third']) act(() => result.current.change(value))
    expect(result.current).toMatchObject({ value: 'third', saving: { status: 'saving' } })
    await act(async () => ends[0]!.reject(refused))
    expect(sent).toEqual(['first', 'third'])
    await act(async () => ends[1]!.reject(refused))
    expect(result.current).toMatchObject({ value: 'third', saving: { status: 'failed', error: 'It was refused.' } })
    act(() => result.current.saving.onRetry?.())
    await act(async () => ends[2]!.resolve())
    expect(sent).toEqual(['first', 'third', 'third'])
    expect(result.current.saving.status).toBe('saved')
  })
})
