/* oxlint-disable unicorn/consistent-function-scoping -- the function is sent to the page with all that it needs. */
import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { NAME_MAX, TAG_MAX, TERM_MAX } from '#api/contract/limits.ts'
import { simBatch } from '#tests/simulators/simPapers.ts'
import { openWithSavedPaper } from '#tests/support/firstLoad.ts'
import { waitForQuiet } from './quiet.ts'
import { useProduct } from './useProduct.ts'

const WEDNESDAY = '2026-11-18'
const COMPOUND = 'Pseudohypoparathyroidism-poly(vinyl_acetate-co-ethylene)'.repeat(5)
const FORMULA = `$$${Array.from({ length: 60 }, (_, n) => `y_{${n}}^{${n}}`).join('+')}$$`
const [first, ...others] = simBatch(6, WEDNESDAY)
/** A paper whose every text is a word without a place to break. */
const long = {
  ...first!,
  title: `${COMPOUND} ${FORMULA.replaceAll('$$', '$')}`,
  abstract: `${FORMULA} and https://example.org/${'a'.repeat(300)} and ${'ACGT'.repeat(80)}`,
  authors: [{ name: 'Wolkenkratzerbauersohn'.repeat(6) }, { name: 'Ines Aldercroft' }],
  comment: `https://example.org/${'c'.repeat(250)}`,
  journal_ref: 'J'.repeat(200),
}
const papers = [long, ...others]
const { visit } = useProduct({ papers, clock: new Date(`${WEDNESDAY}T07:00:00Z`) })
const word = (length: number) => 'Donaudampfschifffahrt'.repeat(20).slice(0, length)
const QUERY = encodeURIComponent(COMPOUND.slice(0, 200))

/** Pages that show it, each with a selector of its content. */
const PAGES: readonly [path: string, content: string, open?: (page: Page) => Promise<unknown>][] = [
  ['/', 'article'],
  ['/dashboard', 'article'],
  ['/dashboard', 'article', openMenu],
  ['/search', '#main a'],
  ['/search?q=lanterns', 'article'],
  [`/search?q=${QUERY}`, '#main'],
  ['/search?by=text', '#main'],
  ['/reading-list', 'article'],
  [`/reading-list?tag=${word(TAG_MAX)}`, 'article'],
  [`/reading-list?q=${QUERY}`, '#main'],
  [
    '/reading-list?tab=all',
    'article',
    (page) =>
      page
        .getByRole('checkbox', { name: /^Select/ })
        .first()
        .check(),
  ],
  [`/paper/arxiv:${long.id}`, 'article'],
  ['/profile', '#statistics'],
  ['/profile?section=taste', '#main li button'],
  ['/profile?section=start', 'input'],
]

/** Opens the menu of the paper, and finds papers like it. */
async function openMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).first().click()
  await page.getByRole('menuitem', { name: 'Cite' }).click()
  await page.getByRole('dialog').waitFor()
}

/** Saves the paper with a tag and a note, and gives the reader a name, keywords, mutes and a followed search of one word each. */
async function fillAccount(page: Page): Promise<void> {
  const [request] = await Promise.all([page.waitForRequest(/\/api\/users\/me\/dashboard/), page.reload()])
  const calls = [
    ['POST', '/users/me/reading-list', { paper_id: `arxiv:${long.id}`, tags: [word(TAG_MAX)], notes: word(400) }],
    [
      'PUT',
      '/users/me',
      {
        name: word(NAME_MAX),
        interests: {
          keywords: [word(TERM_MAX)],
          authors: [long.authors[0]!.name.slice(0, TERM_MAX)],
          muted_terms: [word(TERM_MAX)],
          muted_authors: [word(TERM_MAX)],
        },
      },
    ],
    ['POST', '/categories/', { name: word(60), query: COMPOUND.slice(0, 120) }],
  ] as const
  const statuses = await page.evaluate(
    async ({ authorization, calls }) => {
      const headers = { authorization, 'content-type': 'application/json' }
      const found: number[] = []
      for (const [method, path, body] of calls)
        found.push((await fetch(`/api${path}`, { method, headers, body: JSON.stringify(body) })).status)
      return found
    },
    { authorization: request.headers()['authorization'] ?? '', calls },
  )
  expect(statuses.filter((status) => status >= 300)).toEqual([])
}

/** What reaches out of the window, or out of a part that does not scroll. Runs in the page. */
async function findCutOff(): Promise<string[]> {
  // What depends on the width is rendered again.
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
  const found: string[] = []
  const { scrollWidth } = document.documentElement
  if (scrollWidth > innerWidth) found.push(`The page is ${scrollWidth} pixels wide`)
  for (const element of document.querySelectorAll('body *')) {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
    const text = [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '')
    if (!text || element.getBoundingClientRect().right <= innerWidth + 1) continue
    const isScrolled = (part: Element | null): boolean =>
      part !== null &&
      (/auto|scroll/.test(getComputedStyle(part).overflowX) ||
        getComputedStyle(part).textOverflow === 'ellipsis' ||
        (getComputedStyle(part).clipPath !== 'none' && part.clientWidth < 5) ||
        isScrolled(part.parentElement))
    if (!isScrolled(element))
      found.push(`${element.nodeName}.${element.className} "${element.textContent.slice(0, 40)}"`)
  }
  return found
}

test('No page scrolls sideways or cuts off the words of a paper, a tag, a name or a search that have no place to break', async () => {
  const page = await openWithSavedPaper(await visit('/login', { worker: false }))
  await fillAccount(page)
  const found: string[] = []
  for (const [path, content, open] of PAGES) {
    await page.setViewportSize({ width: 1280, height: 720 })
    await page.goto(path)
    await page.locator(content).first().waitFor()
    await waitForQuiet(page)
    await open?.(page)
    for (const width of [1280, 640, 320]) {
      await page.setViewportSize({ width, height: 720 })
      found.push(...(await page.evaluate(findCutOff)).map((fault) => `${width} ${path.slice(0, 40)}: ${fault}`))
    }
  }
  expect(found).toEqual([])
})
