import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { simBatch } from '#tests/simulators/simPapers.ts'
import { simJournal, simRegistered } from '#tests/simulators/simWorks.ts'
import { followInSetup } from './setup.ts'
import { useProduct } from './useProduct.ts'

const [TUESDAY, WEDNESDAY] = ['2026-11-17', '2026-11-18']
const VISION = 'Journal of Imaginary Vision'
const SHEEP = 'Imaginary numbers of real sheep'
const TITLE_ONLY = 'A lamp that nobody described'
const LEARNING = 'Tide tables for drowsy networks'
const ISSN = ['9999-9994', '9999-9986']
const [sheep, titleOnly] = simRegistered(2, TUESDAY, { journal: VISION })
const { visit, address } = useProduct({
  papers: simBatch(1, WEDNESDAY).map((paper) => ({ ...paper, title: LEARNING, categories: ['cs.LG'] })),
  journals: [simJournal(), simJournal({ title: 'Imaginary Letters', ISSN: ['9999-9978'] })],
  works: [
    { ...sheep!, title: [SHEEP], ISSN },
    { ...titleOnly!, title: [TITLE_ONLY], ISSN, abstract: undefined },
    ...simRegistered(1, TUESDAY, { issn: '9999-9978', journal: 'Imaginary Letters' }),
  ],
  clock: new Date(`${WEDNESDAY}T07:00:00Z`),
})
const PROGRAM = join(import.meta.dirname, '../../cli/index.ts')
const CODES = /journal\.\d|9999-99/

test('a reader follows a journal by its name, and reads, filters, finds and cites its articles', async () => {
  const reader = await visit('/login')
  const { page } = reader
  const card = (name: string) => page.getByRole('article', { name })
  await reader.signIn('Ada Linde')
  await followInSetup(page)

  await page.goto('/profile#categories')
  const finder = page.getByLabel('Find a category, journal or feed')
  await finder.fill('imaginary')
  await page.getByText('2 journals').waitFor()
  expect(await reader.violations()).toEqual([])
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT' && response.ok())
  await page.getByRole('checkbox', { name: new RegExp(`^${VISION}.*Nowhere Press`) }).check()
  await page.getByRole('button', { name: `${VISION}, remove with Delete` }).waitFor()
  await saved
  await finder.fill('')
  await page.getByRole('button', { name: /^Journals \(1\)/ }).click()
  await page.getByRole('checkbox', { name: new RegExp(`^${VISION}`), checked: true }).waitFor()

  const admin = await visit('/login')
  await admin.signIn('Cleo Adeyemi')
  await admin.page.goto('/admin?tab=ingestion')
  await admin.page.getByRole('button', { name: 'Fetch now' }).click()
  await admin.page.getByRole('table', { name: 'Days of Crossref' }).waitFor()
  expect(await admin.violations()).toEqual([])

  await page.goto('/dashboard')
  for (const title of [LEARNING, SHEEP, TITLE_ONLY]) await card(title).waitFor()
  expect(await page.getByRole('article').count()).toBe(3)
  const journal = card(SHEEP).getByRole('link', { name: VISION })
  expect(await journal.evaluate((link) => getComputedStyle(link.firstElementChild!).fontStyle)).toBe('italic')
  await card(SHEEP).getByText(`you follow ${VISION}`).waitFor()
  await card(TITLE_ONLY).getByText('No abstract from the publisher.').waitFor()
  const lines = page.getByRole('list', { name: 'The day by source' })
  await lines.getByText(/^Crossref, registered Tue 17 Nov: 2 papers in all, read/).waitFor()
  await page.getByRole('button', { name: `${VISION} 2` }).click()
  await card(LEARNING).waitFor({ state: 'detached' })
  expect(await page.getByRole('main').innerText()).not.toMatch(CODES)
  expect(await reader.violations()).toEqual([])

  await page.goto('/search?q=imaginary')
  await card(SHEEP).waitFor()
  const filter = { name: new RegExp(`^${VISION} \\d`) }
  await page.getByRole('checkbox', filter).click()
  await page.getByRole('checkbox', { ...filter, checked: true }).waitFor()
  expect(new URL(page.url()).searchParams.get('category')).toBe('journal.9999-9994')
  await card(SHEEP).waitFor()
  expect(await page.getByRole('main').innerText()).not.toMatch(CODES)
  await page.goto(`/paper/${sheep!.DOI}`)
  await page.getByRole('heading', { level: 1, name: SHEEP }).waitFor()
  expect(await page.getByRole('main').getByRole('link', { name: VISION }).getAttribute('href')).toContain(sheep!.DOI)
  await page.getByRole('button', { name: 'Cite' }).first().click()
  const entry = page.getByText(/@article\{/)
  await entry.waitFor()
  const bibtex = await entry.textContent()
  expect(bibtex).toContain(VISION)
  expect(bibtex).not.toContain('journal.9999')

  const asked = page.waitForRequest((request) => request.headers()['authorization'] !== undefined)
  await page.goto('/profile')
  const token = (await asked).headers()['authorization']!.replace('Bearer ', '')
  const terminal = async (...args: string[]) => {
    const env = { ...process.env, PAPERDAWN_SERVER: address(), PAPERDAWN_TOKEN: token }
    const child = Bun.spawn([process.execPath, PROGRAM, ...args], { env, stdout: 'pipe', stderr: 'pipe' })
    return new Response(child.stdout).text()
  }
  expect(await terminal('categories')).toMatch(new RegExp(`^journal +journal.9999-9994 +${VISION} `, 'm'))
  const shown = await terminal('papers', 'show', sheep!.DOI)
  expect(shown).toMatch(new RegExp(`^categories +${VISION}$`, 'm'))
  expect(shown).toContain(`you follow ${VISION}`)
  expect(await terminal('unfollow', '9999-9986')).toContain('Not followed any more')
  expect(await terminal('categories')).not.toContain(VISION)
  expect([...reader.problems(), ...admin.problems()]).toEqual([])
})
