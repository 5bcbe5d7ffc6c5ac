import { afterAll, expect, test } from 'bun:test'
import { startFeedsSimulator } from '#tests/simulators/feeds.ts'
import { simBatch, simPaper } from '#tests/simulators/simPapers.ts'
import { simWork } from '#tests/simulators/simWorks.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'
import { useProduct } from './useProduct.ts'

const WEDNESDAY = '2026-11-18'
const REF = '1706.90001'
const TITLE = 'Kettles that whistle in tune'
const older = simPaper({ id: REF, title: TITLE, versions: [{ at: new Date('2017-06-12T10:00:00Z') }] })
const OTHER = 'Teapots that never drip'
const other = simPaper({ id: '1806.90002', title: OTHER, versions: [{ at: new Date('2018-06-12T10:00:00Z') }] })
const pages = startFeedsSimulator()
afterAll(() => pages.stop())
const { visit } = useProduct({
  papers: [...simBatch(2, WEDNESDAY), older, other],
  works: [simWork({ abstract: undefined }), simWork({ DOI: '10.5555/owls.1', title: ['Owls of the Reeds'] })],
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

test('a paper is looked up at Crossref by its DOI, saved, read on its page and cited as an article', async () => {
  const { page, signIn, violations } = await visit('/login')
  await signIn('Bela Moreau')
  await page.goto('/search')
  await page.getByRole('searchbox').fill('https://press.example.org/doi/full/10.5555/JIV.2026.0011')
  await page.getByRole('searchbox').press('Enter')
  await page.getByRole('link', { name: 'Look it up at Crossref' }).click()
  await page.getByRole('heading', { name: 'Counting Lanterns in H2O' }).waitFor()
  await page.getByText('Published 20 September 2026').waitFor()
  await page.getByText('Metadata from Crossref').waitFor()
  await page.getByText('Journal of Imaginary Vision 3 (1), 11-29 (2026)').waitFor()
  await page.getByText('No abstract from the publisher.').waitFor()
  await page.getByText(/^Looked up by its DOI, not announced/).waitFor()
  expect(await page.getByRole('link', { name: 'PDF' }).getAttribute('href')).toBe('https://example.org/0011.pdf')
  await page.getByRole('button', { name: 'Save' }).first().click()
  await page.getByRole('button', { name: 'Saved' }).first().waitFor()
  await page.getByRole('button', { name: 'Cite' }).first().click()
  await page.getByText(/@article\{quillfeather2026/).waitFor()
  await page.getByText(/journal = \{Journal of Imaginary Vision\}/).waitFor()
  await page.keyboard.press('Escape')

  await page.goto('/reading-list')
  await page.getByRole('article', { name: 'Counting Lanterns in H2O' }).waitFor()
  await page.goto('/paper/10.5555/jiv.2026.0099')
  await page.getByRole('button', { name: 'Look it up at Crossref' }).click()
  await page.getByRole('heading', { name: 'Crossref has no such paper' }).waitFor()
  await page.getByText('Crossref has no paper 10.5555/jiv.2026.0099.').waitFor()
  expect(await violations()).toEqual([])
})

test('a paper is looked up by the address of its page, and a page that names none loses nothing that was typed', async () => {
  pages.pages.set('/articles/owls', '<head><meta name="citation_doi" content="10.5555/OWLS.1"></head>')
  pages.pages.set('/about', '<head><title>About the journal</title></head>')
  const { page, signIn, violations } = await visit('/login')
  await signIn('Cleo Adeyemi')
  const address = `${pages.addressOf('/articles/owls')}?view=full`
  await page.goto('/search')
  await page.getByRole('searchbox').fill(address)
  await page.getByRole('searchbox').press('Enter')
  await page.getByRole('link', { name: 'Read the page at 127.0.0.1' }).click()
  await page.getByRole('heading', { name: 'Owls of the Reeds' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/paper/doi:10.5555/owls.1')
  await page.getByRole('button', { name: 'Save' }).first().click()
  await page.getByRole('button', { name: 'Saved' }).first().waitFor()

  const other = pages.addressOf('/about')
  await page.goto(`/paper/${encodeURIComponent(other)}`)
  await page.getByRole('button', { name: 'Read the page at 127.0.0.1' }).click()
  await page.getByRole('heading', { name: 'No paper was found by this address' }).waitFor()
  await page.getByText(`This page names no DOI, arXiv id or PMID of a paper.`).waitFor()
  expect(await violations()).toEqual([])
  await page.getByRole('link', { name: 'Search for it' }).click()
  await page.waitForURL(/\/search\?/)
  await waitUntil(async () => (await page.getByRole('searchbox').inputValue()) === other)
})

test('a page that a bookmark sends is signed in to, and its paper is saved with one press', async () => {
  pages.pages.set('/articles/owls', '<head><meta name="citation_doi" content="10.5555/OWLS.1"></head>')
  const { page, signIn, violations } = await visit('/save?url=https://arxiv.org/abs/1706.90001v1&title=Kettles')
  await signIn('Bela Moreau')
  await page.getByRole('heading', { name: TITLE }).waitFor()
  await page.locator('button:focus', { hasText: 'Save' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Saved' }).first().waitFor()

  const address = pages.addressOf('/articles/owls')
  await page.goto(`/save?${new URLSearchParams({ text: `Look at this: ${address}`, title: 'Owls' })}`)
  await page.getByRole('button', { name: 'Find and save its paper' }).click()
  await page.getByRole('heading', { name: 'Owls of the Reeds' }).waitFor()
  await page.getByRole('button', { name: 'Saved' }).first().waitFor()

  await page.goto('/save')
  const link = page.getByRole('link', { name: 'Save to Paperdawn' })
  expect(await link.getAttribute('href')).toContain(`${new URL(page.url()).origin}/save?url=`)
  await page.getByLabel('Address of the page, DOI or arXiv id').fill('owls')
  await page.getByRole('button', { name: 'Find the paper' }).click()
  await page.getByText('This has no address and no id of a paper in it.').waitFor()
  await page.getByLabel('Address of the page, DOI or arXiv id').fill('10.5555/owls.1')
  await page.getByRole('button', { name: 'Find the paper' }).click()
  await page.getByRole('heading', { name: 'Owls of the Reeds' }).waitFor()
  expect(await violations()).toEqual([])
})

test('a paper that the library lacks is searched for at arXiv by its words, and saved from there', async () => {
  const { page, signIn, violations, problems } = await visit('/login')
  await signIn('Cleo Adeyemi')
  await page.goto('/search?q=teapots+drip')
  await page.getByText('Nothing found for').waitFor()
  await page.getByRole('button', { name: 'Search at arXiv' }).click()
  const row = page.getByRole('list', { name: 'Papers at arXiv' }).getByRole('listitem').filter({ hasText: OTHER })
  await row.getByRole('button', { name: 'Save' }).click()
  await row.getByRole('button', { name: 'Saved' }).waitFor()
  expect(await violations()).toEqual([])
  await row.getByRole('link', { name: OTHER }).click()
  await page.getByRole('heading', { level: 1, name: OTHER }).waitFor()
  await page.goBack()
  // The answer is still there.
  await row.getByText('in the library').waitFor()
  await page.goto('/reading-list')
  await page.getByRole('article', { name: OTHER }).waitFor()
  expect(problems()).toEqual([])
})
