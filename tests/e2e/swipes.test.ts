import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { simBatch } from '#tests/simulators/simPapers.ts'
import { signInWithPapers } from '#tests/support/firstLoad.ts'
import { swipe } from '#tests/support/swipe.ts'
import { useProduct } from './useProduct.ts'
import type { Visitor } from './visitor.ts'

const WEDNESDAY = '2026-11-18'
const papers = simBatch(12, WEDNESDAY).map((paper, index) => ({
  ...paper,
  title: `Lantern ${index + 1}: how fog over a harbour changes what a keeper sees of its lights`,
}))
const { visit } = useProduct({ papers, clock: new Date(`${WEDNESDAY}T07:00:00Z`) })

/** A page of the reader on a phone. The tests share the account. */
async function openOnPhone(visitor: Visitor, path: string): Promise<Page> {
  await signInWithPapers(visitor, ['cs.LG'])
  const page = await visitor.context.newPage()
  await page.setViewportSize({ width: 390, height: 844 })
  const cdp = await visitor.context.newCDPSession(page)
  await cdp.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 1 })
  await page.goto(path)
  return page
}

async function choose(page: Page, density: RegExp): Promise<void> {
  await page.getByRole('button', { name: /^Density:/ }).click()
  const [saved] = await Promise.all([
    page.waitForResponse((response) => response.request().method() === 'PUT'),
    page.getByRole('menuitemradio', { name: density }).click(),
  ])
  expect(saved.status()).toBe(200)
  await page.getByRole('menu').waitFor({ state: 'detached' })
}

/** The papers are swiped after the code that listens to swipes has come. */
const isListening = (page: Page) => page.waitForFunction(() => document.querySelector('[data-swiped]') !== null)

/** The server has what the reader did: the next test has the same account. */
const isSent = (page: Page) =>
  page.waitForFunction(() => !Object.keys(localStorage).some((key) => key.startsWith('paperdawn.change.')))

const sameLeft = async (page: Page, title: RegExp) =>
  (await page.getByRole('article', { name: title }).boundingBox())?.x

/** Saves a paper, takes that back, dismisses it, and takes that back. Swipes that mean something else do nothing. */
async function triage(page: Page, title: RegExp): Promise<void> {
  const row = page.getByRole('article', { name: title })
  const left = await sameLeft(page, title)
  await swipe(page, title, 40)
  // Taken away by the system, a row that was moved far goes back, and nothing is done.
  await swipe(page, title, 150, 'touchCancel')
  await page.locator('[data-towards]').waitFor({ state: 'detached' })
  await row.getByRole('button', { name: 'Save', pressed: false }).waitFor()
  await swipe(page, title, 150)
  const snackbar = page.getByRole('alert').filter({ hasText: 'Saved to your reading list' })
  await row.getByRole('button', { name: 'Saved', pressed: true }).waitFor()
  await snackbar.getByRole('button', { name: 'Undo' }).click()
  await row.getByRole('button', { name: 'Save', pressed: false }).waitFor()
  await swipe(page, title, -150)
  const dismissed = page.getByRole('article').filter({ hasText: new RegExp(`Not for me: ${title.source.slice(1)}`) })
  await dismissed.getByRole('button', { name: 'Undo' }).click()
  await row.getByRole('button', { name: 'Save' }).waitFor()
  await page.getByText('Not for me:').waitFor({ state: 'detached' })
  expect(await sameLeft(page, title)).toBe(left)
  await isSent(page)
}

test.each([/^Headlines/, /^Compact/, /^Comfortable/])(
  'On a phone in the density %p a swipe to the right saves a paper, one to the left dismisses it, and each can be undone',
  async (density) => {
    const visitor = await visit('/login', { worker: false })
    const page = await openOnPhone(visitor, '/dashboard')
    await choose(page, density)
    await isListening(page)
    await triage(page, /^Lantern 3:/)
    expect(visitor.problems()).toEqual([])
  },
)

test('On a phone papers found are swiped like those of the day, and a dismissed one is marked in the next search', async () => {
  const visitor = await visit('/login', { worker: false })
  const page = await openOnPhone(visitor, '/search?q=harbour')
  await page.getByRole('article', { name: /^Lantern 5:/ }).waitFor()
  await isListening(page)
  await triage(page, /^Lantern 5:/)
  const [stored] = await Promise.all([
    page.waitForResponse((response) => response.url().endsWith('/feedback')),
    swipe(page, /^Lantern 5:/, -150),
  ])
  expect(stored.status()).toBe(200)
  await page.goto('/search?q=keeper')
  const row = page.getByRole('article').filter({ hasText: 'Not for me: Lantern 5:' })
  await row.getByRole('link', { name: /^Lantern 5:/ }).click()
  await page.getByText('Marked “Not for me”.').waitFor()
  expect(visitor.problems()).toEqual([])
})

test('A finger that moves up scrolls the page of cards, and no card is moved or saved', async () => {
  const visitor = await visit('/login', { worker: false })
  const page = await openOnPhone(visitor, '/dashboard')
  await choose(page, /^Comfortable/)
  await isListening(page)
  const cdp = await page.context().newCDPSession(page)
  const writes: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/reading-list')) writes.push(request.url())
  })
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints: points })
  await touch('touchStart', [{ x: 195, y: 750 }])
  for (const part of [0.1, 0.25, 0.5, 0.75, 1]) await touch('touchMove', [{ x: 195 - 110 * part, y: 750 - 500 * part }])
  await touch('touchEnd', [])
  await page.waitForFunction(() => window.scrollY > 200)
  expect(await page.locator('[data-towards]').count()).toBe(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expect(writes).toEqual([])
  expect(visitor.problems()).toEqual([])
})
