import { waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, jest, test } from 'bun:test'
import { close, createServer, drafts, item, open, status, unreachable } from '#tests/web/support/noteServer.ts'
import { hasUnstoredDrafts } from '#web/data/reading/noteDrafts.ts'

/** `localStorage.setItem` of a browser without room. */
function refuseStorage() {
  throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
}

beforeEach(() => void jest.useFakeTimers())

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
    Object.defineProperty(globalThis, 'localStorage', {
      configurable: true,
      value: { getItem: () => null, setItem: refuseStorage, removeItem: () => {} },
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
