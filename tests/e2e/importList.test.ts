import { expect, test } from 'bun:test'
import { simBatch, simPaper } from '#tests/simulators/simPapers.ts'
import { useProduct } from './useProduct.ts'

const WEDNESDAY = '2026-11-18'
const TITLE = 'Kettles that whistle in tune'
const older = simPaper({ id: '1706.90001', title: TITLE, versions: [{ at: new Date('2017-06-12T10:00:00Z') }] })
const [first, second] = simBatch(2, WEDNESDAY)
const { visit } = useProduct({
  papers: [first!, second!, older],
  clock: new Date(`${WEDNESDAY}T07:00:00Z`),
})

test('a BibTeX file is imported, arXiv is asked for what is missing, and a tag of the file filters the list', async () => {
  const { page, signIn, violations, problems } = await visit('/login')
  await signIn('Ada Linde')
  await page.goto('/reading-list')
  await page.getByRole('button', { name: 'Import' }).click()
  const bibtex = `@misc{a, eprint = {${first!.id}}, keywords = {Lab}, annote = {Read the appendix}}
@misc{b, eprint = {1706.90001}, title = {Kettles}, keywords = {kitchen}}
@book{c, title = {A field guide to herons}}`
  const dialog = page.getByRole('dialog', { name: 'Import papers' })
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'library.bib', mimeType: 'text/x-bibtex', buffer: Buffer.from(bibtex) })
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await dialog.getByText('2 papers added').waitFor()
  await dialog.getByText('1 not found').waitFor()
  await dialog.getByText('A field guide to herons').waitFor()
  expect(await violations()).toEqual([])

  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('article', { name: TITLE }).getByText('#kitchen').waitFor()
  await page.getByRole('article', { name: first!.title }).getByText('Read the appendix').waitFor()
  await page.getByRole('article', { name: TITLE }).getByRole('link').first().click()
  await page.getByRole('combobox', { name: 'Tags' }).fill('LAB')
  // Shown before it is stored: a page that is left earlier sends it once more.
  const stored = page.waitForResponse((response) => response.request().method() === 'PUT' && response.ok())
  await page.getByRole('combobox', { name: 'Tags' }).press('Enter')
  await page.getByRole('article', { name: TITLE }).getByText('#kitchen #Lab').waitFor()
  await stored
  await page.goto('/reading-list?tag=kitchen')
  await page.getByRole('article', { name: TITLE }).waitFor()
  expect(await page.getByRole('article').count()).toBe(1)
  expect(problems()).toEqual([])
})

test('a dialog that is closed while its file is imported stays closed, and the list shows the new papers', async () => {
  const { page, signIn } = await visit('/login', { worker: false })
  await signIn('Bela Moreau')
  await page.goto('/reading-list')
  await page.getByRole('button', { name: 'Import' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import papers' })
  await dialog.getByRole('textbox', { name: 'Papers' }).fill(second!.id)
  const closed = Promise.withResolvers<void>()
  await page.route('**/reading-list/import', async (route) => {
    await closed.promise
    await route.continue()
  })
  const sent = page.waitForRequest('**/reading-list/import')
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await sent
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
  closed.resolve()
  await page.getByRole('article', { name: second!.title }).waitFor()
  expect(await dialog.count()).toBe(0)
  expect(new URL(page.url()).search).toBe('')
})

test('a large file is imported in parts, and goes on behind the parts that are imported', async () => {
  const { page, signIn, violations } = await visit('/login', { worker: false })
  await signIn('Cleo Adeyemi')
  await page.goto('/reading-list')
  await page.getByRole('button', { name: 'Import' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import papers' })
  const padding = `% ${'x'.repeat(1_200_000)}`
  const text = [first!, second!].map(({ id }) => `${padding}\n${id}\n`).join('')
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'ids.txt', mimeType: 'text/plain', buffer: Buffer.from(text) })
  await page.route('**/reading-list/import', async (route) => {
    const { continues } = route.request().postDataJSON() as { continues?: object }
    await (continues === undefined ? route.continue() : route.abort())
  })
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await dialog.getByText('50 % of the file imported, 1 paper added.').waitFor()
  await dialog.getByRole('alert').waitFor()
  expect(await violations()).toEqual([])
  await page.unroute('**/reading-list/import')
  await dialog.getByRole('button', { name: 'Go on' }).click()
  await dialog.getByText('2 papers added').waitFor()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('article', { name: first!.title }).waitFor()
  await page.getByRole('article', { name: second!.title }).waitFor()
})
