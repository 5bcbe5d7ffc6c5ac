import { expect, test } from 'bun:test'
import { simBatch } from '#tests/simulators/simPapers.ts'
import { useProduct } from './useProduct.ts'

const WEDNESDAY = '2026-11-18'
const HERONS = 'Herons wade through marsh water and hunt fish at dawn near tall reeds.'
const GLASS = 'Glass blowers shape molten silica with long pipes inside hot furnaces.'
const papers = simBatch(4, WEDNESDAY).map((paper, index) => ({
  ...paper,
  title: index < 2 ? `Wading herons ${index + 1}` : `Molten glass ${index - 1}`,
  abstract: index < 2 ? HERONS : GLASS,
}))
const DRAFT = `Our draft follows herons that hunt in tall reeds.\n\n${'We watched them at dawn, near marsh water. '.repeat(8)}`

const { visit } = useProduct({ papers, clock: new Date(`${WEDNESDAY}T07:00:00Z`) })

test('a pasted abstract finds papers like it, by keyboard; a reload keeps it, Back leaves it', async () => {
  const { page, signIn, violations, problems } = await visit('/login')
  await signIn('Ada Linde')
  await page.goto('/search')
  const field = page.getByRole('searchbox')
  await field.fill('glass')
  await field.press('Enter')
  await page.getByRole('article', { name: 'Molten glass 1' }).waitFor()
  // As the paste of a text with line breaks, which a field of one line would lose.
  await field.evaluate((input: HTMLInputElement, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    input.select()
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, DRAFT)
  const text = page.getByRole('textbox', { name: 'Your text' })
  await text.waitFor()
  expect(await text.inputValue()).toBe(DRAFT)
  await text.and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByText('2 papers like your text, closest first.').waitFor()
  await page
    .getByText(/^Both: .*herons/)
    .first()
    .waitFor()
  const addresses = [page.url()]
  await page.getByRole('article', { name: 'Wading herons 1' }).getByRole('button', { name: 'Save' }).click()
  await page.getByRole('article', { name: 'Wading herons 1' }).getByRole('button', { name: 'Saved' }).waitFor()
  expect(await violations()).toEqual([])

  await page.reload()
  await page.getByRole('article', { name: 'Wading herons 1' }).getByRole('button', { name: 'Saved' }).waitFor()
  expect(await text.inputValue()).toBe(DRAFT)
  await page.goBack()
  await page.getByRole('article', { name: 'Molten glass 1' }).waitFor()
  addresses.push(page.url())
  await page.goForward()
  await page.getByRole('article', { name: 'Wading herons 2' }).waitFor()
  expect(addresses.map((address) => new URL(address).search)).toEqual(['?by=text', '?q=glass'])
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  expect(kept).not.toContain('draft follows')
  expect(problems()).toEqual([])
})

test('a text that is sent offline is kept, and answered by itself when the connection is back; another tab has none', async () => {
  const { page, context, signIn } = await visit('/login')
  await signIn('Bela Moreau')
  await page.goto('/search?by=text')
  const text = page.getByRole('textbox', { name: 'Your text' })
  await text.fill(DRAFT)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Find similar papers' }).click()
  await page.getByRole('heading', { name: 'You are offline' }).waitFor()
  expect(await text.inputValue()).toBe(DRAFT)
  expect(await page.getByRole('article').count()).toBe(0)
  await context.setOffline(false)
  await page.getByText('2 papers like your text, closest first.').waitFor()

  const other = await context.newPage()
  await other.goto('/search?by=text')
  const otherText = other.getByRole('textbox', { name: 'Your text' })
  await otherText.fill('Molten silica in hot furnaces')
  await other.getByRole('button', { name: 'Find similar papers' }).click()
  await other.getByRole('article', { name: 'Molten glass 1' }).waitFor()
  expect(await text.inputValue()).toBe(DRAFT)
  expect(await page.getByRole('article').allInnerTexts()).toEqual([
    expect.stringContaining('Wading herons'),
    expect.stringContaining('Wading herons'),
  ])
})
