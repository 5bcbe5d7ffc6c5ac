import { expect, test } from 'bun:test'
import { harbour, harbourRevised } from '#tests/simulators/harbourText.ts'
import { simBatch, simPaper } from '#tests/simulators/simPapers.ts'
import { useProduct } from './useProduct.ts'

const WEDNESDAY = '2026-11-18'
const abstract = (share: string, parameters: number) =>
  `We count the lanterns of a harbour at night. Fog hides ${share} of them. ` +
  `A model with ${parameters} parameters explains the rest. The code is available.`
const [first] = simBatch(1, WEDNESDAY)
const paper = simPaper({
  id: '2611.00077',
  title: 'Lanterns in thick fog',
  abstract: abstract('a half', 14),
  comment: '14 pages, 3 figures',
  versions: [
    {
      at: new Date('2026-11-02T16:00:00Z'),
      said: { title: 'Lanterns in fog', abstract: abstract('a third', 12), comment: '12 pages, 3 figures' },
    },
    { at: new Date('2026-11-17T16:00:00Z') },
  ],
})
const { visit } = useProduct({
  papers: [...(first ? [first] : []), paper],
  texts: { [`${paper.id}v1`]: harbour, [`${paper.id}v2`]: harbourRevised },
  clock: new Date(`${WEDNESDAY}T07:00:00Z`),
})

test('What changed in a version is shown on the page of the paper, after arXiv was asked for the version before', async () => {
  const { page, signIn, violations, problems } = await visit('/login')
  await signIn('Ada Linde')
  await page.goto(`/paper/arxiv:${paper.id}`)
  // The library read the newer version first: it has only the days of the older one.
  await page.getByRole('button', { name: 'What changed in version 2' }).click()
  await page.getByText('The title, 2 sentences of the abstract and the comment changed.').waitFor()
  const marked = async (tag: 'ins' | 'del') => (await page.locator(tag).allInnerTexts()).join(' ')
  expect(await marked('ins')).toMatch(/thick.*half.*14.*14/s)
  expect(await marked('del')).toMatch(/third.*12.*12/s)
  expect(await violations()).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await page.goto(`/paper/arxiv:${paper.id}?changes=1..2`)
  await page.locator('ins').first().waitFor()
  expect(problems()).toEqual([])
})

test('The sections of the text that changed are shown when a reader asks for them', async () => {
  const { page, signIn, violations, problems } = await visit('/login')
  await signIn('Ada Linde')
  await page.goto(`/paper/arxiv:${paper.id}?changes=1..2`)
  await page.getByRole('button', { name: 'Compare the text of v1 and v2' }).click()
  const part = page.getByRole('region', { name: 'What changed in the text' })
  await part.getByText('2 of 7 sections changed', { exact: false }).waitFor()
  await part.getByRole('button', { name: '2 Method' }).click()
  await part.getByRole('button', { name: '3 Discussion' }).click()
  const marked = async (tag: 'ins' | 'del') => (await part.locator(tag).allInnerTexts()).join(' ')
  await part.locator('ins .katex').first().waitFor()
  expect(await marked('ins')).toMatch(/14.*keepers & we discuss what counts < 3 mean/s)
  expect(await marked('del')).toContain('12')
  expect(await violations()).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  expect(problems()).toEqual([])
})
