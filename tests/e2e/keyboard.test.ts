import { describe, expect, test } from 'bun:test'
import type { Locator, Page } from 'playwright-core'
import { simBatch } from '#tests/simulators/simPapers.ts'
import { hold, saveCards } from '#tests/support/firstLoad.ts'
import { waitForQuiet } from './quiet.ts'
import { followInSetup } from './setup.ts'
import { useProduct } from './useProduct.ts'
import type { VisitorOptions } from './visitor.ts'

const DAYS = ['2026-11-17', '2026-11-18'] as const
const papers = DAYS.flatMap((day, index) =>
  simBatch(14, day).map((paper, number) => ({
    ...paper,
    id: `2611.${20_000 + index * 100 + number}`,
    title: `Lantern ${index * 100 + number} of the harbour`,
    categories: ['cs.LG'],
  })),
)
const { visit } = useProduct({ papers, clock: new Date(`${DAYS[1]}T07:00:00Z`) })

/** Signs in as the account of that name, whose category has the papers. */
async function openDay(name: string, options: VisitorOptions = {}): Promise<Page> {
  const { page, signIn } = await visit('/login', { worker: false, ...options })
  await signIn(name)
  const finder = page.getByLabel('Find a category, journal or feed')
  await finder.or(page.getByRole('article').first()).first().waitFor()
  if (await finder.isVisible()) await followInSetup(page)
  await page.getByRole('article').first().waitFor()
  return page
}

/** More than any page has. */
const STOPS_MAX = 400

/** Presses Tab until the focus leaves the page, and returns the stops that a reader could not see. */
async function findUnseenStops(page: Page): Promise<string[]> {
  await waitForQuiet(page)
  // What the page reads again meanwhile could move what has the focus.
  const release = await hold(page.context(), /\/api\//)
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    window.scrollTo(0, 0)
  })
  const unseen: string[] = []
  for (let stops = 0; stops <= STOPS_MAX; stops += 1) {
    await page.keyboard.press('Tab')
    const problem = await page.evaluate(describeStop)
    if (problem === null) break
    if (problem !== '') unseen.push(`${new URL(page.url()).pathname}: ${problem}`)
    if (stops === STOPS_MAX) unseen.push(`${page.url()} has no end`)
  }
  release()
  return unseen
}

/** What is wrong with the element that has the focus; null if none has it. Runs in the browser. */
async function describeStop(): Promise<string | null> {
  // A style that changes with the focus has no effect before the next frame, and then a transition of 0.01 ms.
  await new Promise((resolve) => requestAnimationFrame(resolve))
  const transitions = document.getAnimations().filter((each) => each instanceof CSSTransition)
  await Promise.allSettled(transitions.map(({ finished }) => finished))
  const stop = document.activeElement
  if (stop === null || stop === document.body) return null
  // The sign-in keeps a frame of its own, without content, outside the window.
  if (stop.matches('body > iframe')) return ''
  const box = stop.closest('.MuiInputBase-root, .MuiSwitch-root, .MuiCheckbox-root, .field, label') ?? stop
  const hasRing = [stop, box, stop.nextElementSibling].some((each) => {
    if (each === null) return false
    const { outlineStyle, outlineWidth } = getComputedStyle(each)
    return outlineStyle !== 'none' && parseFloat(outlineWidth) > 0
  })
  const edge = stop.matches('input, select') ? box.querySelector('.field-edge') : null
  const hasEdge = edge !== null && getComputedStyle(edge).borderTopWidth === '2px'
  const name = `${stop.tagName.toLowerCase()} "${(stop.getAttribute('aria-label') ?? stop.textContent).trim().slice(0, 50)}"`
  const isMarked =
    hasRing || hasEdge || (box !== stop && box.matches('.Mui-focused, .Mui-focusVisible, :has(.Mui-focusVisible)'))
  if (!isMarked) return `${name} does not show the focus`
  const { left, right, top, bottom } = stop.getBoundingClientRect()
  const isOnTop = [0.1, 0.5, 0.9].some((part) => {
    const at = document.elementFromPoint(left + (right - left) * part, Math.min((top + bottom) / 2, top + 20))
    return at !== null && (box.contains(at) || at.contains(stop) || stop.closest('.MuiFormControl-root')?.contains(at))
  })
  return isOnTop ? '' : `${name} is hidden`
}

describe('Each Tab stop is seen, and the last one leads out of the page:', () => {
  test('the pages of a reader', async () => {
    const page = await openDay('Ada Linde')
    const unseen = await findUnseenStops(page)
    await page.getByRole('button', { name: 'Save', exact: true }).first().click()
    await page.getByRole('button', { name: 'Saved' }).first().waitFor()
    for (const path of ['/search?q=lantern', '/reading-list', '/profile', '/profile?section=taste', '/device']) {
      await page.goto(path)
      unseen.push(...(await findUnseenStops(page)))
    }
    expect(unseen).toEqual([])
  })

  test('a day and a search on a phone', async () => {
    const page = await openDay('Bela Moreau', { width: 390 })
    const unseen = await findUnseenStops(page)
    await page.goto('/search?q=lantern')
    expect([...unseen, ...(await findUnseenStops(page))]).toEqual([])
  })

  test('the admin panel', async () => {
    const page = await openDay('Cleo Adeyemi')
    const unseen: string[] = []
    for (const tab of ['overview', 'ingestion', 'health', 'statistics', 'email', 'users', 'audit']) {
      await page.goto(`/admin?tab=${tab}`)
      unseen.push(...(await findUnseenStops(page)))
    }
    expect(unseen).toEqual([])
  })
})

/** Waits until the element has the focus. */
const waitForFocus = (target: Locator) => target.and(target.page().locator(':focus')).waitFor()
const press = (target: Locator, key = 'Enter') => target.press(key)

describe('The focus is where the reader goes on:', () => {
  test('on a day and the page of a paper', async () => {
    const page = await openDay('Ada Linde')
    const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' })
    await press(button(/^Earlier/))
    await waitForFocus(page.getByRole('heading', { level: 1, name: /^Tuesday/ }))
    await press(button(/^Later/))
    await page.getByRole('heading', { level: 1, name: /^Wednesday/ }).waitFor()
    await press(button('Refresh'))
    await waitForFocus(button('Refresh'))

    const first = page.getByRole('article').first()
    await press(first.getByRole('button', { name: 'More actions' }))
    await press(page.getByRole('menuitem', { name: 'Paper page' }))
    await waitForFocus(page.getByRole('heading', { level: 1, name: /^Lantern/ }))
    await press(button('Not for me'))
    await press(button('Undo'))
    await page.getByText('Marked “Not for me”').waitFor({ state: 'detached' })
    await waitForFocus(page.getByRole('heading', { level: 1 }))
  })

  test('in a search, whose papers have shortcuts', async () => {
    const page = await openDay('Ada Linde')
    await page.goto('/search?q=lantern&category=cs.LG')
    const article = (index: number) => page.getByRole('article').nth(index)
    await article(1).waitFor()
    await page.keyboard.press('j')
    await waitForFocus(article(0))
    await page.keyboard.press('j')
    await waitForFocus(article(1))
    await page.keyboard.press('s')
    await article(1).getByRole('button', { name: 'Saved' }).waitFor()
    await page.keyboard.press('c')
    await waitForFocus(page.getByRole('dialog', { name: 'Cite' }))
    await page.keyboard.press('Escape')
    await waitForFocus(article(1))
    await page.keyboard.press('k')
    await waitForFocus(article(0))

    await press(page.getByRole('link', { name: 'Go to page 2' }))
    await waitForFocus(page.locator('[tabindex="-1"]:has(> output)'))
    await page.getByText('Page 2 of 2').waitFor()
    await press(page.getByRole('button', { name: /^Remove the filter/ }))
    await waitForFocus(page.getByRole('heading', { level: 1 }))
    await press(page.getByRole('button', { name: 'Clear the search' }))
    await waitForFocus(page.getByRole('searchbox'))
  })

  test('on the reading list', async () => {
    const page = await openDay('Cleo Adeyemi')
    await saveCards(page, 2)
    await page.goto('/reading-list')
    const row = (index: number) => page.getByRole('article').nth(index).getByRole('heading').getByRole('link')
    await row(1).waitFor()
    await row(0).focus()
    await page.keyboard.press('s')
    await waitForFocus(page.getByRole('button', { name: 'Undo' }).first())
    await page.keyboard.press('u')
    await waitForFocus(row(0))
    const exports = page.getByRole('button', { name: /^Export \d/ })
    await press(exports)
    const saved = page.waitForEvent('download')
    await press(page.getByRole('menuitem', { name: 'RIS' }))
    await saved
    await waitForFocus(exports)
  })

  test('in the profile', async () => {
    const page = await openDay('Ada Linde')
    await page.goto('/profile#%')
    const chip = (name: RegExp) => page.getByRole('button', { name })
    await page.getByLabel('Find a category, journal or feed').fill('cs.CL')
    await page.getByRole('checkbox', { name: /^cs\.CL/ }).press('Space')
    await press(chip(/^cs\.CL, .*remove/), 'Delete')
    await waitForFocus(chip(/^cs\.LG, .*remove/))
    await press(page.getByRole('button', { name: 'Export everything' }))
    await page.getByText(/^Saved as paperdawn-/).waitFor()
    await waitForFocus(page.getByRole('button', { name: 'Export everything' }))
  })
})
