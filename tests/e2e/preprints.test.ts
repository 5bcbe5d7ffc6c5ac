import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { simBatch } from '#tests/simulators/simPapers.ts'
import { simPreprint } from '#tests/simulators/simPreprints.ts'
import { followInSetup } from './setup.ts'
import { useProduct } from './useProduct.ts'

const [TUESDAY, WEDNESDAY] = ['2026-11-17', '2026-11-18']
const DOI = '10.64898/2026.11.16.700001'
const NEURONS = 'Neurons that count lanterns in the dark'
const TRIAL = 'A trial of invented lamps against imaginary fatigue'
const LEARNING = 'Tide tables for drowsy networks'
const { visit } = useProduct({
  papers: simBatch(1, WEDNESDAY).map((paper) => ({ ...paper, title: LEARNING, categories: ['cs.LG'] })),
  preprints: [
    simPreprint({ doi: DOI, date: TUESDAY, title: NEURONS, category: 'neuroscience' }),
    simPreprint({ doi: '10.64898/2026.11.16.700002', date: TUESDAY, title: 'Imaginary beetles', category: 'zoology' }),
    simPreprint({
      doi: '10.64898/2026.11.16.26300001',
      date: TUESDAY,
      title: TRIAL,
      server: 'medRxiv',
      category: 'oncology',
    }),
  ],
  clock: new Date(`${WEDNESDAY}T07:00:00Z`),
})

/** Follows categories on the profile, where each change is saved at once. */
async function follow(page: Page, wanted: readonly (readonly [words: string, name: RegExp])[]): Promise<void> {
  await page.goto('/profile#categories')
  for (const [words, name] of wanted) {
    const saved = page.waitForResponse((response) => response.request().method() === 'PUT' && response.ok())
    await page.getByLabel('Find a category, journal or feed').fill(words)
    await page.getByRole('checkbox', { name }).check()
    await saved
  }
}

test('a biologist follows bioRxiv, medRxiv and arXiv, and reads, saves, finds and cites a preprint', async () => {
  const reader = await visit('/login')
  const { page } = reader
  await reader.signIn('Ada Linde')
  await followInSetup(page)

  const admin = await visit('/login')
  await admin.signIn('Cleo Adeyemi')
  await admin.page.goto('/admin?tab=ingestion')
  const sources = admin.page.getByRole('table', { name: 'Sources' })
  const sourceRow = (name: string) => sources.getByRole('row', { name: new RegExp(`^${name} `) })
  await sourceRow('bioRxiv').getByText('Not followed').waitFor()
  expect(await admin.violations()).toEqual([])

  await follow(page, [
    ['neuroscience', /^bioRxiv neuroscience/i],
    ['oncology', /^medRxiv oncology/i],
  ])
  expect(await reader.violations()).toEqual([])
  await admin.page.getByRole('button', { name: 'Fetch now' }).click()
  for (const name of ['arXiv', 'bioRxiv', 'medRxiv']) {
    await sourceRow(name).getByText('Good').waitFor()
    await admin.page.getByRole('table', { name: `Days of ${name}` }).waitFor()
  }
  expect(await admin.violations()).toEqual([])

  await page.goto('/dashboard')
  const card = (name: string) => page.getByRole('article', { name })
  for (const title of [LEARNING, NEURONS, TRIAL]) await card(title).waitFor()
  expect(await page.getByRole('article').count()).toBe(3)
  await card(NEURONS).getByText('bioRxiv', { exact: true }).first().waitFor()
  await card(TRIAL)
    .getByText(/not peer reviewed/i)
    .waitFor()
  const lines = page.getByRole('list', { name: 'The day by source' })
  await lines.getByText(/^arXiv: 1 paper in all, read/).waitFor()
  await lines.getByText(/^bioRxiv, posted Tue 17 Nov: 2 papers in all, read/).waitFor()
  expect(await reader.violations()).toEqual([])
  await card(NEURONS).getByRole('button', { name: 'Save' }).click()
  await card(NEURONS).getByRole('button', { name: 'Saved' }).waitFor()

  await page.goto('/search?q=count+lanterns')
  await card(NEURONS).getByRole('button', { name: 'Saved' }).waitFor()
  await page.goto(`/paper/${DOI}`)
  await page.getByRole('heading', { level: 1, name: NEURONS }).waitFor()
  const links = await page
    .getByRole('main')
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href))
  expect(links).toContain(`https://www.biorxiv.org/content/${DOI}v1`)
  expect(links).toContain(`https://www.biorxiv.org/content/${DOI}v1.full.pdf`)
  await page.getByRole('button', { name: 'Cite' }).first().click()
  const entry = page.getByText(/@\w+\{quillfeather2026/)
  await entry.waitFor()
  const bibtex = await entry.textContent()
  expect(bibtex).toContain(DOI)
  expect(bibtex).toContain('bioRxiv')
  expect([...reader.problems(), ...admin.problems()]).toEqual([])
})
