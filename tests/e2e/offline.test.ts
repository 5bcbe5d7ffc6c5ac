import { expect, test } from 'bun:test'
import type { BrowserContext, Page } from 'playwright-core'
import { simBatch } from '#tests/simulators/simPapers.ts'
import { useProduct } from './useProduct.ts'
import type { Visitor, VisitorOptions } from './visitor.ts'

const WEDNESDAY = '2026-11-18'
const titles = ['Where kites learn to fall', 'Tide tables for drowsy networks']
const papers = simBatch(titles.length, WEDNESDAY).map((paper, index) => ({ ...paper, title: titles[index]! }))
const { visit } = useProduct({ papers, clock: new Date(`${WEDNESDAY}T07:00:00Z`) })

const kites = (page: Page) => page.getByRole('article', { name: titles[0]! })
const tides = (page: Page) => page.getByRole('article', { name: titles[1]! })

/** Signs in as the account of that name, with a category, and waits for the cards of the day. */
async function openDay(name: string, options?: VisitorOptions): Promise<Visitor> {
  const visitor = await visit('/login', options)
  const { page } = visitor
  await visitor.signIn(name)
  const finder = page.getByLabel('Find a category')
  const card = page.getByRole('article', { name: titles[0]! })
  await finder.or(card).waitFor()
  if (await finder.isVisible()) {
    await finder.fill('machine learning')
    await page.getByRole('checkbox', { name: /^cs\.LG/ }).check()
    await page.getByRole('button', { name: 'Continue' }).click()
    for (const step of [2, 3, 4]) {
      await page.getByText(`Step ${step} of 5`).waitFor()
      await page.getByRole('button', { name: 'None of these' }).click()
    }
    await page.getByRole('button', { name: 'Skip' }).click()
  }
  await card.waitFor()
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
  await context.route(/\/assets\/Search-/, (route) => route.fulfill({ status: 404 }))
  await page.getByRole('navigation', { name: 'Main' }).getByRole('searchbox').press('Enter')
  await page.getByRole('heading', { name: 'A new version is available' }).waitFor()
  await page.waitForLoadState('networkidle')
  expect(loads).toEqual(['/search'])
  await context.unroute(/\/assets\/Search-/)
  await page.getByRole('button', { name: 'Reload' }).click()
  await page.getByRole('heading', { level: 1, name: /Search/ }).waitFor()
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

/** Whether the page works without a connection: the worker is active, the day and the reading list are kept. */
const isKept = async (title: string) => {
  const worker = await navigator.serviceWorker.getRegistration()
  const name = (await caches.keys()).find((each) => each.startsWith('paperdawn-reader '))
  if (worker?.active?.state !== 'activated' || name === undefined) return false
  const cache = await caches.open(name)
  const keys = [['me'], ['dashboard', null], ['reading-list', { sort: 'added' }, 0]]
  const addresses = keys.map((key) => `/kept?key=${encodeURIComponent(JSON.stringify(key))}`)
  const copies = await Promise.all(addresses.map((address) => cache.match(address)))
  const [me, day, list] = await Promise.all(copies.map((copy) => copy?.text()))
  return list !== undefined && me?.includes('"cs.LG"') && day?.includes(title)
}
const hasNoCopies = async () => !(await caches.keys()).some((name) => name.startsWith('paperdawn-reader '))

test('without a connection, papers are read, saved and annotated, and all is sent once when it is back', async () => {
  const { page: first, context } = await openDay('Bela Moreau')
  // Not for each frame: a page in the background draws none.
  await first.waitForFunction(isKept, titles[0]!, { polling: 100 })

  await context.setOffline(true)
  await first.reload()
  await kites(first).getByRole('button', { name: 'Save' }).click()
  await kites(first).getByRole('button', { name: 'Saved, waiting' }).waitFor()
  await tides(first).getByRole('button', { name: 'Note' }).click()
  await first.getByLabel('Your note').fill('Ask which tide they had.')
  await first.getByText('Saved on this device').waitFor()
  await first.close()

  const second = await context.newPage()
  await second.goto('/reading-list')
  await second.getByRole('heading', { name: 'Papers you save land here' }).waitFor()
  await second.getByText(/1 change waits for the connection/).waitFor()
  await second.getByRole('banner').getByRole('link', { name: 'Paperdawn' }).click()
  const third = await context.newPage()
  await third.goto('/dashboard')
  for (const page of [second, third]) await kites(page).getByRole('button', { name: 'Saved, waiting' }).waitFor()

  const sent: string[] = []
  context.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/users/me/reading-list'))
      sent.push((JSON.parse(request.postData() ?? '') as { paper_id: string }).paper_id)
  })
  await context.setOffline(false)
  for (const page of [second, third])
    for (const card of [kites(page), tides(page)])
      await card.getByRole('button', { name: 'Saved', exact: true }).waitFor()
  expect(sent.toSorted()).toEqual(papers.map(({ id }) => `arxiv:${id}`).toSorted())
  await second.goto('/reading-list')
  await tides(second).getByText('Ask which tide they had.').waitFor()

  await second.getByRole('button', { name: 'Logout' }).click()
  await second.waitForURL(/:\d+\/$/)
  await second.waitForFunction(hasNoCopies, null, { polling: 100 })
  expect(await second.evaluate(() => Object.keys(localStorage))).toEqual([])
})
