import { expect, test } from 'bun:test'
import type { BrowserContext } from 'playwright-core'
import { simBatch } from '#tests/simulators/simPapers.ts'
import { useProduct } from './useProduct.ts'
import type { Visitor, VisitorOptions } from './visitor.ts'

const WEDNESDAY = '2026-11-18'
const titles = ['Where kites learn to fall', 'Tide tables for drowsy networks']
const papers = simBatch(titles.length, WEDNESDAY).map((paper, index) => ({ ...paper, title: titles[index]! }))
const { visit } = useProduct({ papers, clock: new Date(`${WEDNESDAY}T07:00:00Z`) })

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
  await context.route(/\/assets\/dashboard-/, (route) => route.fulfill({ status: 404 }))
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
