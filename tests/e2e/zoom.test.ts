/* oxlint-disable unicorn/consistent-function-scoping -- functions are sent to the page with all that they need. */
import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { simBatch } from '#tests/simulators/simPapers.ts'
import { openWithSavedPaper } from '#tests/support/firstLoad.ts'
import { waitForQuiet } from './quiet.ts'
import { useProduct } from './useProduct.ts'

const WEDNESDAY = '2026-11-18'
const papers = simBatch(6, WEDNESDAY, { title: 'Kites in $O(n)$ winds' })
const { visit } = useProduct({ papers, clock: new Date(`${WEDNESDAY}T07:00:00Z`) })

/** Pages of a reader, each with a selector of its content. */
const PAGES = [
  ['/dashboard', 'article'],
  ['/search?q=kites', 'article'],
  ['/reading-list', 'article'],
  [`/paper/arxiv:${papers[0]!.id}`, 'article'],
  ['/profile', '#statistics'],
  ['/profile?section=taste', '#main li button'],
] as const
const ADMIN_TABS = ['overview', 'ingestion', 'health', 'statistics', 'email', 'users', 'audit']

/** Opens the page of someone who reads at 400 % zoom, where a window of 1,280 by 1,024 pixels has a quarter of them, on a screen that is touched: its controls are the largest. */
async function openZoomed(page: Page, path: string, content: string): Promise<void> {
  await page.setViewportSize({ width: 320, height: 256 })
  const screen = await page.context().newCDPSession(page)
  await screen.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  await page.goto(path)
  await page.locator(content).first().waitFor()
  await waitForQuiet(page)
}

test('At 400 % zoom no page of a reader scrolls sideways or has one control on another, and the bar is one line', async () => {
  const page = await openWithSavedPaper(await visit('/login', { worker: false }))
  for (const [path, content] of PAGES) {
    await openZoomed(page, path, content)
    expect([path, await page.evaluate(findFaults)]).toEqual([path, []])
  }
})

test('At 400 % zoom no tab of the admin panel scrolls sideways or has one control on another', async () => {
  const { page, signIn } = await visit('/login')
  await signIn('Cleo Adeyemi')
  for (const tab of ADMIN_TABS) {
    await openZoomed(page, `/admin?tab=${tab}`, '[role=tabpanel]')
    expect([tab, await page.evaluate(findFaults)]).toEqual([tab, []])
  }
})

test('Forced colours keep what is chosen, what has the focus, and every icon visible', async () => {
  const page = await openWithSavedPaper(await visit('/login', { worker: false }))
  await page.emulateMedia({ forcedColors: 'active' })
  const found: string[] = []
  for (const [path, content] of PAGES) {
    await page.goto(path)
    await page.locator(content).first().waitFor()
    await waitForQuiet(page)
    // The focus is marked for those who use the keyboard.
    await page.keyboard.press('Tab')
    found.push(...(await page.evaluate(findUnseen)).map((fault) => `${path} ${fault}`))
  }
  expect(found).toEqual([])
})

test('The note of a saved paper begins at the top of its field, and its actions are one line', async () => {
  const page = await openWithSavedPaper(await visit('/login', { worker: false }))
  await page.goto('/reading-list')
  const note = page.getByLabel('Your note')
  await note.waitFor()
  const space = await note.evaluate(
    (element) =>
      element.getBoundingClientRect().top -
      element.parentElement!.getBoundingClientRect().top +
      parseFloat(getComputedStyle(element).paddingTop),
  )
  expect(space).toBeLessThan(24)
  const detail = page.getByRole('region', { name: /Kites/ })
  const top = (name: string) => detail.getByText(name, { exact: true }).evaluate(topOf)
  expect(await top('Remove')).toBe(await top('PDF'))
})

const topOf = (element: Element) => element.getBoundingClientRect().top

/** What does not fit into the window, or is covered by another control. Runs in the page. */
function findFaults(): string[] {
  const faults: string[] = []
  if (document.documentElement.scrollWidth > innerWidth) faults.push('The page scrolls sideways')
  const bar = document.querySelector('header.MuiAppBar-root')
  if (bar && bar.getBoundingClientRect().height > 64) faults.push(`The bar is ${bar.clientHeight} pixels high`)
  const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  /** Edges of what is seen of an element: the rest of it is scrolled out of a part of the page. */
  const edgesOf = (element: Element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    const seen = { left, right, top, bottom }
    for (let part = element.parentElement; part; part = part.parentElement) {
      if (getComputedStyle(part).overflowX !== 'auto') continue
      const box = part.getBoundingClientRect()
      seen.left = Math.max(seen.left, box.left)
      seen.right = Math.min(seen.right, box.right)
    }
    return seen
  }
  const texts = [...document.querySelectorAll('main button, main a, main [role=tab]')].filter(isShown)
  for (const [index, one] of texts.entries()) {
    const a = edgesOf(one)
    for (const other of texts.slice(index + 1)) {
      if (one.contains(other) || other.contains(one)) continue
      const b = edgesOf(other)
      const width = Math.min(a.right, b.right) - Math.max(a.left, b.left)
      const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
      if (width > 2 && height > 2)
        faults.push(`"${one.textContent || one.ariaLabel}" and "${other.textContent || other.ariaLabel}"`)
    }
  }
  return faults
}

/** What cannot be seen in forced colours. Runs in the page. */
async function findUnseen(): Promise<string[]> {
  const unseen: string[] = []
  const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true })
  const backgroundOf = (element: Element): string => {
    for (let part: Element | null = element; part; part = part.parentElement) {
      const { backgroundColor } = getComputedStyle(part)
      if (!/^rgba\(.*, 0\)$/.test(backgroundColor)) return backgroundColor
    }
    return 'rgb(255, 255, 255)'
  }
  for (const icon of document.querySelectorAll('svg')) {
    if (!isShown(icon)) continue
    for (const shape of icon.querySelectorAll('path, circle, rect')) {
      const { fill, stroke } = getComputedStyle(shape)
      const background = backgroundOf(icon.parentElement!)
      if ([fill, stroke].every((color) => color === 'none' || color === background))
        unseen.push(`An icon: ${icon.parentElement!.outerHTML.slice(0, 120)}`)
    }
  }
  for (const chosen of document.querySelectorAll('[aria-pressed=true], [aria-current=page], [aria-selected=true]')) {
    const like = [...(chosen.parentElement?.children ?? [])].find(
      (other) => other !== chosen && other.tagName === chosen.tagName && !other.matches('[aria-pressed=true]'),
    )
    if (!isShown(chosen) || !like) continue
    const look = (element: Element) => {
      const { backgroundColor, borderColor, borderStyle, borderWidth, color, outlineStyle } = getComputedStyle(element)
      return [backgroundColor, borderColor, borderStyle, borderWidth, color, outlineStyle].join()
    }
    const icons = (element: Element) => element.querySelector('svg')?.innerHTML
    if (look(chosen) === look(like) && icons(chosen) === icons(like))
      unseen.push(`A choice: ${chosen.outerHTML.slice(0, 120)}`)
  }
  const focusable = [
    ...document.querySelectorAll<HTMLElement>('a, button, input:not([tabindex="-1"]), textarea'),
  ].filter(isShown)
  for (const control of focusable) {
    control.focus({ preventScroll: true })
    const isTransparent = getComputedStyle(control).opacity === '0'
    const parts = [
      ...(isTransparent ? [] : [control]),
      control.parentElement!,
      control.closest('.MuiButtonBase-root, .MuiInputBase-root') ?? control,
    ]
    const isMarked = () =>
      [...parts, ...control.parentElement!.querySelectorAll('fieldset')].some((part) => {
        const { outlineStyle, outlineWidth, borderWidth } = getComputedStyle(part)
        return (outlineStyle !== 'none' && outlineWidth !== '0px') || parseFloat(borderWidth) >= 2
      })
    // With reduced motion the mark is a transition of 0.01 ms, which a busy machine draws some frames later.
    for (let frame = 0; frame < 60 && !isMarked(); frame++) await new Promise(requestAnimationFrame)
    if (document.activeElement === control && !isMarked()) unseen.push(`The focus: ${control.outerHTML.slice(0, 160)}`)
  }
  return unseen
}
