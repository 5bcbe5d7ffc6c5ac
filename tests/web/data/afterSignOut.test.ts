import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { createFakeIdentity, createTestSession } from '#tests/web/support/identity.ts'
import { isSameEmail, SignInError } from '#web/auth/identity.ts'
import { connectTabs } from '#web/auth/otherTabs.ts'
import { deleteCopies, readCopy, writeCopy } from '#web/data/offline/copies.ts'
import { dropChange, keepChange, refuseChange, unsentChanges } from '#web/data/offline/unsentChanges.ts'

const ADA = 'reader@example.org'
const SIGNED_IN = 'paperdawn-signed-in'
const KEY = ['dashboard', null]

/** A browser's storage of responses: happy-dom has none. `onPut` is called when one is stored. */
function cacheStorage(onPut = () => {}) {
  const stored = new Map<string, Map<string, Response>>()
  const open = async (name: string) => {
    const cache = stored.get(name) ?? new Map<string, Response>()
    stored.set(name, cache)
    return {
      put: async (key: string, response: Response) => {
        cache.set(key, response)
        onPut()
      },
      match: async (key: string) => cache.get(key)?.clone(),
      keys: async () => [...cache.keys()],
      delete: async (key: string) => cache.delete(key),
    }
  }
  const has = async (name: string) => stored.has(name)
  return { open, has, keys: async () => [...stored.keys()], delete: async (name: string) => stored.delete(name) }
}

const browser = globalThis as unknown as { caches: ReturnType<typeof cacheStorage> | undefined }
beforeEach(() => {
  localStorage.clear()
  localStorage.setItem(SIGNED_IN, ADA)
  browser.caches = cacheStorage()
})
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'caches')
  localStorage.clear()
})

test('a sign-out without a connection is done when the identity provider is reached, also after a reload', async () => {
  const { provider, present } = createFakeIdentity(ADA)
  const readStored = async () => ({ email: ADA, token: 'stored', expiresAt: Date.now() + 60_000 })
  const offline = createTestSession(provider, {
    readStored,
    connect: async () => {
      throw new SignInError('unreachable')
    },
  })
  offline.start()
  await waitFor(() => expect(offline.state().status).toBe('signed-in'))
  await offline.signOut()
  expect(offline.state().status).toBe('signed-out')
  expect(present()).toEqual({ email: ADA })

  const reloaded = createTestSession(provider, { readStored })
  reloaded.start()
  await waitFor(() => expect(reloaded.state().status).toBe('signed-out'))
  expect(present()).toBeNull()
})

test('no paper of a reader is kept after the sign-out, also when its answer arrives later or meanwhile', async () => {
  await writeCopy(ADA, KEY, { papers: 1 })
  expect(await readCopy(ADA, KEY)).toEqual({ papers: 1 })
  await deleteCopies(ADA)
  expect(await readCopy(ADA, KEY)).toEqual({ papers: 1 })
  await deleteCopies()
  expect(await readCopy(ADA, KEY)).toBeUndefined()

  localStorage.removeItem(SIGNED_IN)
  await writeCopy(ADA, KEY, { papers: 2 })
  expect(await browser.caches!.keys()).toEqual([])

  localStorage.setItem(SIGNED_IN, ADA)
  browser.caches = cacheStorage(() => localStorage.removeItem(SIGNED_IN))
  await writeCopy(ADA, KEY, { papers: 3 })
  expect(await browser.caches.keys()).toEqual([])
})

test('a change that was made while an older one was sent is still sent', () => {
  const paper = { paperId: 'arxiv:2611.90001', title: 'Lanterns' }
  keepChange('user-1', { ...paper, what: 'like' })
  const [sent] = unsentChanges('user-1')
  keepChange('user-1', { ...paper, what: 'dislike' })
  dropChange('user-1', sent!)
  expect(unsentChanges('user-1').map(({ what }) => what)).toEqual(['dislike'])
  refuseChange('user-1', sent!, 'It was refused.')
  expect(unsentChanges('user-1').map(({ what, refused }) => [what, refused])).toEqual([['dislike', undefined]])
})

test('the address of a reader in another tab is the same in capital letters', async () => {
  const name = crypto.randomUUID()
  const [tabs, other] = [connectTabs(name), connectTabs(name)]
  other.tell('Reader@Example.org', 'logout')
  await waitFor(() => expect(tabs.reasonOf(ADA)).toBe('elsewhere'))
  other.tell('second@example.org', 'logout')
  await waitFor(() => expect(tabs.reasonOf('SECOND@example.org')).toBe('elsewhere'))
  expect(isSameEmail('READER@example.org', ADA)).toBe(true)
})
