/* oxlint-disable unicorn/consistent-function-scoping -- the function is sent to the page with all that it needs. */
import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { simBatch } from '#tests/simulators/simPapers.ts'
import { openWithSavedPaper } from '#tests/support/firstLoad.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'
import { waitForQuiet } from './quiet.ts'
import { useProduct } from './useProduct.ts'

const WEDNESDAY = '2026-11-18'
const papers = simBatch(45, WEDNESDAY).map((paper, index) => ({
  ...paper,
  title: `Kite number ${index + 1} in the wind`,
}))
const { visit } = useProduct({ papers, clock: new Date(`${WEDNESDAY}T07:00:00Z`) })

/**
 * Does what a browser does that translates the page: puts each text into two elements, and takes the text out of the
 * page. Runs in the page; the "translation" is in capital letters.
 */
function translatePage(): void {
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walk.nextNode()) {
    const text = walk.currentNode as Text
    if (/\p{L}/u.test(text.data) && !text.parentElement?.closest('script,style,[translate=no],font')) texts.push(text)
  }
  for (const text of texts) {
    const outer = document.createElement('font')
    outer.append(document.createElement('font'))
    outer.firstElementChild!.textContent = text.data.toUpperCase()
    text.before(outer)
    text.remove()
  }
}

/** A reader's page whose texts are translated before each step. */
async function openTranslated() {
  const visitor = await visit('/login', { worker: false })
  const page = await openWithSavedPaper(visitor)
  return {
    page,
    problems: visitor.problems,
    go: async (path: string, content: string) => {
      await page.goto(path)
      await page.locator(content).first().waitFor()
      await waitForQuiet(page)
    },
    step: async (act: (page: Page) => Promise<unknown>) => {
      await page.evaluate(translatePage)
      await act(page)
    },
  }
}

test('A translated dashboard works: save, take back, like, dismiss, open an abstract, show more, open a menu', async () => {
  const { page, problems, go, step } = await openTranslated()
  await go('/dashboard', 'article')
  const card = page.getByRole('article').nth(1)
  const save = card.locator('button[aria-pressed]').first()
  for (const [before, after] of [
    ['Save', 'Saved'],
    ['Saved', 'Save'],
  ] as const) {
    const stored = page.waitForResponse((response) => /^(POST|DELETE)$/.test(response.request().method()))
    await step(() => card.getByRole('button', { name: before, exact: false }).first().click())
    await stored
    await save.and(page.locator(`[aria-pressed=${before === 'Save'}]`)).waitFor()
    // The text that changed, once, and not the translation of the one before.
    expect(await save.innerText()).toBe(after)
  }
  await step(() => card.getByRole('button', { name: 'Like' }).click())
  await card.locator('[aria-pressed=true]').waitFor()
  await step(() => card.getByRole('button', { name: /^More/i }).click())
  await page.getByRole('menu').waitFor()
  await step(() => page.keyboard.press('Escape'))
  await page.getByRole('menu').waitFor({ state: 'detached' })
  await step(() => card.getByRole('button', { name: 'Not for me' }).click())
  await page
    .getByText(/^Not for me: Kite/i)
    .first()
    .waitFor()
  // Without scrolling to it, which loads more by itself.
  await step(() => page.getByRole('button', { name: /^Show \d+ more/i }).dispatchEvent('click'))
  await page.getByRole('article').nth(40).waitFor()
  await step(() =>
    page
      .getByRole('link', { name: /^Reading list/i })
      .first()
      .click(),
  )
  await page.waitForURL('**/reading-list')
  await page.getByRole('article').first().waitFor()
  expect(problems()).toEqual([])
})

test('A translated search works: words with and without results, pages, filters, order', async () => {
  const { page, problems, go, step } = await openTranslated()
  await go('/search?q=kite', 'article')
  const summary = page.getByRole('status')
  for (const [words, found] of [
    ['zebra', 'No papers for'],
    ['kite number 7', 'papers'],
    ['xylophone', 'No papers for'],
    ['kite', 'papers'],
  ] as const) {
    await step(() => page.getByRole('searchbox').first().fill(words))
    await page.waitForURL((url) => url.searchParams.get('q') === words)
    await summary
      .filter({ hasText: found })
      .filter({ hasText: `“${words}”` })
      .first()
      .waitFor()
  }
  await step(() =>
    page
      .getByRole('button', { name: /page 2/i })
      .or(page.getByRole('link', { name: /page 2/i }))
      .first()
      .click(),
  )
  await page.waitForURL(/page=2/)
  const year = page.getByRole('radio', { name: /year/i }).first()
  await step(() => year.click())
  // It is shown as chosen with the page of the new address.
  await waitUntil(() => year.isChecked())
  await page.getByRole('article').first().waitFor()
  expect(problems()).toEqual([])
})

test('A translated reading list, paper and profile work, and the reader can sign out', async () => {
  const { page, problems, go, step } = await openTranslated()
  await go('/reading-list', 'article')
  await step(() => page.getByRole('combobox', { name: 'Order' }).click())
  await step(() => page.getByRole('option', { name: 'Title' }).click())
  await page.waitForURL(/sort=title/)
  await step(() => page.getByRole('button', { name: /^More/i }).first().click())
  // A page that is left before the answer sends the change once more, which the server refuses as outdated.
  const moved = page.waitForResponse((response) => response.request().method() === 'PUT')
  await step(() => page.getByRole('menuitem', { name: 'Move to Done' }).click())
  await page.getByText('Moved to Done').first().waitFor()
  await moved
  await step(() => page.getByRole('button', { name: /^Done/i }).first().click())
  await page.waitForURL(/tab=done/)
  await step(() => page.getByRole('searchbox', { name: 'Search in the list' }).fill('zebra'))
  await page.getByText('No saved paper matches').waitFor()
  await step(() => page.getByRole('button', { name: 'Show the whole tab' }).click())
  await page.getByRole('article').first().waitFor()

  await go(`/paper/arxiv:${papers[3]!.id}`, 'article')
  await step(() => page.locator('article button[aria-pressed]').first().click())
  await page.locator('article button[aria-pressed]').first().and(page.locator('[aria-pressed=true]')).waitFor()
  await step(() => page.locator('article button[aria-pressed]').first().click())
  await page.locator('article button[aria-pressed]').first().and(page.locator('[aria-pressed=false]')).waitFor()

  await go('/profile', '#statistics')
  for (let switched = 0; switched < 2; switched += 1) {
    const stored = page.waitForResponse((response) => response.request().method() === 'PUT')
    await step(() => page.getByRole('switch').first().click())
    await stored
  }
  await step(() => page.getByRole('button', { name: 'Logout' }).click())
  await page.waitForURL(/:\d+\/$/)
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(problems()).toEqual([])
})
