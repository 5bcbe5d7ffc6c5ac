import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { openBrowser } from '#tests/support/browser.ts'
import type { TodayPapers } from '#api/contract/papers.ts'
import { NOWHERE } from '#tests/support/process.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'
import { startProduct, type RunningProduct } from './product.ts'
import { openVisitor, type Visitor } from './visitor.ts'

let product: RunningProduct
let browser: Browser

beforeAll(async () => {
  const arxiv = { rssUrl: NOWHERE, oaiUrl: NOWHERE, apiUrl: NOWHERE, htmlUrl: NOWHERE }
  const settings = { PAPERDAWN_SAMPLES: 'auto' }
  ;[product, browser] = await Promise.all([
    startProduct({ arxiv, clock: new Date('2026-11-18T09:00:00Z'), settings }),
    openBrowser(),
  ])
})
afterAll(async () => {
  await browser.close()
  await product[Symbol.asyncDispose]()
})

async function hasNewestDay(): Promise<boolean> {
  const { announced_on } = (await (await fetch(`${product.address}/api/papers/today`)).json()) as TodayPapers
  return announced_on === '2026-11-18'
}

const enter = async (name: string): Promise<Visitor> => {
  const visitor = await openVisitor(browser, product.address)
  await visitor.page.goto('/login')
  await visitor.signIn(name)
  return visitor
}
const numberIn = (text: string | null) => Number(/\d+/.exec(text ?? '')?.[0])

describe('Where arXiv cannot be reached', () => {
  test('the sample library comes by itself', async () => {
    await waitUntil(hasNewestDay, 500)
  })

  test('the demo reader finds three weeks of invented papers, with figures that add up', async () => {
    const { page, problems } = await enter('Ada Linde')
    await page.getByRole('article').first().waitFor()
    await page.getByText(/all its papers and people are invented/).waitFor()
    expect(await page.getByText(/of this day is missing|days are missing/).count()).toBe(0)

    // The head of the page, the ledger beside the list and the filter count the same papers.
    const shown = numberIn(await page.getByText(/new papers in/).textContent())
    const tile = page.getByRole('region', { name: 'Where Wednesday’s papers went' })
    await tile.getByText(/were announced in your categories/).waitFor()
    const [, counts = ''] = /^.*?went(.*) were announced/.exec((await tile.textContent()) ?? '') ?? []
    const numbers = [...counts.matchAll(/\d+/g)].map(([number]) => Number(number))
    const announced = numbers.pop()
    expect(numbers.reduce((sum, number) => sum + number, 0)).toBe(announced ?? 0)
    expect(numberIn(await page.getByRole('region', { name: 'Category' }).textContent())).toBe(shown)
    expect(await page.getByRole('article').first().textContent()).toContain('Sample')
    await page.goto('/reading-list')
    await page.getByText('Sequential Tests for Calibration').first().waitFor()
    expect(problems()).toEqual([])
  })

  test('on a phone the days and the filter of unseen papers are one line, of the newest day and of one before', async () => {
    const { page, problems } = await enter('Ada Linde')
    await page.setViewportSize({ width: 390, height: 844 })
    const days = page.getByRole('navigation', { name: 'Days' })
    const isOneLine = async () => {
      await page.getByRole('button', { name: 'Density' }).waitFor()
      const [left, right] = await Promise.all([
        days.boundingBox(),
        page.getByRole('checkbox', { name: 'Unseen' }).boundingBox(),
      ])
      return left!.x + left!.width <= right!.x && right!.y < left!.y + left!.height
    }
    expect(await isOneLine()).toBe(true)
    await days.getByRole('button', { name: /^Earlier/ }).click()
    await days.getByRole('button', { name: /^Later/ }).waitFor()
    expect(await isOneLine()).toBe(true)
    expect(problems()).toEqual([])
  })

  test('the second reader meets the setup, with papers to rate', async () => {
    const { page, problems } = await enter('Bela Moreau')
    await page.getByText('Step 1 of 5').waitFor()
    await page.getByLabel('Find a category, journal or feed').fill('robotics')
    await page.getByRole('checkbox', { name: /^cs\.RO/ }).check()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('Step 2 of 5').waitFor()
    await page.getByRole('button', { name: 'Skip' }).click()
    await page.getByText('Step 3 of 5').waitFor()
    await page.getByRole('button', { name: 'Skip' }).click()
    await page.getByText(/^0 of \d+ rated$/).waitFor()
    expect(problems()).toEqual([])
  })

  test('the admin sees papers, the runs, the mails in the sink, and the source that fails', async () => {
    const { page, problems } = await enter('Cleo Adeyemi')
    await page.getByRole('article').first().waitFor()
    await page.goto('/admin?tab=ingestion')
    await page.getByText('Load the sample library').first().waitFor()
    const outbox = await (await fetch(`${product.address}/api/dev/outbox`)).text()
    expect(outbox).toContain('reader@example.org')
    expect(problems()).toEqual([])
  })
})
