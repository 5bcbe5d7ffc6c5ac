import { act, waitFor } from '@testing-library/react'
import { expect, jest } from 'bun:test'
import type { Item } from '#api/contract/readingList.ts'
import { sampleItem } from '#tests/support/samples.ts'
import { ApiError } from '#web/shared/client.ts'
import { localDrafts } from '#web/data/reading/noteDrafts.ts'
import { createNoteSaver } from '#web/data/reading/noteSaver.ts'

/** An in-memory server with one item. Like the API, it rejects stale versions. */
export function createServer(start: Item | null) {
  let stored = start
  let failure: ApiError | null = null
  const received: string[] = []
  let responses = Promise.resolve()
  const update = (changes: Partial<Item>) => {
    if (!stored) throw new Error('the server has no item')
    stored = { ...stored, ...changes, version: stored.version + 1, updated_at: new Date().toISOString() }
    return stored
  }
  return {
    received,
    item: () => stored,
    /** Changes the item on the server, as another window would. */
    update,
    remove: () => (stored = null),
    /** Delays all responses until the returned function is called. */
    delayResponses: () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      responses = promise
      return resolve
    },
    failWith: (error: ApiError | null) => (failure = error),
    calls: {
      create: async (notes: string) => {
        received.push(notes)
        await responses
        if (failure) throw failure
        stored ??= { ...sampleItem, notes, version: 1 }
        return stored
      },
      change: async ({ version }: { version: number }, notes: string) => {
        received.push(notes)
        await responses
        if (failure) throw failure
        if (!stored) throw new ApiError({ code: 'not-found', message: 'Gone.' }, 404)
        if (version !== stored.version)
          throw new ApiError({ code: 'conflict', message: 'Stale.', current: stored }, 409)
        return update({ notes })
      },
    },
  }
}

export const item: Item = { ...sampleItem, notes: 'first' }
export const drafts = (window?: string) => localDrafts('user-1', 'arxiv:2611.90001', window)
export const unreachable = new ApiError({ code: 'unreachable', message: 'Away.' }, 503)

export function open(from: ReturnType<typeof createServer>, window?: string) {
  const saver = createNoteSaver({ item: from.item() ?? undefined, drafts: drafts(window), calls: from.calls })
  saver.start(() => {})
  return saver
}
export const status = (saver: ReturnType<typeof open>, expected: string) =>
  waitFor(() => expect(saver.state().status).toBe(expected as never))

/** Closes the editor and waits for its last attempt to save. */
export async function close(saver: ReturnType<typeof open>) {
  saver.stop()
  await act(async () => {})
}

/** Advances the fake clock and waits for the calls that become due. */
export const advance = (ms: number) => act(async () => jest.advanceTimersByTime(ms))
