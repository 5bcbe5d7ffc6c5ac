import { expect, test } from 'bun:test'
import type { User } from '#api/contract/users.ts'
import { simBatch } from '#tests/simulators/simPapers.ts'
import { skipToLastStep } from './setup.ts'
import { useProduct } from './useProduct.ts'

const WEDNESDAY = '2026-11-18'
const papers = simBatch(6, WEDNESDAY)
const { visit } = useProduct({ papers, clock: new Date(`${WEDNESDAY}T07:00:00Z`) })

const PAGES = [
  ['/dashboard', 'article'],
  ['/search?q=lanterns', 'article'],
  ['/reading-list', 'article time'],
  [`/paper/arxiv:${papers[0]!.id}`, 'article'],
  ['/profile', '#statistics'],
] as const

for (const [name, zone] of [
  ['Ada Linde', 'Etc/Unknown'],
  ['Bela Moreau', ''],
  ['Cleo Adeyemi', 'GMT+02:00'],
] as const)
  test(`A reader whose browser says "${zone}" of its time zone ends the setup, sees dates on every page and saves the mail's settings`, async () => {
    const { page, context, signIn, problems } = await visit('/', { worker: false, timeZone: 'UTC' })
    await context.addInitScript((timeZone) => {
      const { resolvedOptions } = Intl.DateTimeFormat.prototype
      Intl.DateTimeFormat.prototype.resolvedOptions = function () {
        return { ...resolvedOptions.call(this), timeZone }
      }
    }, zone)
    await page.goto('/login')
    await signIn(name)
    await page.getByLabel('Find a category, journal or feed').fill('machine learning')
    await page.getByRole('checkbox', { name: /^cs\.LG/ }).check()
    await page.getByRole('button', { name: 'Continue' }).click()
    await skipToLastStep(page)
    await page.getByLabel('Send me the daily mail').check()
    const [answer] = await Promise.all([
      page.waitForResponse((response) => response.request().method() === 'PUT' && response.url().endsWith('/users/me')),
      page.getByRole('button', { name: 'Finish' }).click(),
    ])
    expect(((await answer.json()) as User).preferences.digest.time_zone).toBe('UTC')
    await page.getByRole('button', { name: 'Save', exact: true }).first().click()
    await page.getByRole('button', { name: 'Saved', exact: true }).first().waitFor()

    for (const [path, content] of PAGES) {
      await page.goto(path)
      await page.locator(content).first().waitFor()
      expect([path, await page.getByText('Invalid Date').count()]).toEqual([path, 0])
    }
    const [saved] = await Promise.all([
      page.waitForResponse((response) => response.request().method() === 'PUT' && response.url().endsWith('/users/me')),
      page
        .getByRole('checkbox', { name: /something new/ })
        .or(page.getByRole('switch', { name: /something new/ }))
        .first()
        .click(),
    ])
    expect(saved.status()).toBe(200)
    expect(problems()).toEqual([])
  })
