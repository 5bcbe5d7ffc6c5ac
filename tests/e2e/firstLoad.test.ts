import { expect, test } from 'bun:test'
import { simBatch } from '#tests/simulators/simPapers.ts'
import { readFirstLoad, signInWithPapers } from '#tests/support/firstLoad.ts'
import { useProduct } from './useProduct.ts'

const WEDNESDAY = '2026-11-18'
const PAPERS = 65
const papers = simBatch(PAPERS, WEDNESDAY, { title: 'Kites in $O(n)$ winds' })
const { visit } = useProduct({ papers, clock: new Date(`${WEDNESDAY}T07:00:00Z`) })

const FIREBASE_OR_KATEX = /\/(firebase|formula)-|gapi/
/** The shell of the other pages, menus and dialogs. */
const AFTER_CARD = /\/(shell|later)-/

test('The landing page shows its first card after few and small requests', async () => {
  const { context } = await visit('/login')
  const load = await readFirstLoad(context, '/')
  expect(load.scriptBytes).toBeLessThan(120_000)
  expect(load.requests).toBeLessThanOrEqual(10)
  expect(load.urls.filter((url) => FIREBASE_OR_KATEX.test(url))).toEqual([])
  expect(load.laterUrls.filter((url) => url.includes('/firebase-'))).toEqual([])
})

test('The dashboard shows its first card after few and small requests, also with a token that has ended, and the rest of the day while one scrolls', async () => {
  const visitor = await visit('/login')
  await signInWithPapers(visitor, ['cs.LG'])
  // What was left out before the card is loaded after it.
  const load = await readFirstLoad(visitor.context, '/dashboard', { until: /\/(firebase|formula)-\w+/ })
  expect(load.scriptBytes).toBeLessThan(187_000)
  expect(load.requests).toBeLessThanOrEqual(13)
  expect(load.urls.filter((url) => FIREBASE_OR_KATEX.test(url) || AFTER_CARD.test(url))).toEqual([])

  const page = await visitor.context.newPage()
  await page.goto('/')
  await page.evaluate(endToken)
  const renewed = await readFirstLoad(visitor.context, '/dashboard')
  expect(renewed.urls.filter((url) => url.includes('securetoken'))).toHaveLength(1)
  expect(renewed.urls.filter((url) => FIREBASE_OR_KATEX.test(url))).toEqual([])

  await page.goto('/dashboard')
  await page.getByText('30 of 65').waitFor()
  // A reader scrolls through the page; the end comes nearer only after each page was added.
  const last = page.getByText(`You are through Wednesday’s ${PAPERS} papers.`)
  while (!(await last.isVisible())) await page.mouse.wheel(0, 2_000)
  expect(await page.getByRole('article').count()).toBe(PAPERS)

  // On a phone the first card begins in the upper half of the screen, also with what a finger needs.
  const phone = await visitor.context.newCDPSession(page)
  await phone.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/dashboard')
  await page.getByText('30 of 65').waitFor()
  expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true)
  expect(await page.getByRole('article').first().evaluate(topOf)).toBeLessThan(422)
  expect(visitor.problems()).toEqual([])
})

/** Distance from the top of the page in pixels. Runs in the page. */
const topOf = (element: Element) => element.getBoundingClientRect().top + scrollY

/** Ends the token that Firebase keeps in the browser, as it does after an hour. Runs in the page. */
const endToken = () =>
  new Promise<void>((resolve, reject) => {
    const opening = indexedDB.open('firebaseLocalStorageDb')
    opening.addEventListener('success', () => {
      const transaction = opening.result.transaction('firebaseLocalStorage', 'readwrite')
      transaction.addEventListener('complete', () => {
        opening.result.close()
        resolve()
      })
      transaction.addEventListener('error', () => reject(transaction.error))
      const rows = transaction.objectStore('firebaseLocalStorage').openCursor()
      rows.addEventListener('success', () => {
        const row = rows.result
        if (row === null) return
        if (String(row.key).startsWith('firebase:authUser:')) {
          row.value.value.stsTokenManager.expirationTime = 0
          row.update(row.value)
        }
        row.continue()
      })
    })
  })
