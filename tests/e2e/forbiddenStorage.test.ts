import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { simBatch } from '#tests/simulators/simPapers.ts'
import { signInWithPapers } from '#tests/support/firstLoad.ts'
import { followInSetup } from './setup.ts'
import { useProduct } from './useProduct.ts'

const WEDNESDAY = '2026-11-18'
const TITLE = 'Kites in winds'
const papers = simBatch(1, WEDNESDAY, { title: TITLE })
const { visit, address } = useProduct({ papers, clock: new Date(`${WEDNESDAY}T07:00:00Z`) })

const faults = [
  'no IndexedDB',
  'IndexedDB that fails',
  'full local storage',
  'forbidden local storage',
  'forbidden session storage',
  'no Cache Storage',
  'Cache Storage that refuses',
] as const
type Fault = (typeof faults)[number] | 'no storage at all'

/* oxlint-disable unicorn/consistent-function-scoping -- only this function is sent to the browser. */
/** Makes the storage that of a browser that forbids or lacks it, or whose disk is full. Runs in the page. */
function spoil({ fault, origin }: { fault: Fault; origin: string }): void {
  // The sign-in emulator has pages of its own.
  if (location.origin !== origin) return
  const forbid = (name: string) =>
    Object.defineProperty(window, name, {
      get() {
        throw new DOMException('Access is denied for this document.', 'SecurityError')
      },
    })
  const refuse = (): never => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  }
  const reject = () => Promise.reject(new DOMException('The quota has been exceeded.', 'QuotaExceededError'))
  if (fault === 'no IndexedDB') Object.defineProperty(window, 'indexedDB', { value: undefined })
  if (fault === 'IndexedDB that fails') {
    IDBFactory.prototype.open = () => {
      const request = new EventTarget() as IDBOpenDBRequest
      queueMicrotask(() => {
        Object.defineProperty(request, 'error', { value: new DOMException('Private.', 'InvalidStateError') })
        const event = new Event('error', { cancelable: true })
        request.dispatchEvent(event)
        request.onerror?.(event)
      })
      return request
    }
  }
  if (fault === 'full local storage') Storage.prototype.setItem = refuse
  if (fault === 'forbidden local storage') forbid('localStorage')
  if (fault === 'forbidden session storage') forbid('sessionStorage')
  if (fault === 'no Cache Storage') Reflect.deleteProperty(window, 'caches')
  if (fault === 'Cache Storage that refuses') {
    for (const name of ['open', 'has', 'keys'] as const) CacheStorage.prototype[name] = reject
  }
  if (fault === 'no storage at all') {
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches']) forbid(name)
  }
}

/* oxlint-enable unicorn/consistent-function-scoping */

async function visitWith(fault: Fault) {
  const visitor = await visit('/')
  await visitor.context.addInitScript(spoil, { fault, origin: address() })
  await visitor.page.goto('/login')
  return visitor
}

const card = (page: Page) => page.getByRole('article', { name: TITLE })
const pages = {
  '/search?q=kites': 'Search',
  '/reading-list': 'Reading list',
  [`/paper/${papers[0]!.id}`]: TITLE,
  '/profile': 'Profile',
  '/profile?section=taste': 'Your taste',
  '/profile?section=start': 'A quicker start',
  '/device': 'Sign a terminal in',
}

test.each(faults)('every page works with %s, and says nothing untrue without a connection', async (fault) => {
  const visitor = await visitWith(fault)
  const { context, problems } = visitor
  await signInWithPapers(visitor, ['cs.LG'])
  const page = await context.newPage()
  for (const [path, heading] of Object.entries(pages)) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
  }
  await page.goto('/dashboard')
  await card(page).waitFor()
  expect(problems()).toEqual([])

  await context.setOffline(true)
  const keeps = !['full local storage', 'forbidden local storage'].includes(fault)
  await card(page).getByRole('button', { name: 'Like', exact: true }).click()
  if (keeps) await page.getByText(/1 change waits for the connection/).waitFor()
  else
    await card(page)
      .getByText(/this browser keeps no changes/)
      .waitFor()
})

test('without any storage a reader can sign in and read, until the page is loaded again', async () => {
  const { page, signIn, problems } = await visitWith('no storage at all')
  await signIn('Bela Moreau')
  await followInSetup(page)
  await card(page).getByRole('button', { name: 'Save', exact: true }).click()
  await card(page).getByRole('button', { name: 'Saved', exact: true }).waitFor()
  await page
    .getByRole('link', { name: /^Profile/ })
    .first()
    .click()
  await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Continue with Google' }).waitFor()
  expect(problems()).toEqual([])
})
