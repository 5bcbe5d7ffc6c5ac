import { act, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, jest, test } from 'bun:test'
import type { Item } from '#api/contract/readingList.ts'
import { sampleItem } from '#tests/support/samples.ts'
import { ApiError } from '#web/shared/client.ts'
import { hasUnstoredDrafts, localDrafts } from '#web/data/reading/noteDrafts.ts'
import { createNoteSaver } from '#web/data/reading/noteSaver.ts'

/** An in-memory server with one item. Like the API, it rejects stale versions. */
function createServer(start: Item | null) {
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

const item: Item = { ...sampleItem, notes: 'first' }
const drafts = (window?: string) => localDrafts('user-1', 'arxiv:2611.90001', window)
const unreachable = new ApiError({ code: 'unreachable', message: 'Away.' }, 503)

function open(from: ReturnType<typeof createServer>, window?: string) {
  const saver = createNoteSaver({ item: from.item() ?? undefined, drafts: drafts(window), calls: from.calls })
  saver.start(() => {})
  return saver
}
const status = (saver: ReturnType<typeof open>, expected: string) =>
  waitFor(() => expect(saver.state().status).toBe(expected as never))

/** Closes the editor and waits for its last attempt to save. */
async function close(saver: ReturnType<typeof open>) {
  saver.stop()
  await act(async () => {})
}

/** Advances the fake clock and waits for the calls that become due. */
const advance = (ms: number) => act(async () => jest.advanceTimersByTime(ms))

beforeEach(() => void jest.useFakeTimers())

describe('note autosave', () => {
  test('saves 800 ms after the last change and then removes the draft', async () => {
    const api = createServer(item)
    const saver = open(api)
    saver.type('second')
    await advance(799)
    expect(api.received).toEqual([])
    expect(drafts().take()?.text).toBe('second')
    await advance(1)
    expect(saver.state().status).toBe('saved')
    expect(api.item()?.notes).toBe('second')
    expect(drafts().take()).toBeNull()
  })

  test('makes one call at a time and sends the newest text last', async () => {
    const api = createServer(item)
    const saver = open(api)
    const release = api.delayResponses()
    saver.type('sec')
    void saver.saveNow()
    saver.type('second')
    void saver.saveNow()
    expect(api.received).toEqual(['sec'])
    release()
    await status(saver, 'saved')
    expect(api.received).toEqual(['sec', 'second'])
    expect(api.item()?.notes).toBe('second')
  })

  test('keeps the text on the device while the server is unreachable and saves it afterwards', async () => {
    const api = createServer(item)
    api.failWith(new ApiError({ code: 'unreachable', message: 'Away.' }, 503))
    const saver = open(api)
    saver.type('second')
    await status(saver, 'offline')
    expect(drafts().take()?.text).toBe('second')
    api.failWith(null)
    await saver.saveNow()
    expect(api.item()?.notes).toBe('second')
    expect(drafts().take()).toBeNull()
  })

  test('retries a failed save with a delay that doubles up to 30 seconds', async () => {
    const api = createServer(item)
    api.failWith(new ApiError({ code: 'internal', message: 'Down.' }, 500))
    const saver = open(api)
    saver.type('second')
    await advance(800)
    for (const [index, seconds] of [2, 4, 8, 16, 30, 30].entries()) {
      await advance(seconds * 1_000 - 1)
      expect(api.received).toHaveLength(index + 1)
      await advance(1)
      expect(api.received).toHaveLength(index + 2)
    }
    expect(saver.state().status).toBe('failed')
  })

  test('restores the draft after the page was closed and saves it', async () => {
    const api = createServer(item)
    drafts().write({ text: 'left behind', base: { id: item.id, notes: 'first', version: item.version } })
    const saver = open(api)
    expect(saver.state().text).toBe('left behind')
    await status(saver, 'saved')
    expect(api.item()?.notes).toBe('left behind')
  })

  test('does not overwrite a note that was changed in another window', async () => {
    const api = createServer(item)
    const saver = open(api)
    api.update({ notes: 'theirs' })
    saver.type('mine')
    await status(saver, 'conflict')
    expect(api.item()?.notes).toBe('theirs')
    expect(saver.state().theirs?.notes).toBe('theirs')
  })

  for (const [choice, expected] of [
    ['mine', 'mine'],
    ['theirs', 'theirs'],
    ['both', 'theirs\n\nmine'],
  ] as const) {
    test(`resolves a conflict with the choice “${choice}”`, async () => {
      const api = createServer(item)
      const saver = open(api)
      api.update({ notes: 'theirs' })
      saver.type('mine')
      await status(saver, 'conflict')
      saver.resolve(choice)
      await waitFor(() => expect(api.item()?.notes).toBe(expected))
      await waitFor(() => expect(saver.isDirty()).toBe(false))
      expect(saver.state().text).toBe(expected)
    })
  }

  test('has no conflict with a change of the reading state', async () => {
    const api = createServer(item)
    const saver = open(api)
    api.update({ status: 'done' })
    saver.type('second')
    await status(saver, 'saved')
    expect(api.item()).toMatchObject({ notes: 'second', status: 'done' })
  })

  test('adds a paper that is not on the list', async () => {
    const api = createServer(null)
    const saver = open(api)
    saver.type('a thought')
    await status(saver, 'saved')
    expect(api.item()?.notes).toBe('a thought')
  })

  test('adds a paper again that was removed in another window', async () => {
    const api = createServer(item)
    const saver = open(api)
    api.remove()
    saver.type('still wanted')
    await status(saver, 'saved')
    expect(api.item()?.notes).toBe('still wanted')
  })

  test('can restore a note after it was cleared', async () => {
    const api = createServer(item)
    const saver = open(api)
    saver.type('')
    await status(saver, 'saved')
    expect(saver.state().cleared).toBe('first')
    saver.undoClear()
    await waitFor(() => expect(api.item()?.notes).toBe('first'))
  })

  test('takes a newer text from the server only without unsaved changes', async () => {
    const api = createServer(item)
    const saver = open(api)
    saver.acceptServerItem(api.update({ notes: 'newer' }))
    expect(saver.state().text).toBe('newer')
    saver.type('newer, and mine')
    saver.acceptServerItem(api.update({ notes: 'newest' }))
    expect(saver.state().text).toBe('newer, and mine')
    saver.stop()
    await status(saver, 'conflict')
  })
})

describe('the text of a note that the server has not confirmed', () => {
  test('is not cleared by an editor of another window without changes', async () => {
    const api = createServer(item)
    const clean = open(api, 'window 2')
    api.failWith(unreachable)
    const saver = open(api, 'window 1')
    saver.type('typed offline')
    await status(saver, 'offline')
    saver.stop()
    await clean.saveNow()
    clean.stop()
    expect(drafts('window 3').take()?.text).toBe('typed offline')
  })

  test('is kept for each of two windows with different texts, and the second one is a conflict', async () => {
    const api = createServer(item)
    const windows = ['window 1', 'window 2'].map((window) => open(api, window))
    api.failWith(unreachable)
    windows[0]!.type('text of 1')
    windows[1]!.type('text of 2')
    for (const saver of windows) {
      await status(saver, 'offline')
      await close(saver)
    }
    api.failWith(null)
    const first = open(api, 'window 3')
    await status(first, 'saved')
    first.stop()
    const second = open(api, 'window 3')
    await status(second, 'conflict')
    expect([first.state().text, second.state().text].toSorted()).toEqual(['text of 1', 'text of 2'])
    second.resolve('both')
    await status(second, 'saved')
    expect(api.item()?.notes).toBe(`${first.state().text}\n\n${second.state().text.split('\n\n')[1]}`)
    expect(drafts('window 4').take()).toBeNull()
  })

  test('is the newest one when a save fails while the user types', async () => {
    const api = createServer(item)
    const release = api.delayResponses()
    api.failWith(unreachable)
    const saver = open(api)
    saver.type('sec')
    void saver.saveNow()
    saver.type('second')
    release()
    await status(saver, 'offline')
    expect(drafts().take()?.text).toBe('second')
  })

  test('is sent in full when the editor is closed during a save', async () => {
    const api = createServer(item)
    const release = api.delayResponses()
    const saver = open(api)
    saver.type('sec')
    void saver.saveNow()
    saver.type('second')
    saver.stop()
    release()
    await waitFor(() => expect(api.item()?.notes).toBe('second'))
  })

  test('does not replace a note that was written on another device before the paper was saved here', async () => {
    const api = createServer(null)
    api.failWith(unreachable)
    const saver = open(api)
    saver.type('mine')
    await status(saver, 'offline')
    await close(saver)
    api.failWith(null)
    await api.calls.create('theirs')
    const again = open(api)
    await status(again, 'conflict')
    again.type('mine, longer')
    again.stop()
    const later = open(api)
    await status(later, 'conflict')
    expect(api.item()?.notes).toBe('theirs')
    expect(later.state().text).toBe('mine, longer')
  })

  test('is added to the saved note if it was typed before that was loaded', async () => {
    const api = createServer(null)
    const saver = open(api)
    saver.type('mine')
    saver.acceptServerItem({ ...item, notes: 'theirs' })
    expect(saver.state().text).toBe('theirs\n\nmine')
    expect(drafts().take()?.text).toBe('theirs\n\nmine')
  })

  test('stays in the page, which says so, if the browser refuses to store it', async () => {
    const api = createServer(item)
    api.failWith(unreachable)
    const storage = localStorage
    const setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    }
    Object.defineProperty(globalThis, 'localStorage', {
      configurable: true,
      value: { getItem: () => null, setItem, removeItem: () => {} },
    })
    try {
      const saver = open(api)
      saver.type('no room')
      await status(saver, 'unkept')
      await close(saver)
      expect(hasUnstoredDrafts()).toBe(true)
      api.failWith(null)
      const again = open(api)
      await status(again, 'saved')
      expect(api.item()?.notes).toBe('no room')
      expect(hasUnstoredDrafts()).toBe(false)
    } finally {
      Object.defineProperty(globalThis, 'localStorage', { configurable: true, value: storage })
    }
  })
})
