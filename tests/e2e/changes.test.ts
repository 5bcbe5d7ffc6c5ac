import { expect, test } from 'bun:test'
import type { Locator, Page, Request } from 'playwright-core'
import { simBatch } from '#tests/simulators/simPapers.ts'
import { signInWithPapers } from '#tests/support/firstLoad.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'
import { waitForQuiet } from './quiet.ts'
import { useProduct } from './useProduct.ts'

const WEDNESDAY = '2026-11-18'
const papers = simBatch(40, WEDNESDAY, { title: 'Kites in winds' }).map((paper, index) => ({
  ...paper,
  title: `${paper.title}, part ${index}`,
}))
const { visit } = useProduct({ papers, clock: new Date(`${WEDNESDAY}T07:00:00Z`) })

const isChange = (request: Request) => request.method() !== 'GET' && !request.url().endsWith('/view')

/** Makes a change, and expects that the page sends these requests for it, and no others but reports of what was seen. */
async function expectRequests(page: Page, act: () => Promise<void>, expected: readonly unknown[]): Promise<void> {
  const sent: string[] = []
  const add = (request: Request) => {
    const { pathname } = new URL(request.url())
    if (!pathname.startsWith('/api/') || pathname === '/api/config' || pathname.endsWith('/view')) return
    sent.push(`${request.method()} ${decodeURIComponent(pathname).replace(/[\da-f]{8}-[\da-f-]{27}/, 'item')}`)
  }
  page.on('request', add)
  const answered = page.waitForResponse((response) => isChange(response.request()))
  await act()
  await (await answered).finished()
  await waitUntil(() => sent.length >= expected.length)
  // What else the answer leads to is sent with its next renders.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  page.off('request', add)
  expect<readonly unknown[]>(sent).toEqual([...expected])
}

const LIST = '/api/users/me/reading-list'
const save = (page: Page | Locator) => page.getByRole('button', { name: 'Save', exact: true }).first().click()
const remove = (page: Page | Locator) => page.getByRole('button', { name: 'Saved', exact: true }).first().click()

/** What the side column asks for, which is loaded after the cards. */
const lastOfDashboard = (page: Page) => page.waitForResponse(/\/questions\/answers/)

test('a change is one request, and at most one of each thing that it changed, on the dashboard, the search, the list and the page of a paper', async () => {
  const visitor = await visit('/login', { worker: false })
  await signInWithPapers(visitor, ['cs.LG'])
  const page = await visitor.context.newPage()
  await page.clock.install()
  for (const path of ['/dashboard', '/search?q=kites', `/paper/arxiv:${papers[9]!.id}`]) {
    const last = path === '/dashboard' ? lastOfDashboard(page) : undefined
    await page.goto(path)
    await page.getByRole('article').first().waitFor()
    // What the page loads after its first content is there.
    await waitForQuiet(page)
    // Answers are shared for two seconds: what is asked for again is seen only later.
    await page.clock.fastForward('00:03')
    await last
    await expectRequests(page, () => save(page), [`POST ${LIST}`, `GET ${LIST}`])
    await page.clock.fastForward('00:03')
    await expectRequests(page, () => remove(page), [`DELETE ${LIST}/item`, `GET ${LIST}`])
    await expectRequests(page, () => save(page), [`POST ${LIST}/item/restore`, `GET ${LIST}`])
    if (path !== '/dashboard') continue
    await expectRequests(page, () => page.keyboard.press('h'), [
      expect.stringMatching(/^PUT \/api\/papers\/.*\/feedback$/),
    ])
  }
  await page.goto('/reading-list')
  await page.getByRole('combobox', { name: 'Tags' }).waitFor()
  await waitForQuiet(page)
  await expectRequests(page, () => page.keyboard.press('e'), [
    `PUT ${LIST}/item`,
    'GET /api/users/me/reading-plan',
    `GET ${LIST}`,
  ])
  const tag = async () => {
    await page.getByRole('combobox', { name: 'Tags' }).fill('lantern')
    await page.keyboard.press('Enter')
  }
  await expectRequests(page, tag, [`PUT ${LIST}/item`, `GET ${LIST}/tags`])
  expect(visitor.problems()).toEqual([])
})

test('a save does not wait for the report that its card was seen', async () => {
  const visitor = await visit('/login', { worker: false })
  // A reader of its own: cards that were seen are not reported again.
  await signInWithPapers(visitor, ['cs.LG'], 'Bela Moreau')
  const page = await visitor.context.newPage()
  const release = Promise.withResolvers<void>()
  await page.route('**/view', async (route) => {
    await release.promise
    await route.fallback()
  })
  const reported = page.waitForRequest('**/view')
  await page.goto('/dashboard')
  const id = decodeURIComponent(/papers\/([^/]+)\/view/.exec((await reported).url())?.[1] ?? '').replace('arxiv:', '')
  const title = papers.find((paper) => id === paper.id)?.title ?? id
  const saved = page.waitForResponse((response) => isChange(response.request()))
  await save(page.getByRole('article', { name: new RegExp(`${title}(?!\\d)`) }))
  expect((await saved).status()).toBe(201)
  release.resolve()
  await page.unrouteAll({ behavior: 'wait' })
  const removed = page.waitForResponse((response) => response.request().method() === 'DELETE')
  await remove(page)
  await removed
})

test('what is changed in one tab is seen in the others at once, without a request of theirs', async () => {
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
  const last = lastOfDashboard(second)
  await second.goto('/dashboard')
  await second.getByRole('article').first().waitFor()
  await third.goto(`/paper/${id}`)
  await third.getByRole('article').waitFor()
  const asked: string[] = []
  await Promise.all([last, ...[second, third].map((page) => waitForQuiet(page))])
  second.on('request', (request) => {
    if (request.method() === 'GET' && request.url().includes('/api/')) asked.push(request.url())
  })

  await save(third)
  await second.getByRole('region', { name: 'Next to read' }).getByText(papers[12]!.title).waitFor()
  expect(asked).toEqual([])
  await first.getByRole('article', { name: papers[12]!.title }).first().waitFor()

  await remove(third)
  await second.getByRole('region', { name: 'Next to read' }).getByText(papers[12]!.title).waitFor({ state: 'detached' })
  await first.getByRole('article', { name: papers[12]!.title }).waitFor({ state: 'detached' })
  expect(visitor.problems()).toEqual([])
})

test('a note that is saved in one tab is in the open note of another, unless that has a text of its own', async () => {
  const visitor = await visit('/login', { worker: false })
  await signInWithPapers(visitor, ['cs.LG'])
  const path = `/paper/arxiv:${papers[20]!.id}`
  const [first, second] = [await visitor.context.newPage(), await visitor.context.newPage()]
  for (const page of [first, second]) {
    await page.goto(path)
    await page.getByRole('article').waitFor()
  }
  await save(first)
  const notes = [first, second].map((page) => page.getByLabel('Your note')) as [Locator, Locator]
  for (const note of notes) await note.waitFor()
  await notes[0].fill('Ask which wind they had.')
  await waitUntil(async () => (await notes[1].inputValue()) === 'Ask which wind they had.')
  await notes[1].fill('And how strong it was.')
  await waitUntil(async () => (await notes[0].inputValue()) === 'And how strong it was.')
  expect(visitor.problems()).toEqual([])
})

test('a note that is typed while its paper is being saved keeps the focus, and is sent once', async () => {
  const visitor = await visit('/login', { worker: false })
  await signInWithPapers(visitor, ['cs.LG'])
  const page = await visitor.context.newPage()
  await page.goto(`/paper/arxiv:${papers[21]!.id}`)
  const note = page.getByLabel('Your note')
  await note.waitFor()
  await waitForQuiet(page)
  const release = Promise.withResolvers<void>()
  await page.route('**/api/users/me/reading-list', async (route) => {
    if (route.request().method() === 'POST') await release.promise
    await route.fallback()
  })
  const asked = page.waitForRequest(isChange)
  const saved = page.waitForResponse((response) => isChange(response.request()))
  await save(page)
  await asked
  await note.focus()
  await page.keyboard.type('Ask which')
  release.resolve()
  await saved
  await page.getByRole('combobox', { name: 'Tags' }).waitFor()
  await page.keyboard.type(' wind they had.')
  await page
    .getByText(/^Saved/, { exact: false })
    .last()
    .waitFor()
  expect(await note.inputValue()).toBe('Ask which wind they had.')
  expect(visitor.problems()).toEqual([])
  await page.unrouteAll({ behavior: 'wait' })
})
