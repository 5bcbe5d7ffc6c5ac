import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { simBatch } from '#tests/simulators/simPapers.ts'
import { signInWithPapers } from '#tests/support/firstLoad.ts'
import { useProduct } from './useProduct.ts'
import type { Visitor } from './visitor.ts'

const WEDNESDAY = '2026-11-18'
const AUTHORS = ['Mirela Quillfeather', 'Tomás Óðinsson', 'Ottilie Brandvold', 'Ibrahim Castellane', 'Sun-Hee Marrow']
const [briefest, ...others] = simBatch(28, WEDNESDAY, { authors: AUTHORS.map((name) => ({ name })) })
/** Titles and lists of authors as long as most of arXiv, and one paper whose headline has one line on a desktop. */
const papers = [
  { ...briefest!, title: 'Lantern 1: fog', authors: [{ name: 'Sun-Hee Marrow' }] },
  ...others.map((paper, index) => ({
    ...paper,
    title: `Lantern ${index + 2}: how fog over a harbour changes what a keeper sees of its lights`,
  })),
]
const { visit } = useProduct({ papers, clock: new Date(`${WEDNESDAY}T07:00:00Z`) })

/** Opens the day in headlines, chosen in the menu, in a window of that size. The tests share the account. */
async function openHeadlines(visitor: Visitor, viewport: { width: number; height: number }): Promise<Page> {
  await signInWithPapers(visitor, ['cs.LG'])
  const page = await visitor.context.newPage()
  await page.setViewportSize(viewport)
  if (viewport.width < 600) {
    const cdp = await visitor.context.newCDPSession(page)
    await cdp.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 1 })
  }
  await page.goto('/dashboard')
  await page.getByRole('button', { name: /^Density:/ }).click()
  const [saved] = await Promise.all([
    page.waitForResponse((response) => response.request().method() === 'PUT'),
    page.getByRole('menuitemradio', { name: /^Headlines/ }).click(),
  ])
  expect(saved.status()).toBe(200)
  await page.getByRole('menu').waitFor({ state: 'detached' })
  return page
}

/** Where the first paper begins at the top of the page, and how many are whole in the window further down. */
async function measure(page: Page): Promise<{ begins: number; whole: number }> {
  const begins = await page
    .locator('#main article')
    .first()
    .evaluate((row) => row.getBoundingClientRect().top)
  const whole = await page.evaluate(() => {
    const rows = [...document.querySelectorAll('#main article')]
    window.scrollBy(0, rows[4]?.getBoundingClientRect().top ?? 0)
    const boxes = rows.map((row) => row.getBoundingClientRect())
    return boxes.filter(({ top, bottom }) => Math.round(top) >= 0 && bottom <= window.innerHeight).length
  })
  return { begins, whole }
}

test('Eighteen headlines are in a window of a desktop and nine on a phone, and the first begins high on the page', async () => {
  const desktop = await visit('/login', { worker: false })
  const wide = await measure(await openHeadlines(desktop, { width: 1280, height: 800 }))
  expect(wide.whole).toBeGreaterThanOrEqual(18)
  expect(wide.begins).toBeLessThan(330)
  const phone = await visit('/login', { worker: false })
  const narrow = await measure(await openHeadlines(phone, { width: 390, height: 844 }))
  expect(narrow.whole).toBeGreaterThanOrEqual(9)
  expect(narrow.begins).toBeLessThan(300)
  expect([...desktop.problems(), ...phone.problems()]).toEqual([])
})

/** How far the middle of each unseen mark is from the middle of the first line of its title, in px. */
const measureMarks = (page: Page): Promise<number[]> =>
  page.locator('#main article').evaluateAll((rows) =>
    rows.flatMap((row) => {
      const mark = [...row.querySelectorAll('span')].find(({ textContent }) => textContent === 'Not seen yet')
      const line = row.querySelector('h2 a')?.getClientRects()[0]
      if (!mark || !line) return []
      const { top, height } = mark.getBoundingClientRect()
      return [Math.abs(top + height / 2 - (line.top + line.height / 2))]
    }),
  )

test('The mark of an unseen paper is beside the first line of its title, also where the row has only one', async () => {
  for (const width of [1600, 390]) {
    const visitor = await visit('/login', { worker: false })
    const page = await openHeadlines(visitor, { width, height: 844 })
    const marks = await measureMarks(page)
    expect(marks.length).toBeGreaterThan(0)
    expect(marks.filter((distance) => distance > 4)).toEqual([])
    expect(visitor.problems()).toEqual([])
  }
})

test('A headline opens in place, and the density is kept for the next visit and other lists', async () => {
  const visitor = await visit('/login', { worker: false })
  const page = await openHeadlines(visitor, { width: 1280, height: 800 })
  await page.getByRole('link', { name: /^Lantern 2:/ }).click()
  const card = page.getByRole('article').filter({ has: page.getByRole('button', { name: 'Close' }) })
  await card.getByRole('button', { name: 'Similar' }).waitFor()
  await page.reload()
  await page.getByRole('link', { name: /^Lantern 2:/, expanded: false }).waitFor()
  expect(await page.getByRole('button', { name: 'Close' }).count()).toBe(0)
  await page.goto('/search?q=harbour')
  const hits = page.getByRole('link', { name: /^Lantern/, expanded: false })
  await hits.first().click()
  await page.getByRole('button', { name: 'Close' }).waitFor()
  // As a reader who presses the key of the paper that has the focus.
  await page.keyboard.press('o')
  await page.getByRole('button', { name: 'Close' }).waitFor({ state: 'detached' })
  expect(visitor.problems()).toEqual([])
})
