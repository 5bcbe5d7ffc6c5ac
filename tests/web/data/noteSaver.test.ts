import { act, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, jest, test } from 'bun:test'
import type { Item } from '#api/contract/readingList.ts'
import { sampleItem } from '#tests/support/samples.ts'
import { ApiError } from '#web/shared/client.ts'
import { localDrafts } from '#web/data/reading/noteDrafts.ts'
import { createNoteSaver } from '#web/data/reading/noteSaver.ts'

/** A server that keeps one item and refuses stale versions, as the API does. */
function server(start: Item | null) {
  let kept = start
  let failure: ApiError | null = null
  const received: string[] = []
  let answers = Promise.resolve()
  const update = (changes: Partial<Item>) => {
    if (!kept) throw new Error('there is nothing to change')
    kept = { ...kept, ...changes, version: kept.version + 1, updated_at: new Date().toISOString() }
    return kept
  }
  return {
    received,
    item: () => kept,
    /** Somebody else changes the item. */
    update,
    remove: () => (kept = null),
    /** Holds every answer back until the returned function is called. */
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      answers = promise
      return resolve
    },
    failWith: (error: ApiError | null) => (failure = error),
    calls: {
      create: async (notes: string) => {
        received.push(notes)
        await answers
        if (failure) throw failure
        kept ??= { ...sampleItem, notes, version: 1 }
        return kept
      },
      change: async ({ version }: { version: number }, notes: string) => {
        received.push(notes)
        await answers
        if (failure) throw failure
        if (!kept) throw new ApiError({ code: 'not-found', message: 'Gone.' }, 404)
        if (version !== kept.version) throw new ApiError({ code: 'conflict', message: 'Stale.', current: kept }, 409)
        return update({ notes })
      },
    },
  }
}

const item: Item = { ...sampleItem, notes: 'first' }
const drafts = () => localDrafts('user-1', 'arxiv:2611.90001')

function open(from: ReturnType<typeof server>) {
  const saver = createNoteSaver({ item: from.item() ?? undefined, drafts: drafts(), calls: from.calls })
  saver.open(() => {})
  return saver
}
const status = (saver: ReturnType<typeof open>, wanted: string) =>
  waitFor(() => expect(saver.state().status).toBe(wanted as never))

/** Lets time pass, and the calls that are due end. */
const advance = (ms: number) => act(async () => jest.advanceTimersByTime(ms))

beforeEach(() => void jest.useFakeTimers())

describe('a note', () => {
  test('saves itself after a pause and needs no draft any more', async () => {
    const api = server(item)
    const saver = open(api)
    saver.type('second')
    await advance(799)
    expect(api.received).toEqual([])
    expect(drafts().read()?.text).toBe('second')
    await advance(1)
    expect(saver.state().status).toBe('saved')
    expect(api.item()?.notes).toBe('second')
    expect(drafts().read()).toBeNull()
  })

  test('sends one call at a time and the newest text last', async () => {
    const api = server(item)
    const saver = open(api)
    const release = api.hold()
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

  test('survives a server that is away: kept on this device, saved when it is back', async () => {
    const api = server(item)
    api.failWith(new ApiError({ code: 'unreachable', message: 'Away.' }, 503))
    const saver = open(api)
    saver.type('second')
    await status(saver, 'offline')
    expect(drafts().read()?.text).toBe('second')
    api.failWith(null)
    await saver.saveNow()
    expect(api.item()?.notes).toBe('second')
    expect(drafts().read()).toBeNull()
  })

  test('is sent again after pauses that double up to 30 seconds', async () => {
    const api = server(item)
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

  test('comes back from the draft after the page was closed', async () => {
    const api = server(item)
    drafts().write({ text: 'left behind', base: { notes: 'first', version: item.version } })
    const saver = open(api)
    expect(saver.state().text).toBe('left behind')
    await status(saver, 'saved')
    expect(api.item()?.notes).toBe('left behind')
  })

  test('is never written over one that was changed in another window', async () => {
    const api = server(item)
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
    test(`is settled by the choice “${choice}”`, async () => {
      const api = server(item)
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

  test('does not clash with a change of state', async () => {
    const api = server(item)
    const saver = open(api)
    api.update({ status: 'done' })
    saver.type('second')
    await status(saver, 'saved')
    expect(api.item()).toMatchObject({ notes: 'second', status: 'done' })
  })

  test('puts a paper on the list that was not there', async () => {
    const api = server(null)
    const saver = open(api)
    saver.type('a thought')
    await status(saver, 'saved')
    expect(api.item()?.notes).toBe('a thought')
  })

  test('brings back a paper that was removed in another window', async () => {
    const api = server(item)
    const saver = open(api)
    api.remove()
    saver.type('still wanted')
    await status(saver, 'saved')
    expect(api.item()?.notes).toBe('still wanted')
  })

  test('can be brought back after it was emptied', async () => {
    const api = server(item)
    const saver = open(api)
    saver.type('')
    await status(saver, 'saved')
    expect(saver.state().cleared).toBe('first')
    saver.undoClear()
    await waitFor(() => expect(api.item()?.notes).toBe('first'))
  })

  test('takes over a newer text only while nothing is unsaved', async () => {
    const api = server(item)
    const saver = open(api)
    saver.adopt(api.update({ notes: 'newer' }))
    expect(saver.state().text).toBe('newer')
    saver.type('newer, and mine')
    saver.adopt(api.update({ notes: 'newest' }))
    expect(saver.state().text).toBe('newer, and mine')
    saver.close()
    await status(saver, 'conflict')
  })
})
