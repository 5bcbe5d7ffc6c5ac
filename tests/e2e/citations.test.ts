import { afterAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import type { Visitor } from './visitor.ts'
import { simBatch, simPaper } from '#tests/simulators/simPapers.ts'
import { simScholarPaper, startSemanticScholarSimulator } from '#tests/simulators/semanticScholar.ts'
import { useProduct } from './useProduct.ts'

const WEDNESDAY = '2026-11-18'
const old = [1, 2, 3].map((number) =>
  simPaper({
    id: `2609.9000${number}`,
    title: `Lanterns of the old harbour, part ${number}`,
    versions: [{ at: new Date('2026-09-21T16:00:00Z') }],
  }),
)
const [fresh] = simBatch(1, WEDNESDAY, { title: 'Lanterns counted again' })
const citedId = String(1).padStart(40, '0f3e')

const scholar = startSemanticScholarSimulator()
scholar.papers.push(
  ...[1, 2, 3].map((number) => simScholarPaper(number, { publicationDate: '2026-09-21' })),
  simScholarPaper(77, {
    externalIds: { ArXiv: fresh!.id },
    references: old.map(({ id }, index) => ({
      paperId: String(index + 1).padStart(40, 'a'),
      externalIds: { ArXiv: id },
    })),
  }),
)
scholar.citations.set(citedId, [
  {
    paperId: 'c'.repeat(40),
    title: 'Lanterns recounted',
    externalIds: { DOI: '10.5555/recount.1' },
    publicationDate: '2026-11-19',
  },
  {
    paperId: 'd'.repeat(40),
    title: 'Lanterns recounted twice',
    externalIds: { ArXiv: fresh!.id },
    publicationDate: WEDNESDAY,
  },
])
afterAll(() => scholar.stop())

const { visit, address } = useProduct({
  papers: [...old, ...simBatch(3, WEDNESDAY).slice(1), fresh!],
  clock: new Date(`${WEDNESDAY}T07:00:00Z`),
  settings: { SEMANTIC_SCHOLAR_URL: scholar.apiUrl },
})

/** Sends a request with the token that the pages of a visitor send. */
async function send(page: Page, method: string, path: string, data?: unknown): Promise<unknown> {
  const asked = page.waitForRequest((request) => request.headers()['authorization'] !== undefined)
  await page.reload()
  const { authorization = '' } = (await asked).headers()
  const response = await fetch(`${address()}/api${path}`, {
    method,
    headers: { authorization, 'content-type': 'application/json' },
    ...(data !== undefined && { body: JSON.stringify(data) }),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return response.json()
}

/** At both widths nothing is wider than the page, and axe finds nothing in either colour scheme. */
async function checkPage({ page, violations }: Visitor): Promise<void> {
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    expect(await violations()).toEqual([])
  }
  await page.setViewportSize({ width: 1280, height: 900 })
}

test('A new paper that cites three papers of the list says so on its card, and a saved paper which new papers cite it', async () => {
  const reader = await visit('/login')
  const { page } = reader
  await reader.signIn('Ada Linde')
  await page.goto('/profile')
  await send(page, 'PUT', '/users/me', { category_ids: ['cs.LG'] })
  for (const { id } of old) {
    await page.goto(`/paper/${id}`)
    await page.getByRole('button', { name: 'Look it up at arXiv' }).click()
    await page.getByRole('button', { name: 'Save' }).first().click()
    await page.getByRole('button', { name: 'Saved' }).first().waitFor()
  }

  const admin = await visit('/login')
  await admin.signIn('Cleo Adeyemi')
  await admin.page.goto('/admin')
  await send(admin.page, 'PUT', '/admin/sources/s2', { enabled: true, key: 'invented-key' })

  const card = page.getByRole('article', { name: fresh!.title })
  for (;;) {
    await page.goto('/dashboard')
    await card.waitFor()
    if (await card.getByText('cites 3 of yours').isVisible()) break
  }
  await checkPage(reader)

  await page.goto(`/paper/arxiv:${old[0]!.id}`)
  await page.getByRole('button', { name: 'Cited by 2 new papers since you saved it' }).click()
  const citing = page.getByRole('list', { name: 'New papers that cite it' })
  await citing.getByRole('link', { name: 'Lanterns recounted', exact: true }).waitFor()
  await checkPage(reader)
  expect(scholar.requests.every(({ url }) => !url.includes('invented-key'))).toBe(true)
})
