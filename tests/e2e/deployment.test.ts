import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { simBatch } from '#tests/simulators/simPapers.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'
import { deploySite } from './deployedSite.ts'
import { waitForQuiet } from './quiet.ts'
import { useProduct } from './useProduct.ts'
import type { Visitor } from './visitor.ts'

const WEDNESDAY = '2026-11-18'
const { visit, address } = useProduct({
  papers: simBatch(3, WEDNESDAY, { title: 'Kites in winds' }),
  clock: new Date(`${WEDNESDAY}T07:00:00Z`),
})
const NOTE = 'Ask which wind they had.'

/** Signs in at `origin`, follows a category, and waits for the cards and for the worker, if the browser has workers. */
async function openDay(origin: string, worker = true): Promise<Visitor> {
  const visitor = await visit(`${origin}/login`, { worker })
  const { page, signIn } = visitor
  const [request] = await Promise.all([page.waitForRequest(/\/api\/users\/me\/dashboard/), signIn('Ada Linde')])
  await page.evaluate(async (authorization) => {
    const headers = { authorization, 'content-type': 'application/json' }
    await fetch('/api/users/me', { method: 'PUT', headers, body: JSON.stringify({ category_ids: ['cs.LG'] }) })
  }, request.headers()['authorization'] ?? '')
  await page.reload()
  await page.getByRole('article').first().waitFor()
  if (worker) await waitUntil(() => page.evaluate(isWorking))
  return visitor
}

const isWorking = async () => (await navigator.serviceWorker.getRegistration())?.active?.state === 'activated'
const keptSites = async () => (await caches.keys()).filter((name) => name.startsWith('paperdawn-site '))

/** Which builds the scripts of a page are of. */
const buildsIn = (page: Page) =>
  page.evaluate(() => {
    const { builds } = globalThis as { builds?: Set<string> }
    return [...(builds ?? [])]
  })
const link = (page: Page, name: RegExp) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name })

/** Opens the profile, whose code is loaded then. */
async function openProfile(page: Page): Promise<void> {
  await link(page, /^Profile/).click()
  await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor()
}

test('a deployment beside an open tab loses no note and mixes no versions, and the new one starts offline', async () => {
  await using site = await deploySite(address())
  const { page: first, context } = await openDay(site.address)
  const second = await context.newPage()
  await second.goto(`${site.address}/dashboard`)
  await second.getByRole('article').first().waitFor()
  const loads: string[] = []
  context.on('request', (request) => {
    if (request.isNavigationRequest()) loads.push(new URL(request.url()).pathname)
  })

  await context.setOffline(true)
  await first.getByRole('button', { name: 'Note' }).first().click()
  await first.getByLabel('Your note').fill(NOTE)
  await first.getByText('Saved on this device').waitFor()
  await site.deployNext()
  await context.setOffline(false)
  await second.reload()
  await second.getByRole('article').first().waitFor()
  await waitUntil(async () => (await second.evaluate(keptSites)).length === 2)
  await waitUntil(() =>
    second.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.installing === null),
  )
  expect(await buildsIn(second)).toEqual(['next'])

  // The tab from before goes on with the code that it began with.
  await openProfile(first)
  expect(await buildsIn(first)).toEqual([])
  expect(loads).toEqual(['/dashboard'])
  await link(first, /^Reading/).click()
  await first.getByText(NOTE).first().waitFor()

  await context.setOffline(true)
  await first.reload()
  await first.getByText(NOTE).first().waitFor()
  await openProfile(first)
  expect(await buildsIn(first)).toEqual(['next'])
  expect(loads).toEqual(['/dashboard', '/reading-list'])
})

test('a deployment is used on a device whose storage is full', async () => {
  await using site = await deploySite(address())
  const { page, context } = await openDay(site.address)
  const browser = await context.newCDPSession(page)
  await browser.send('Storage.overrideQuotaForOrigin', { origin: site.address, quotaSize: 1 })
  await site.deployNext()
  await page.reload()
  await page.getByRole('article').first().waitFor()
  await openProfile(page)
  expect(await buildsIn(page)).toEqual(['next'])
})

test('a tab whose code is missing is reloaded after each deployment, also at the same address', async () => {
  await using site = await deploySite(address())
  const { page, context } = await openDay(site.address, false)
  // A browser that has kept the chunks of the last version would not ask for them.
  const browser = await context.newCDPSession(page)
  await browser.send('Network.enable')
  await browser.send('Network.setCacheDisabled', { cacheDisabled: true })
  // A part of the page that is still on its way would be missing, too: the page would be reloaded before the click.
  await waitForQuiet(page)
  await site.deployNext()
  await openProfile(page)
  expect(await buildsIn(page)).toEqual(['next'])

  await page.goto(`${site.address}/dashboard`)
  await page.getByRole('article').first().waitFor()
  await waitForQuiet(page)
  await site.deployFirst()
  await openProfile(page)
  expect(await buildsIn(page)).toEqual([])
})
