import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { simBatch } from '#tests/simulators/simPapers.ts'
import { waitForQuiet } from './quiet.ts'
import { followInSetup } from './setup.ts'
import { useProduct } from './useProduct.ts'

const WEDNESDAY = '2026-11-18'
const TITLE = 'Kites in winds'
const papers = simBatch(12, WEDNESDAY, { title: TITLE })
const { visit } = useProduct({ papers, clock: new Date(`${WEDNESDAY}T07:00:00Z`) })

/** Longest time of a change that is not seen as a movement, in ms. */
const STILL_MS = 1

/** Records what moves from now on: animations, transitions and smooth scrolling. Runs in the page. */
function recordMotion(stillMs: number): void {
  const moved: string[] = []
  Object.assign(window, { moved })
  const look = ({ target }: Event) => {
    for (const animation of (target as Element).getAnimations({ subtree: true })) {
      const { duration, delay, iterations } = animation.effect!.getComputedTiming()
      if (Number(duration) > stillMs || (iterations ?? 1) > 1)
        moved.push(`${(target as Element).outerHTML.slice(0, 120)} ${String(duration)} + ${delay} ms`)
    }
  }
  for (const name of ['transitionrun', 'transitionstart', 'animationstart']) addEventListener(name, look, true)
  const animate = Element.prototype.animate
  Element.prototype.animate = function (...args) {
    const timing = args[1]
    moved.push(`animate ${JSON.stringify(timing)} of ${this.outerHTML.slice(0, 120)}`)
    return animate.apply(this, args)
  }
  const watchScroll = (owner: object, name: string) => {
    const scroll = Reflect.get(owner, name) as (...args: unknown[]) => unknown
    Reflect.set(owner, name, function (this: unknown, ...args: unknown[]) {
      if (args.some((arg) => (arg as ScrollOptions | undefined)?.behavior === 'smooth')) moved.push(`${name} smooth`)
      return scroll.apply(this, args)
    })
  }
  for (const name of ['scrollTo', 'scrollBy', 'scroll']) watchScroll(window, name)
  for (const name of ['scrollTo', 'scrollBy', 'scroll', 'scrollIntoView']) watchScroll(Element.prototype, name)
}

/** What has moved on the page since it was opened, and what still can. */
const motionOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => [
    ...(window as unknown as { moved: string[] }).moved,
    ...[document.documentElement, ...document.querySelectorAll('*')]
      .filter((each) => getComputedStyle(each).scrollBehavior === 'smooth')
      .map((each) => `smooth scrolling of ${each.tagName}`),
  ])

const escape = (page: Page) => page.keyboard.press('Escape')

test.each([
  [1280, 'Ada Linde'],
  [390, 'Cleo Adeyemi'],
])('nothing moves at %d px for a reader who asked for less motion', async (width, name) => {
  const { page, context, signIn } = await visit('/', { width })
  await context.addInitScript(recordMotion, STILL_MS)
  const found: Record<string, string[]> = {}
  const look = async (what: string) => {
    const moved = await motionOf(page)
    if (moved.length > 0) found[what] = [...new Set(moved)]
  }
  await page.goto('/')
  await waitForQuiet(page)
  await page.getByRole('button', { name: /^Colours: / }).click()
  await page.getByRole('button', { name: /^Colours: / }).click()
  await look('/')
  await page.goto('/login')
  await signIn(name)
  await followInSetup(page)
  await page.getByRole('article').first().waitFor()
  await look('the setup')

  await page.goto('/dashboard')
  const first = page.getByRole('article').first()
  await first.getByRole('button', { name: 'Save', exact: true }).click()
  await first.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Cite' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'RIS' }).click()
  await escape(page)
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('?')
  await page.getByRole('dialog').waitFor()
  await escape(page)
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  for (const key of 'jjjkh') await page.keyboard.press(key)
  await page
    .getByText(/^Not for me:/)
    .first()
    .waitFor()
  await look('/dashboard')

  await page.goto('/search?q=kites')
  await page.getByRole('article').first().waitFor()
  if (width < 900) {
    await page.getByRole('button', { name: /^Filters/ }).click()
    await page.getByRole('dialog').waitFor()
    await escape(page)
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  await page.mouse.wheel(0, 2_000)
  await look('/search')

  for (const path of [
    '/search?by=text',
    '/reading-list',
    `/paper/${papers[0]!.id}`,
    '/profile',
    '/profile#digest',
    '/profile?section=taste',
    '/profile?section=start',
    '/nowhere',
    '/admin',
    '/admin?tab=ingestion',
    '/admin?tab=health',
    '/admin?tab=email',
  ]) {
    await page.goto(path)
    await waitForQuiet(page)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    for (const control of await page.getByRole('switch').all()) await control.hover()
    await look(path)
  }
  expect(found).toEqual({})
})
