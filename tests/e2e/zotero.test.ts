import { afterAll, expect, test } from 'bun:test'
import { simBatch } from '#tests/simulators/simPapers.ts'
import { KEY, startZoteroSimulator } from '#tests/simulators/zotero.ts'
import { simItem } from '#tests/simulators/zoteroLibrary.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'
import { followInSetup } from './setup.ts'
import { useProduct } from './useProduct.ts'

const WEDNESDAY = '2026-11-18'
const [first, second] = simBatch(2, WEDNESDAY, { categories: ['cs.LG'] })
const TITLE = 'Kettles that whistle in tune'
const simulator = startZoteroSimulator()
const { library } = simulator
library.addCollection('Paperdawn')
library.add(simItem(1, { DOI: '', extra: `arXiv:${second!.id}` }))
library.add(simItem(2, { DOI: '', title: 'A field guide to herons' }))
afterAll(() => simulator.stop())
const { visit } = useProduct({
  papers: [{ ...first!, title: TITLE }, second!],
  clock: new Date(`${WEDNESDAY}T07:00:00Z`),
  settings: { ZOTERO_URL: simulator.apiUrl },
})

test('a reader connects Zotero, sees what was read of it, saves a paper, and has it in the library there', async () => {
  const { page, signIn, violations, problems } = await visit('/login')
  await signIn('Ada Linde')
  await followInSetup(page)
  await page.goto('/profile#connections')
  await page.getByRole('button', { name: 'Connect Zotero' }).click()
  const dialog = page.getByRole('dialog', { name: 'Connect Zotero' })
  await dialog.getByLabel('Key').fill(KEY)
  await dialog.getByRole('button', { name: 'Test the key' }).click()
  await dialog.getByText('The library of mquill, with 2 items.').waitFor()
  await dialog.getByRole('combobox', { name: 'Papers you save go to' }).click()
  await page.getByRole('option', { name: 'Paperdawn' }).click()
  expect(await violations()).toEqual([])
  await dialog.getByRole('button', { name: 'Connect' }).click()

  await page.getByText('2 items read from Zotero.').waitFor()
  await page.getByText('1 paper recognised.').waitFor()
  await page.getByText('1 item not recognised, waiting or refused').click()
  await page.getByText('A field guide to herons').waitFor()
  expect(await violations()).toEqual([])

  await page.goto('/dashboard')
  await page.getByRole('article', { name: TITLE }).getByRole('button', { name: /^Save/ }).click()
  // The product looks every minute for what was saved.
  const sent = await waitUntil(() => library.top().find(({ data }) => data['title'] === TITLE))
  expect(sent.data).toMatchObject({ itemType: 'preprint', archiveID: `arXiv:${first!.id}` })
  expect(library.tagsOf(sent.key)).toEqual(['paperdawn'])
  expect(problems()).toEqual([])
})
