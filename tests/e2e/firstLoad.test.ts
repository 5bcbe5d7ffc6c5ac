import { expect, test } from 'bun:test'
import { simBatch } from '#tests/simulators/simPapers.ts'
import { AFTER_CARD, hold, readFirstLoad, saveCards, signInWithPapers } from '#tests/support/firstLoad.ts'
import { waitForQuiet } from './quiet.ts'
import { useProduct } from './useProduct.ts'

const WEDNESDAY = '2026-11-18'
const PAPERS = 65
const papers = simBatch(PAPERS, WEDNESDAY, { title: 'Kites in $O(n)$ winds' })
const { visit } = useProduct({ papers, clock: new Date(`${WEDNESDAY}T07:00:00Z`) })

const FIREBASE_OR_KATEX = /\/(firebase|formula)-|gapi/
/** What the inner pages load after their first paper. */
const DIALOGS_AND_MENUS = /\/(Landing|NavDrawer|AccountMenuList|RelatedDialogs|PaperMenu|ExportFormats|FilterSheet)-/
const SCRIPT = /\.js$/
const FONT = /\.woff2$/
const BACKGROUNDS = { light: 'rgb(247, 244, 239)', dark: 'rgb(20, 20, 27)' }

test('The landing page shows its text without a script, and its papers after few requests', async () => {
  const { context } = await visit('/login', { worker: false })
  const text = await readFirstLoad(context, '/', { content: 'h1' })
  expect(text.scriptBytes).toBe(0)
  // Most of them are the two fonts.
  expect(text.bytes).toBeLessThan(130_000)
  const load = await readFirstLoad(context, '/')
  expect(load.scriptBytes).toBeLessThan(200_000)
  expect(load.requests).toBeLessThanOrEqual(22)
  expect(load.urls.filter((url) => FIREBASE_OR_KATEX.test(url))).toEqual([])
  expect(load.laterUrls.filter((url) => url.includes('/firebase-'))).toEqual([])
})

test('The landing page is painted before any script, without a jump when its script runs, and is not shown to a signed-in reader', async () => {
  const { page, context, problems } = await visit('/login', { worker: false })
  await page.addInitScript(recordShifts)
  for (const [width, colorScheme] of [
    [1280, 'light'],
    [390, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    const releaseScripts = await hold(context, SCRIPT)
    await page.goto('/', { waitUntil: 'commit' })
    const heading = page.getByRole('heading', { level: 1 })
    const painted = await heading.evaluate(lookOf)
    expect(painted.background).toBe(BACKGROUNDS[colorScheme])
    expect(await page.title()).toBe('Paperdawn: the new papers in your field, every morning')
    await heading.evaluate((element) => element.setAttribute('data-painted', ''))
    releaseScripts()
    await page.getByRole('article').first().waitFor()
    // Another element would be a later largest paint.
    expect(await heading.getAttribute('data-painted')).toBe('')
    expect(await heading.evaluate(lookOf)).toEqual(painted)
    expect(await page.evaluate(() => (window as unknown as { shifts: number }).shifts)).toBeLessThan(0.02)
  }

  await page.evaluate(() => localStorage.setItem('paperdawn-signed-in', 'reader@example.org'))
  const releaseScripts = await hold(context, SCRIPT)
  await page.reload({ waitUntil: 'commit' })
  await page.getByText('Sign in with Google').waitFor({ state: 'attached' })
  expect(await page.getByRole('heading').count()).toBe(0)
  releaseScripts()
  await page.getByRole('link', { name: 'Open dashboard' }).first().waitFor()
  expect(problems()).toEqual([])
})

test('The landing page does not move when its fonts arrive late, on a desktop and on a phone', async () => {
  for (const width of [1280, 390]) {
    const { page, context } = await visit('/login', { width, worker: false })
    await page.addInitScript(recordShifts)
    const release = await hold(context, FONT)
    await page.goto('/', { waitUntil: 'commit' })
    await page.getByRole('article').first().waitFor()
    release()
    await page.waitForFunction(() =>
      [...document.fonts].some(({ family, status }) => /Serif 4/.test(family) && status === 'loaded'),
    )
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    expect(await page.evaluate(() => (window as unknown as { shifts: number }).shifts)).toBeLessThan(0.02)
  }
})

test('The dashboard shows its first card after few and small requests, also with a token that has ended, and the rest of the day while one scrolls', async () => {
  const visitor = await visit('/login', { worker: false })
  await signInWithPapers(visitor, ['cs.LG'])
  // What was left out before the card is loaded after it.
  const load = await readFirstLoad(visitor.context, '/dashboard', { until: /\/(firebase|formula)-\w+/ })
  expect(load.scriptBytes).toBeLessThan(190_000)
  expect(load.requests).toBeLessThanOrEqual(14)
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

test('The profile and the search do not move when what they ask for arrives late, on a desktop and on a phone', async () => {
  const visitor = await visit('/login', { worker: false })
  await signInWithPapers(visitor, ['cs.LG'])
  for (const [path, early, late] of [
    ['/profile', 'How you are greeted.', /^Mathematics/],
    ['/search?q=kites', 'for “kites”', /Follow this search/],
  ] as const)
    for (const width of [1280, 390]) {
      const release = await hold(visitor.context, /\/api\/(categories|users\/me\/(mail|stats|terminals|feed))/)
      const page = await visitor.context.newPage()
      await page.setViewportSize({ width, height: 900 })
      await page.addInitScript(recordShifts)
      await page.goto(path)
      await page.getByText(early).first().waitFor()
      release()
      await page.getByRole('button', { name: late }).waitFor()
      await waitForQuiet(page)
      expect(await page.evaluate(() => (window as unknown as { shifts: number }).shifts)).toBeLessThan(0.02)
      await page.close()
    }
  expect(visitor.problems()).toEqual([])
})

test('The first cards are shown before the others of the page, and a reader who goes back finds the same place', async () => {
  const visitor = await visit('/login', { worker: false })
  await signInWithPapers(visitor, ['cs.LG'])
  const page = await visitor.context.newPage()
  await page.addInitScript(countFirstCards)
  await page.goto('/dashboard')
  await page.getByText('30 of 65').waitFor()
  expect(await page.evaluate(readFirstCards)).toBeLessThan(10)
  await page.goto('/search?q=lanterns')
  await page.getByRole('navigation', { name: /pages/i }).waitFor()
  expect(await page.evaluate(readFirstCards)).toBeLessThan(10)
  expect(await page.getByRole('article').count()).toBe(20)

  await page.goto('/dashboard')
  await page.getByText('30 of 65').waitFor()
  const card = page.getByRole('article').nth(20)
  const top = () => card.evaluate((element) => Math.round(element.getBoundingClientRect().top))
  for (let presses = 0; presses <= 20; presses += 1) await page.keyboard.press('j')
  const before = await top()
  await page.keyboard.press('g')
  await page.keyboard.press('l')
  await page.getByRole('heading', { level: 1, name: 'Reading list' }).waitFor()
  await page.goBack()
  await card.waitFor()
  // Formulas above the card are drawn later, so that it is not at the same pixel.
  expect(Math.abs((await top()) - before)).toBeLessThan(100)
  expect(visitor.problems()).toEqual([])
})

test('The search, the reading list and the page of a paper show their first paper before menus and dialogs are loaded', async () => {
  const visitor = await visit('/login', { worker: false })
  await signInWithPapers(visitor, ['cs.LG'])
  const page = await visitor.context.newPage()
  await page.goto('/dashboard')
  await saveCards(page, 12)
  for (const path of ['/search?q=kites', '/reading-list', `/paper/arxiv:${papers[0]!.id}`]) {
    const { urls, scriptBytes } = await readFirstLoad(visitor.context, path)
    expect(scriptBytes).toBeLessThan(243_000)
    expect(urls.filter((url) => DIALOGS_AND_MENUS.test(url))).toEqual([])
  }
  await page.addInitScript(countFirstCards)
  await page.goto('/reading-list')
  await page.getByText('That is all: 12.').waitFor()
  expect(await page.evaluate(readFirstCards)).toBeLessThan(10)
  await page.getByRole('region', { name: /Kites/ }).getByLabel('Your note').waitFor()
  expect(visitor.problems()).toEqual([])
})

/** Counts the cards at the first change of the page that has any, in `window.firstCards`. Runs in the page. */
function countFirstCards(): void {
  new MutationObserver((_changes, observer) => {
    const firstCards = document.querySelectorAll('article').length
    if (firstCards === 0) return
    Object.assign(window, { firstCards })
    observer.disconnect()
  }).observe(document, { childList: true, subtree: true })
}

const readFirstCards = () => (window as unknown as { firstCards: number }).firstCards

/** Sums up the layout shifts of the next page in `window.shifts`. Runs in the page. */
function recordShifts(): void {
  Object.assign(window, { shifts: 0 })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      (window as unknown as { shifts: number }).shifts += (entry as PerformanceEntry & { value: number }).value
  }).observe({ type: 'layout-shift', buffered: true })
}

/** Position, text style and page background of an element. Runs in the page. */
const lookOf = (element: Element) => {
  const { color, fontSize, fontWeight } = getComputedStyle(element)
  const { x, y, width } = element.getBoundingClientRect()
  return { color, fontSize, fontWeight, x, y, width, background: getComputedStyle(document.body).backgroundColor }
}

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
