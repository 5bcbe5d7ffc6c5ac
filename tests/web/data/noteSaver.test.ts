import { waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, jest, test } from 'bun:test'
import { advance, createServer, drafts, item, open, status } from '#tests/web/support/noteServer.ts'
import { NOTE_MAX } from '#api/contract/limits.ts'
import { ApiError } from '#web/shared/client.ts'

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

describe('a note that is longer than the server accepts', () => {
  // An emoji counts as two characters, here and on the server.
  const longest = '🌅'.repeat(NOTE_MAX / 2)

  test('is not sent, is kept as a draft, and is sent when it is shorter', async () => {
    const api = createServer(item)
    const saver = open(api)
    saver.type(`${longest}x`)
    await advance(60_000)
    expect(api.received).toEqual([])
    expect(saver.state().status).toBe('too-long')
    expect(drafts().take()?.text).toBe(`${longest}x`)
    saver.type(longest)
    await advance(800)
    expect(saver.state().status).toBe('saved')
    expect(api.received).toEqual([longest])
    expect(drafts().take()).toBeNull()
  })

  test('that was left before is not sent when it is opened again', async () => {
    const text = 'word '.repeat(10_000)
    drafts('a closed window').write({ text, base: item })
    const api = createServer(item)
    const saver = open(api)
    await advance(60_000)
    await saver.stop()
    expect(api.received).toEqual([])
    expect(saver.state()).toMatchObject({ text, status: 'too-long' })
    expect(drafts().take()?.text).toBe(text)
  })
})
