import { expect, test } from 'bun:test'
import { simBatch, simPaper } from '#tests/simulators/simPapers.ts'
import { useProduct } from './useProduct.ts'

const WEDNESDAY = '2026-11-18'
const REF = '1706.90001'
const TITLE = 'Kettles that whistle in tune'
const older = simPaper({ id: REF, title: TITLE, versions: [{ at: new Date('2017-06-12T10:00:00Z') }] })
const { visit } = useProduct({
  papers: [...simBatch(2, WEDNESDAY), older],
  clock: new Date(`${WEDNESDAY}T07:00:00Z`),
})

test('an older paper is searched by its id, looked up at arXiv, saved, noted and then found by its title', async () => {
  const { page, signIn, violations } = await visit('/login')
  await signIn('Ada Linde')
  const searchFor = async (words: string) => {
    await page.goto('/search')
    await page.getByRole('searchbox').fill(words)
    await page.getByRole('searchbox').press('Enter')
  }
  await searchFor(REF)
  await page.getByRole('link', { name: 'Look it up at arXiv' }).click()
  await page.getByRole('heading', { name: TITLE }).waitFor()
  await page.getByText(/^From before this library began/).waitFor()
  await page.getByRole('button', { name: 'Save' }).first().click()
  await page.getByRole('button', { name: 'Saved' }).first().waitFor()
  await page.getByLabel('Your note').fill('Which kettle was it?')
  await page.getByLabel('Your note').press('Control+s')
  await page.getByText(/^Saved \d/).waitFor()

  await searchFor('whistle kettles')
  await page.getByRole('article', { name: TITLE }).waitFor()
  await page.goto('/reading-list')
  await page.getByRole('article', { name: TITLE }).getByText('Which kettle was it?').waitFor()

  await page.goto('/paper/1706.90002')
  await page.getByRole('button', { name: 'Look it up at arXiv' }).click()
  await page.getByRole('heading', { name: 'arXiv has no such paper' }).waitFor()
  expect(await violations()).toEqual([])
})
