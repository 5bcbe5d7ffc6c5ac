import { expect, test } from 'bun:test'
import type { Locator, Page } from 'playwright-core'
import { simBatch } from '#tests/simulators/simPapers.ts'
import { openWithSavedPaper, saveCards } from '#tests/support/firstLoad.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'
import { waitForQuiet } from './quiet.ts'
import { useProduct } from './useProduct.ts'

const WEDNESDAY = '2026-11-18'
const papers = simBatch(24, WEDNESDAY, { title: 'Kites in $O(n)$ winds', abstract: 'They fly for $10^{-6}$ of a day.' })
const { visit } = useProduct({ papers, clock: new Date(`${WEDNESDAY}T07:00:00Z`) })

/** Edges of an element in the window, in CSS pixels. */
const edges = (element: Locator) =>
  element.evaluate((node) => {
    const { left, right, top, bottom } = node.getBoundingClientRect()
    return { left, right, top, bottom }
  })

async function showAt(page: Page, width: number, path: string, content: string): Promise<void> {
  await page.setViewportSize({ width, height: 900 })
  await page.goto(path)
  await page.locator(content).first().waitFor()
}

test('A formula is hardly larger than the text around it', async () => {
  const page = await openWithSavedPaper(await visit('/login', { worker: false }))
  await showAt(page, 1280, '/dashboard', '.katex')
  const ratios = await page
    .locator('.katex')
    .evaluateAll((formulas) =>
      formulas
        .map((formula) =>
          [formula, formula.parentElement!].map((element) => parseFloat(getComputedStyle(element).fontSize)),
        )
        .map(([own, around]) => own! / around!),
    )
  expect(ratios.filter((ratio) => Math.abs(ratio - 1.06) > 0.01)).toEqual([])
})

test('The knob of the switch in the search filters is on its track', async () => {
  const page = await openWithSavedPaper(await visit('/login', { worker: false }))
  await showAt(page, 1280, '/search?q=kites', '.MuiSwitch-thumb')
  const [knob, track] = await Promise.all([
    edges(page.locator('.MuiSwitch-thumb')),
    edges(page.locator('.MuiSwitch-track')),
  ])
  expect(Math.abs(knob.top + knob.bottom - track.top - track.bottom)).toBeLessThan(2)
})

test('The reader’s own part is beside the paper in a wide window, and below it on a phone', async () => {
  const page = await openWithSavedPaper(await visit('/login', { worker: false }))
  const path = `/paper/arxiv:${papers[0]!.id}`
  await showAt(page, 1280, path, '#paper-note textarea')
  const wide = { paper: await edges(page.locator('article')), note: await edges(page.locator('#paper-note')) }
  expect(wide.note.left).toBeGreaterThan(wide.paper.right)
  expect(wide.note.top).toBe(wide.paper.top)
  await showAt(page, 390, path, '#paper-note textarea')
  const narrow = { paper: await edges(page.locator('article')), note: await edges(page.locator('#paper-note')) }
  expect(narrow.note.top).toBeGreaterThan(narrow.paper.bottom)
  // The sheet of the paper goes from edge to edge, its text as far as the note.
  const title = await edges(page.locator('article h1'))
  expect([narrow.note.left, narrow.note.right]).toEqual([title.left, title.right])
})

test('On a tablet the search field of the list is in the line of the filters', async () => {
  const page = await openWithSavedPaper(await visit('/login', { worker: false }))
  await showAt(page, 768, '/reading-list', 'article')
  const field = await edges(page.getByRole('searchbox', { name: 'Search in the list' }))
  const order = await edges(page.getByRole('combobox', { name: 'Order' }))
  expect(field.top).toBeLessThan(order.bottom)
  expect(field.bottom).toBeGreaterThan(order.top)
})

test('The title of a saved paper has the width of the row, and on a phone the date is below it', async () => {
  const page = await openWithSavedPaper(await visit('/login', { worker: false }))
  const row = page.getByRole('article').first()
  const edgesOfRow = async (width: number) => {
    await showAt(page, width, '/reading-list', 'article')
    const [title, menu] = [row.getByRole('heading'), row.getByRole('button', { name: /^More for/ })]
    return { title: await edges(title), menu: await edges(menu), time: await edges(row.locator('time')) }
  }
  for (const width of [1280, 390]) {
    const { title, menu, time } = await edgesOfRow(width)
    expect(menu.left - title.right).toBeLessThan(16)
    expect(time.top).toBeGreaterThan(title.bottom)
  }
})

test('On a phone a link of the reading list has its colour', async () => {
  const page = await openWithSavedPaper(await visit('/login', { worker: false }))
  const colourAt = async (width: number) => {
    await showAt(page, width, '/reading-list', 'article')
    return page.getByRole('link', { name: 'This week’s review' }).evaluate((link) => getComputedStyle(link).color)
  }
  expect(await colourAt(390)).toBe(await colourAt(1280))
})

test('On a phone the filters of the list are one line, and the others are in a drawer', async () => {
  const page = await openWithSavedPaper(await visit('/login', { worker: false }))
  await showAt(page, 390, '/reading-list', 'article')
  const heading = await edges(page.getByRole('heading', { level: 1 }))
  expect((await edges(page.getByRole('article').first())).top - heading.bottom).toBeLessThan(90)
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('dialog').getByRole('searchbox', { name: 'Search in the list' }).fill('kites')
  await page.getByRole('button', { name: /^Show \d+ results?$/ }).click()
  await page.getByRole('button', { name: 'Filters (1)' }).waitFor()
})

test('The bar of the selected papers comes without moving the list, and stays at the top while it is scrolled', async () => {
  const page = await openWithSavedPaper(await visit('/login', { worker: false }))
  await showAt(page, 1280, '/dashboard', 'article')
  // The list is longer than the window. Other tests save papers, too.
  await saveCards(page, 8)
  for (const width of [1280, 390]) {
    await showAt(page, width, '/reading-list', 'article')
    await waitForQuiet(page)
    const row = page.getByRole('article').nth(1)
    const before = await edges(row)
    await row.getByRole('checkbox').check()
    const bar = page.getByRole('region', { name: 'Selected papers' })
    await bar.waitFor()
    expect((await edges(row)).top).toBe(before.top)
    await page.evaluate(() => scrollTo(0, 300))
    await expectBelowBar(bar)
  }
})

/** The bar is at the top of the window, or below the bar of the page. */
async function expectBelowBar(bar: Locator): Promise<void> {
  await bar.evaluate(async (node) => {
    const isThere = () => node.getBoundingClientRect().top <= 61 && node.getBoundingClientRect().top >= 0
    while (!isThere()) await new Promise(requestAnimationFrame)
  })
}

/** The words of the buttons in tables that are broken into two lines. */
const brokenWords = (page: Page) =>
  page.locator('table button').evaluateAll((buttons) =>
    buttons
      .map((button) => [...button.childNodes].find((node) => node.nodeType === Node.TEXT_NODE))
      .filter((text) => text !== undefined)
      .flatMap((text) =>
        [...text.textContent!.matchAll(/\S+/g)]
          .filter(({ 0: word, index }) => {
            const range = document.createRange()
            range.setStart(text, index)
            range.setEnd(text, index + word.length)
            return range.getClientRects().length > 1
          })
          .map(([word]) => word),
      ),
  )

test('In the tables of the admin panel no word of a button is broken', async () => {
  const { page, signIn } = await visit('/login', { worker: false })
  await signIn('Cleo Adeyemi')
  await page.waitForURL('**/dashboard')
  for (const width of [1280, 390])
    for (const tab of ['users', 'ingestion']) {
      await showAt(page, width, `/admin?tab=${tab}`, 'table button')
      expect(await brokenWords(page)).toEqual([])
    }
})

test('On a phone the filters of a search are beside the button that follows it', async () => {
  const page = await openWithSavedPaper(await visit('/login', { worker: false }))
  await showAt(page, 390, '/search?q=kites', 'article')
  await page.getByRole('button', { name: 'Follow this search' }).click()
  await page.getByText('New papers with all of its words join your daily cards.').waitFor()
  const follow = await edges(page.getByRole('button', { name: 'Follow this search' }))
  const filters = await edges(page.getByRole('button', { name: 'Filters' }))
  expect(filters.top).toBeLessThan(follow.bottom)
  expect(filters.left).toBeGreaterThan(follow.right)
})

test('A printed page has the light colours, also where the dark ones are shown', async () => {
  const page = await openWithSavedPaper(await visit('/login', { worker: false }))
  const colours = () =>
    page.locator('article p, article time').evaluateAll((texts) => texts.map((text) => getComputedStyle(text).color))
  await showAt(page, 1280, '/reading-list', 'article')
  // The last rows come while the first ones are shown, and with them the line below.
  await page.getByText(/^That is all: \d+/).waitFor()
  await page.emulateMedia({ media: 'print', colorScheme: 'light' })
  const light = await colours()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await page.locator('html[data-scheme=dark]').waitFor()
  expect(await colours()).toEqual(light)
  await page.emulateMedia({ media: 'screen' })
  // Rows outside of the window are only styled again with the next frame.
  await waitUntil(async () => !Bun.deepEquals(await colours(), light))
})

test('Without a connection, the banner of the dashboard is as wide as the search field and the links beside it', async () => {
  const page = await openWithSavedPaper(await visit('/login', { worker: false }))
  await showAt(page, 1280, '/dashboard', 'article')
  await page.context().setOffline(true)
  const banner = page.getByRole('alert').filter({ hasText: 'Offline' })
  await banner.waitFor()
  const [shown, links] = await Promise.all([edges(banner), edges(page.getByRole('navigation', { name: 'Main' }))])
  expect([shown.left, shown.right]).toEqual([links.left, links.right])
})
