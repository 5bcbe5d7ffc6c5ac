import { expect, test } from 'bun:test'
import { simBatch } from '#tests/simulators/simPapers.ts'
import { simWork } from '#tests/simulators/simWorks.ts'
import { useProduct } from './useProduct.ts'

const WEDNESDAY = '2026-11-18'
const title = 'Slow lanterns in a narrow valley of glass'
const papers = [...simBatch(1, WEDNESDAY, { title }), ...simBatch(3, WEDNESDAY).slice(1)]
const id = papers[0]!.id
const hasPreprint = [{ 'id-type': 'doi', id: `10.48550/arXiv.${id}`, 'asserted-by': 'subject' }]
const { visit } = useProduct({
  papers,
  works: [simWork({ title: [title], relation: { 'has-preprint': hasPreprint } })],
  clock: new Date(`${WEDNESDAY}T07:00:00Z`),
})

test('an article that is looked up is the preprint that the reader saved, until an admin parts them', async () => {
  const { page, signIn, violations } = await visit('/login')
  await signIn('Ada Linde')
  await page.goto(`/paper/${id}`)
  await page.getByRole('button', { name: 'Save' }).first().click()
  await page.getByRole('button', { name: 'Saved' }).first().waitFor()
  await page.goto('/paper/10.5555/jiv.2026.0011')
  await page.getByRole('button', { name: 'Look it up at Crossref' }).click()
  await page.getByRole('heading', { name: title }).waitFor()
  await page.getByText('Journal of Imaginary Vision 3 (1), 11-29 (2026)').waitFor()
  await page.getByRole('button', { name: 'Saved' }).first().waitFor()
  await page.getByRole('button', { name: 'Cite' }).first().click()
  await page.getByText(/journal = \{Journal of Imaginary Vision\}/).waitFor()
  await page.keyboard.press('Escape')
  await page.goto('/reading-list')
  await page.getByRole('article', { name: title }).waitFor()
  expect(await page.getByRole('article', { name: title }).count()).toBe(1)
  expect(await violations()).toEqual([])

  const admin = await visit('/login')
  await admin.signIn('Cleo Adeyemi')
  await admin.page.goto('/admin?tab=ingestion')
  await admin.page.getByText('Nothing to decide').waitFor()
  await admin.page.getByRole('combobox', { name: 'Show', exact: true }).click()
  await admin.page.getByRole('option', { name: 'Joined' }).click()
  await admin.page.getByRole('button', { name: `Part: ${title}` }).click()
  await admin.page.getByText('Parted').waitFor()
  await page.goto('/paper/10.5555/jiv.2026.0011')
  await page.getByText('Metadata from Crossref').waitFor()
  // Where the page was scrolled to, a button can be half below its head.
  await admin.page.evaluate(() => window.scrollTo(0, 0))
  expect(await admin.violations()).toEqual([])
})
