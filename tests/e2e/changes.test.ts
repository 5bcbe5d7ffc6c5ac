import { expect, test } from 'bun:test'
import type { Page, Request } from 'playwright-core'
import { simBatch } from '#tests/simulators/simPapers.ts'
import { signInWithPapers } from '#tests/support/firstLoad.ts'
import { useProduct } from './useProduct.ts'

const WEDNESDAY = '2026-11-18'
const papers = simBatch(40, WEDNESDAY, { title: 'Kites in winds' })
const { visit } = useProduct({ papers, clock: new Date(`${WEDNESDAY}T07:00:00Z`) })

/** The requests that `act` makes the page send until the network is quiet, without the reports of what was seen. */
async function requestsOf(page: Page, act: () => Promise<void>): Promise<string[]> {
  await page.waitForLoadState('networkidle')
  const sent: string[] = []
  const add = (request: Request) => {
    const { pathname } = new URL(request.url())
    if (!pathname.startsWith('/api/') || pathname.endsWith('/view')) return
    sent.push(`${request.method()} ${pathname.replace(/[\da-f]{8}-[\da-f-]{27}/, 'item').replace(/arxiv.*\//, '')}`)
  }
  page.on('request', add)
  const answered = page.waitForResponse((response) => response.request().method() !== 'GET')
  await act()
  await answered
  await page.waitForLoadState('networkidle')
  // Whatever the answer leads to is sent within two frames.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  await page.waitForLoadState('networkidle')
  page.off('request', add)
  return sent
}

const LIST = '/api/users/me/reading-list'
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).first().click()
const remove = (page: Page) => page.getByRole('button', { name: 'Saved', exact: true }).first().click()

test('a change is one request, and at most one of what it changed, on the dashboard, the search, the list and the page of a paper', async () => {
  const visitor = await visit('/login', { worker: false })
  await signInWithPapers(visitor, ['cs.LG'])
  const page = await visitor.context.newPage()
  for (const path of ['/dashboard', '/search?q=kites', `/paper/arxiv:${papers[9]!.id}`]) {
    await page.goto(path)
    await page.getByRole('article').first().waitFor()
    expect(await requestsOf(page, () => save(page))).toEqual([`POST ${LIST}`, `GET ${LIST}`])
    expect(await requestsOf(page, () => remove(page))).toEqual([`DELETE ${LIST}/item`, `GET ${LIST}`])
    expect(await requestsOf(page, () => save(page))).toEqual([`POST ${LIST}/item/restore`, `GET ${LIST}`])
    if (path.startsWith('/search')) continue
    const [rated, ...others] = await requestsOf(page, () => page.keyboard.press('h'))
    expect(rated).toStartWith('PUT ')
    expect(others).toEqual([])
  }
  await page.goto('/reading-list')
  await page.getByRole('combobox', { name: 'Tags' }).waitFor()
  expect(await requestsOf(page, () => page.keyboard.press('e'))).toEqual([`PUT ${LIST}/item`, `GET ${LIST}`])
  const tag = async () => {
    await page.getByRole('combobox', { name: 'Tags' }).fill('lantern')
    await page.keyboard.press('Enter')
  }
  expect(await requestsOf(page, tag)).toEqual([`PUT ${LIST}/item`, `GET ${LIST}/tags`])
  expect(visitor.problems()).toEqual([])
})

test('what is changed in one tab is seen in the others within a second, without a request', async () => {
  const visitor = await visit('/login', { worker: false })
  await signInWithPapers(visitor, ['cs.LG'])
  const [first, second, third] = [
    await visitor.context.newPage(),
    await visitor.context.newPage(),
    await visitor.context.newPage(),
  ]
  const id = `arxiv:${papers[12]!.id}`
  await first.goto('/reading-list')
  await first.getByRole('heading', { level: 1, name: 'Reading list' }).waitFor()
  await second.goto('/dashboard')
  await second.getByRole('article').first().waitFor()
  await third.goto(`/paper/${id}`)
  await third.getByRole('article').waitFor()
  const asked: string[] = []
  await Promise.all([second, third].map((page) => page.waitForLoadState('networkidle')))
  second.on('request', (request) => void (request.url().includes('/api/') && asked.push(request.url())))

  const answered = third.waitForResponse((response) => response.request().method() === 'POST')
  await save(third)
  await answered
  const within = { timeout: 1_000 }
  await second.getByRole('region', { name: 'Next to read' }).getByText(papers[12]!.title).waitFor(within)
  expect(asked).toEqual([])
  await first.getByRole('article', { name: papers[12]!.title }).first().waitFor()

  await remove(third)
  await second.getByRole('region', { name: 'Next to read' }).getByText(papers[12]!.title).waitFor({ state: 'detached' })
  await first.getByRole('article', { name: papers[12]!.title }).waitFor({ state: 'detached' })
  expect(visitor.problems()).toEqual([])
})
