import { expect, test } from 'bun:test'
import type { BrowserContext, Page } from 'playwright-core'
import type { User } from '#api/contract/users.ts'
import { simBatch } from '#tests/simulators/simPapers.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'
import { waitForQuiet } from './quiet.ts'
import { followInSetup } from './setup.ts'
import { useProduct } from './useProduct.ts'
import type { Visitor, VisitorOptions } from './visitor.ts'

const WEDNESDAY = '2026-11-18'
const KITES = 'Where kites learn to fall'
const TIDES = 'Tide tables for drowsy networks'
const LETTERS = 'Letters from a patient compiler'
const titles = [KITES, TIDES, LETTERS]
const papers = simBatch(titles.length, WEDNESDAY).map((paper, index) => ({ ...paper, title: titles[index]! }))
const { visit } = useProduct({ papers, clock: new Date(`${WEDNESDAY}T07:00:00Z`) })

const card = (page: Page, title: string) => page.getByRole('article', { name: title })
const right = (element: Element) => element.getBoundingClientRect().right
const gapAbove = (element: Element) =>
  element.getBoundingClientRect().top - element.previousElementSibling!.getBoundingClientRect().bottom
const saved = (page: Page, title: string) => card(page, title).getByRole('button', { name: 'Saved', exact: true })
const dismissed = (page: Page, title: string) => page.getByRole('article').filter({ hasText: `Not for me: ${title}` })

/** Opens the calendar, waits for the mark of the day with the papers, and closes it. */
async function findMarkedDay(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Days' }).locator('[aria-current]').click()
  await page.getByRole('gridcell', { name: /^18 November: 3 papers/ }).waitFor()
  await page.keyboard.press('Escape')
}

/** Signs in as the account of that name, with a category, and waits for the cards of the day. */
async function openDay(name: string, options?: VisitorOptions): Promise<Visitor> {
  const visitor = await visit('/login', options)
  const { page } = visitor
  await visitor.signIn(name)
  const finder = page.getByLabel('Find a category, journal or feed')
  const kites = card(page, KITES)
  await finder.or(kites).waitFor()
  if (await finder.isVisible()) await followInSetup(page)
  await kites.waitFor()
  return visitor
}

/** Counts how often each page was loaded from the server, reloads included. */
function countLoads(context: BrowserContext) {
  const loads: string[] = []
  context.on('request', (request) => {
    if (request.isNavigationRequest()) loads.push(new URL(request.url()).pathname)
  })
  return loads
}

test('a page that is not on the device says so in the shell while offline, and opens when the connection is back', async () => {
  const { page, context } = await openDay('Ada Linde', { worker: false })
  // The shell is loaded after the first cards.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/assets/ShellLayout-')),
  )
  await context.setOffline(true)
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /^Profile/ })
    .click()
  await page.getByRole('heading', { name: 'This page is not on this device yet' }).waitFor()
  await page.getByText(/^Offline\./).waitFor()
  await page.getByRole('banner').getByRole('link', { name: 'Paperdawn' }).waitFor()
  await context.setOffline(false)
  await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor()
})

test('a page whose code is missing after a deployment is reloaded once', async () => {
  const { page, context } = await openDay('Ada Linde', { worker: false })
  const loads = countLoads(context)
  await context.route(/\/assets\/NotFound-/, (route) => route.fulfill({ status: 404 }))
  await page.goto('/nowhere')
  // In the page that was reloaded: the first one says so, too, until then.
  await waitUntil(() => loads.length === 2)
  await page.getByRole('heading', { level: 1, name: 'A new version is available' }).waitFor()
  await waitForQuiet(page)
  expect(loads).toEqual(['/nowhere', '/nowhere'])
  await context.unroute(/\/assets\/NotFound-/)
  await page.getByRole('button', { name: 'Reload' }).click()
  await page.getByRole('heading', { level: 1, name: 'There is no page at this address' }).waitFor()
})

test('a site whose first code is missing is reloaded once, and is not blank', async () => {
  const { page, context } = await visit('/login', { worker: false })
  await page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor()
  const loads = countLoads(context)
  await context.route(/\/assets\/App-/, (route) => route.fulfill({ status: 404 }))
  await page.goto('/search')
  await page.getByText(/^Paperdawn could not be loaded/).waitFor()
  expect(loads).toEqual(['/search', '/search'])
})

test('the site can be installed', async () => {
  const { page, context } = await visit('/login')
  const browser = await context.newCDPSession(page)
  const { errors, data } = await browser.send('Page.getAppManifest')
  expect(errors).toEqual([])
  expect(JSON.parse(data ?? '')).toMatchObject({ start_url: '/dashboard', display: 'standalone' })
  const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors')
  // The windows of the tests are private ones.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
})

/** Whether the site works without a connection: the worker is active, and the day and the list with `title` are kept. */
async function isKept(title: string): Promise<boolean> {
  const registration = await navigator.serviceWorker.getRegistration()
  const name = (await caches.keys()).find((each) => each.startsWith('paperdawn-reader '))
  if (registration?.active?.state !== 'activated' || name === undefined) return false
  const cache = await caches.open(name)
  const read = async (...key: unknown[]) =>
    (await cache.match(`/kept?key=${encodeURIComponent(JSON.stringify(key))}`))?.text()
  const [me, day, list] = [
    await read('me'),
    await read('dashboard', null),
    await read('reading-list', { sort: 'added', status: 'to_read' }, 0),
  ]
  return me?.includes('"cs.LG"') === true && day?.includes(title) === true && list?.includes(title) === true
}

/** What the device keeps of readers: the names of caches with copies, and all keys of the local storage. */
const namesOnDevice = async () => [
  ...(await caches.keys()).filter((name) => name.startsWith('paperdawn-reader ')),
  ...Object.keys(localStorage),
]

test('without a connection, papers are read and marked; all is sent when it is back, and nothing stays after the sign-out', async () => {
  const note = 'Ask which tide they had.'
  const { page: first, context, signIn } = await openDay('Bela Moreau')
  await card(first, LETTERS).getByRole('button', { name: 'Save', exact: true }).click()
  // The card shows the change at once; the list beside it when the server has it.
  await first.getByRole('region', { name: 'Next to read' }).getByText(LETTERS).waitFor()
  await first.reload()
  await waitUntil(() => first.evaluate(isKept, LETTERS))
  await findMarkedDay(first)

  await context.setOffline(true)
  await first.reload()
  await first.getByText(/^Offline, showing what was loaded at/).waitFor()
  expect(await first.getByRole('alert').evaluate(gapAbove)).toBe(16)
  await findMarkedDay(first)
  await card(first, KITES).getByRole('button', { name: 'Save', exact: true }).click()
  await card(first, KITES).getByRole('button', { name: 'Saved, waiting' }).waitFor()
  await card(first, LETTERS).getByRole('button', { name: 'Not for me' }).click()
  await first.getByText(/2 changes wait for the connection/).waitFor()
  await card(first, TIDES).getByRole('button', { name: 'Note' }).click()
  await first.getByLabel('Your note').fill(note)
  await first.getByText('Saved on this device').waitFor()
  await first.close()

  const [second, third] = [await context.newPage(), await context.newPage()]
  await second.goto('/reading-list')
  await card(second, LETTERS).first().waitFor()
  await second.getByText(/2 changes wait for the connection/).waitFor()
  await third.goto('/dashboard')
  await card(third, TIDES).getByRole('button', { name: 'Note' }).click()
  await third.getByText('Saved on this device').waitFor()
  expect(await third.getByLabel('Your note').inputValue()).toBe(note)
  await second.goto('/dashboard')
  await third.reload()
  for (const page of [second, third]) {
    await card(page, KITES).getByRole('button', { name: 'Saved, waiting' }).waitFor()
    await dismissed(page, LETTERS).waitFor()
  }

  const sent: string[] = []
  context.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() === 'GET' || !pathname.startsWith('/api/') || pathname.endsWith('/view')) return
    sent.push(`${request.method()} ${decodeURIComponent(pathname)} ${request.postData()}`)
  })
  await context.setOffline(false)
  for (const page of [second, third]) {
    for (const title of [KITES, TIDES]) await saved(page, title).waitFor()
    await dismissed(page, LETTERS).waitFor()
  }
  const [kites, tides, letters] = papers.map(({ id }) => `arxiv:${id}`)
  // The tabs see the storage of each other a little late, so that one may repeat a call, which changes nothing.
  expect([...new Set(sent)].toSorted()).toEqual([
    `POST /api/users/me/reading-list {"paper_id":"${kites}","found_by":"day"}`,
    `POST /api/users/me/reading-list {"paper_id":"${tides}","notes":"${note}"}`,
    `PUT /api/papers/${letters}/feedback {"value":"dislike"}`,
  ])
  await second.goto('/reading-list')
  await card(second, TIDES).getByText(note).waitFor()

  // An answer that arrives after the sign-out is not kept either.
  const late = Promise.withResolvers<void>()
  await context.route(/\/api\/users\/me\/reading-list\?/, async (route) => {
    const response = await route.fetch()
    await late.promise
    await route.fulfill({ response })
  })
  const asked = second.waitForRequest(/\/api\/users\/me\/reading-list\?/)
  await second.reload()
  await asked
  await second.getByRole('button', { name: 'Logout' }).click()
  await second.waitForURL(/:\d+\/$/)
  await third.waitForURL('**/login?*')
  const arrived = second.waitForResponse(/\/api\/users\/me\/reading-list\?/)
  late.resolve()
  await (await arrived).finished()
  await waitUntil(async () => (await second.evaluate(namesOnDevice)).length === 0)

  await second.goto('/login')
  await signIn('Ada Linde', second)
  await second.goto('/reading-list')
  await second.getByRole('heading', { name: 'Papers you save land here' }).waitFor()
  expect((await second.evaluate(namesOnDevice)).filter((name) => name.includes('second@'))).toEqual([])
})

test('a printed day has whole abstracts, addresses and no controls', async () => {
  const { page, context } = await openDay('Ada Linde', { worker: false })
  // The reader has chosen to see no line of the abstracts.
  await context.route('**/api/auth/me', async (route) => {
    const response = await route.fetch()
    const user = (await response.json()) as User
    user.preferences.reading.abstract_lines = 0
    await route.fulfill({ response, json: user })
  })
  await page.reload()
  const kites = card(page, KITES)
  await kites.getByRole('button', { name: 'Show abstract' }).waitFor()
  const abstract = kites.getByText(papers[0]!.abstract)
  expect(await abstract.isVisible()).toBe(false)
  await page.emulateMedia({ media: 'print' })
  await abstract.waitFor()
  await page.getByText(/^Paperdawn, as of 18 November 2026$/).waitFor()
  expect(await page.getByRole('button').count()).toBe(0)
  expect(await page.getByText('Skip to content').isVisible()).toBe(false)
  expect(await page.getByText('Unseen only').isVisible()).toBe(false)
  const link = kites.getByRole('heading').getByRole('link')
  expect(await link.evaluate((element) => getComputedStyle(element, '::after').content)).toContain('/abs/')
})

test('a printed reading list has whole rows with the day on which each paper was saved', async () => {
  const { page } = await openDay('Cleo Adeyemi', { worker: false })
  await card(page, KITES).getByRole('button', { name: 'Save', exact: true }).click()
  await saved(page, KITES).waitFor()
  await page.goto('/reading-list')
  await card(page, KITES).getByText('just now').waitFor()
  await page.emulateMedia({ media: 'print' })
  const day = card(page, KITES).getByText('18 November 2026')
  await day.waitFor()
  expect((await card(page, KITES).evaluate(right)) - (await day.evaluate(right))).toBeWithin(0, 60)
})
