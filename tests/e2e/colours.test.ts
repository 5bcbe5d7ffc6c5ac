import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { simBatch } from '#tests/simulators/simPapers.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'
import { waitForQuiet } from './quiet.ts'
import { useProduct } from './useProduct.ts'

const WEDNESDAY = '2026-11-18'
const { visit } = useProduct({ papers: simBatch(1, WEDNESDAY), clock: new Date(`${WEDNESDAY}T07:00:00Z`) })

const isShown = (page: Page, scheme: 'light' | 'dark') => page.locator(`html[data-scheme=${scheme}]`).waitFor()
const toggle = (page: Page) => page.getByRole('button', { name: /^Colours: / })
const isTitled = (page: Page, title: string) =>
  toggle(page)
    .and(page.getByTitle(title, { exact: true }))
    .waitFor()

test('The colours are those of the system until the reader chooses, and a choice is kept and shown in every window', async () => {
  const { page, context, problems } = await visit('/')
  const other = await context.newPage()
  await other.goto('/login')
  for (const window of [page, other]) {
    await waitForQuiet(window)
    await window.emulateMedia({ colorScheme: 'dark' })
    await isShown(window, 'dark')
  }

  await toggle(page).click()
  for (const window of [page, other]) await isShown(window, 'light')
  await isTitled(other, 'Colours: light. Change to dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await toggle(page).click()
  await isShown(other, 'dark')
  await page.reload({ waitUntil: 'commit' })
  await isShown(page, 'dark')

  await toggle(page).click()
  await isShown(page, 'light')
  await isTitled(page, 'Colours: as the system. Change to light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await isShown(page, 'dark')
  expect(problems()).toEqual([])
})

test('The page of an error follows the colours of the system', async () => {
  const { page, context, problems } = await visit('/')
  await context.route(/\/assets\/Login-/, (route) => route.fulfill({ status: 404 }))
  await page.goto('/login')
  await page.getByRole('heading', { name: 'A new version is available' }).waitFor()
  const colours = () =>
    page.evaluate(() => [
      getComputedStyle(document.body).backgroundColor,
      getComputedStyle(document.querySelector('h1')!).color,
    ])
  await isShown(page, 'light')
  const light = await colours()
  await page.emulateMedia({ colorScheme: 'dark' })
  await isShown(page, 'dark')
  await waitUntil(async () => (await colours()).every((colour, part) => colour !== light[part]))
  expect(problems().filter((problem) => !/404|page failed|dynamically imported/.test(problem))).toEqual([])
})
