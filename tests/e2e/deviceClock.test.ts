import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { simBatch } from '#tests/simulators/simPapers.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'
import { waitForQuiet } from './quiet.ts'
import { followInSetup } from './setup.ts'
import { useProduct } from './useProduct.ts'

const WEDNESDAY = '2026-11-18'
const TITLE = 'Kites in winds'
const clock = new Date(`${WEDNESDAY}T07:00:00Z`)
const { visit } = useProduct({ papers: simBatch(1, WEDNESDAY, { title: TITLE }), clock })
const DAY_MS = 24 * 3_600_000
/** The clock of this machine may be another one than that of the product. */
const toProduct = clock.getTime() - Date.now()

/** Sets the clock of the device apart from the real one. Runs in the page. */
function shiftClock(ms: number): void {
  const RealDate = Date
  const now = () => RealDate.now() + ms
  window.Date = new Proxy(RealDate, {
    construct: (target, args: unknown[]) =>
      (args.length === 0 ? new target(now()) : Reflect.construct(target, args)) as object,
    get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
  })
}

const card = (page: Page) => page.getByRole('article', { name: TITLE })
const isKept = async () => (await caches.keys()).some((name) => name.startsWith('paperdawn-reader '))

test.each([
  ['a day behind', -DAY_MS, 'Europe/Berlin', 'Bela Moreau'],
  ['a day ahead', DAY_MS, 'Pacific/Auckland', 'Ada Linde'],
] as const)(
  'on a device whose clock is %s, days, ages, the sign-in and the copies are right',
  async (_, ms, zone, name) => {
    const { page, context, signIn, problems } = await visit('/', { timeZone: zone })
    await context.addInitScript(shiftClock, toProduct + ms)
    await page.goto('/login')
    await signIn(name)
    await followInSetup(page)
    await page.getByRole('heading', { level: 1, name: 'Wednesday, 18 November' }).waitFor()
    await card(page).getByRole('button', { name: 'Save', exact: true }).click()
    await card(page).getByRole('button', { name: 'Saved', exact: true }).waitFor()
    await page.getByText(zone === 'Europe/Berlin' ? /^Good morning/ : /^Good evening/).waitFor()

    // The session and its token outlive a page load.
    await page.goto('/reading-list')
    await card(page).getByText('just now').waitFor()
    await page.emulateMedia({ media: 'print' })
    await page.getByText('Paperdawn, as of 18 November 2026').waitFor()
    await page.emulateMedia({ media: 'screen' })
    await page.goto('/profile')
    await page.getByText('Member since 18 November 2026').waitFor()
    await page.goto('/dashboard')
    await waitUntil(() => page.evaluate(isKept))
    expect(problems()).toEqual([])

    await waitForQuiet(page)
    await context.setOffline(true)
    await page.getByText(/^Offline, showing what was loaded at \d\d:\d\d\./).waitFor()
  },
)
