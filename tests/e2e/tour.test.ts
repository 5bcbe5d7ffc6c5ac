import { describe, expect, test } from 'bun:test'
import { simBatch, type SimPaper } from '#tests/simulators/simPapers.ts'
import { skipToLastStep } from './setup.ts'
import { useProduct } from './useProduct.ts'

const WEDNESDAY = '2026-11-18'

const day: Partial<SimPaper>[] = [
  { title: 'Tide tables for drowsy networks', categories: ['cs.LG'] },
  { title: 'Sorting pebbles by sound in $O(n \\log n)$ knocks', categories: ['cs.LG', 'cs.SD'] },
  { title: 'A grammar of lighthouse signals', categories: ['cs.CL'] },
  { title: 'Where kites learn to fall', categories: ['cs.RO', 'cs.LG'] },
  { title: 'The quiet half of a neutron star', categories: ['astro-ph.HE'] },
]

const papers = simBatch(day.length, WEDNESDAY).map((paper, index) => ({ ...paper, ...day[index] }))
const { visit, address } = useProduct({ papers, clock: new Date(`${WEDNESDAY}T07:00:00Z`), ownParts: true })

describe('A tour of the product', () => {
  test('shows papers of today without sign-in, and requires sign-in for other pages', async () => {
    const { page, violations, problems } = await visit('/')
    await page.getByRole('heading', { name: 'Announced Wed 18 Nov' }).waitFor()
    expect(await page.getByRole('article').count()).toBe(3)
    expect(await violations()).toEqual([])
    await page.getByRole('link', { name: 'Sign in with Google' }).click()
    await page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor()
    expect(await violations()).toEqual([])
    await page.goto('/reading-list?state=done')
    await page.waitForURL('**/login?*')
    expect(problems()).toEqual([])
  })

  test('lets a reader sign in, choose categories, read, save, take notes, search and sign out', async () => {
    const { page, signIn, violations, problems } = await visit('/login')
    await signIn('Ada Linde')

    await page.getByText('Step 1 of 5').waitFor()
    const finder = page.getByLabel('Find a category, journal or feed')
    await finder.fill('machine learning')
    await page.getByRole('checkbox', { name: /^cs\.LG/ }).check()
    await finder.fill('NLP')
    await page.getByRole('checkbox', { name: /^cs\.CL/ }).check()
    expect(await violations()).toEqual([])
    await page.getByRole('button', { name: 'Continue' }).click()
    await skipToLastStep(page, async () => expect(await violations()).toEqual([]))
    expect(await violations()).toEqual([])
    await page.getByRole('button', { name: 'Finish' }).click()

    const pebbles = page.getByRole('article', { name: /^Sorting pebbles by sound/ })
    await pebbles.waitFor()
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Wednesday, 18 November')
    const titles = await page.getByRole('article').getByRole('heading').allTextContents()
    expect(titles).toHaveLength(4)
    expect(titles.join()).not.toContain('neutron star')
    await pebbles.locator('math, .katex').first().waitFor()
    expect(await violations()).toEqual([])

    const kites = page.getByRole('article', { name: 'Where kites learn to fall' })
    await kites.getByRole('button', { name: 'Save' }).click()
    await kites.getByRole('button', { name: 'Saved' }).waitFor()
    await kites.getByRole('button', { name: 'Note' }).click()
    await kites.getByLabel('Your note').fill('Ask which wind they had.')
    await kites.getByText(/^Saved \d\d:\d\d$/).waitFor()
    expect(await violations()).toEqual([])

    const quick = page.getByRole('navigation', { name: 'Main' }).getByRole('searchbox')
    await quick.fill('kites')
    await quick.press('Enter')
    await page.waitForURL('**/search?q=kites')
    await page.getByText('1 paper for “kites”').waitFor()
    await page.getByRole('article').getByRole('button', { name: 'Saved' }).waitFor()
    expect(await page.getByRole('article').locator('mark').first().textContent()).toBe('kites')
    expect(await violations()).toEqual([])

    await page
      .getByRole('banner')
      .getByRole('link', { name: /^Reading List/ })
      .click()
    await page.getByRole('article').getByText('Ask which wind they had.').waitFor()
    expect(await violations()).toEqual([])
    await page.getByRole('group', { name: 'Reading state' }).getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Done 1' }).waitFor()

    await page.getByRole('banner').getByRole('link', { name: 'Profile' }).click()
    await page.getByRole('region', { name: 'Sessions' }).waitFor()
    expect(await violations()).toEqual([])
    await page.goto('/admin')
    await page.getByRole('heading', { name: 'You need administrator rights' }).waitFor()
    expect(await violations()).toEqual([])
    await page.goto('/no/such/page')
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await violations()).toEqual([])

    await page.goto('/dashboard')
    await page.getByRole('button', { name: 'Logout' }).click()
    await page.waitForURL(`${address()}/`)
    await page.goto('/reading-list')
    await page.waitForURL('**/login?*')
    expect(problems()).toEqual([])
  })

  test('has a control in the admin panel for each of the thirteen admin endpoints', async () => {
    const { page, signIn, violations, problems } = await visit('/login')
    await signIn('Cleo Adeyemi')
    const open = async (tab: string) => {
      await page.goto(`/admin?tab=${tab}`)
      await page.getByRole('tabpanel').getByRole('region').or(page.getByText('5 of 5 good')).first().waitFor()
    }
    const button = (name: string) => page.getByRole('button', { name, exact: true })

    await open('overview')
    expect(await violations()).toEqual([])

    await open('ingestion')
    await page.getByRole('table', { name: 'Sources' }).getByRole('rowheader', { name: 'arXiv' }).waitFor()
    await page.getByLabel('Category too (optional)').waitFor()
    await page.getByLabel('Days back').waitFor()
    for (const name of ['Fetch now', 'Fetch by query', 'Process papers', 'Test the pipeline', 'Wipe and refetch…'])
      await button(name).waitFor()
    await page.getByLabel('Papers at most').waitFor()
    expect(await violations()).toEqual([])
    await button('Test the pipeline').click()
    await page.getByText('Every stage works.').waitFor()
    const ended = page.getByRole('table', { name: 'Runs' }).getByText('Succeeded')
    const before = await ended.count()
    await button('Fetch now').click()
    await ended.nth(before).waitFor()
    await button('Wipe and refetch…').click()
    await page.getByRole('dialog').waitFor()
    expect(await violations()).toEqual([])
    await page.keyboard.press('Escape')

    await open('health')
    await button('Check now').waitFor()
    await page.getByRole('region', { name: 'Search index' }).waitFor()
    expect(await violations()).toEqual([])

    await open('statistics')
    await page.getByRole('table', { name: 'By day' }).waitFor()
    expect(await violations()).toEqual([])

    await open('email')
    for (const name of ['Save mail settings', 'Test the connection', 'Send a test', 'Send top papers'])
      await button(name).waitFor()
    expect(await violations()).toEqual([])
    await button('Send a test').click()
    await page.getByText('It works').waitFor()
    expect(await violations()).toEqual([])
    await page.goto('/api/dev/outbox')
    await page.getByText('admin@paperdawn.test').first().waitFor()

    await open('users')
    await page
      .getByRole('table', { name: 'Users' })
      .getByRole('rowheader', { name: /^Cleo Adeyemi/ })
      .waitFor()
    expect(await violations()).toEqual([])
    expect(problems()).toEqual([])
  })

  test('fits a window of 320 pixels without horizontal scrolling, and its menu links to the pages', async () => {
    const { page, signIn, violations, problems } = await visit('/', { width: 320 })
    const isTooWide = () =>
      page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
    const tooWide: string[] = []
    const checkPage = async () => {
      expect(await violations()).toEqual([])
      if (await isTooWide()) tooWide.push(new URL(page.url()).pathname)
    }
    await page.getByRole('heading', { name: 'Announced Wed 18 Nov' }).waitFor()
    await checkPage()
    await page.goto('/login')
    await page.getByRole('button', { name: 'Continue with Google' }).waitFor()
    await checkPage()
    await signIn('Bela Moreau')
    await page.getByText('Step 1 of 5').waitFor()
    await checkPage()
    await page.getByRole('button', { name: 'Vision and robotics' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await skipToLastStep(page, checkPage)
    await page.getByRole('button', { name: 'Skip' }).click()
    await page.getByRole('article', { name: 'Where kites learn to fall' }).waitFor()
    await checkPage()
    await page.goto('/search?q=kites')
    await page.getByText('1 paper for “kites”').waitFor()
    await checkPage()
    for (const [name, title] of [
      ['Reading List', 'Reading list'],
      ['Profile', 'Profile'],
    ]) {
      await page.getByRole('button', { name: 'Menu' }).click()
      await page.getByRole('link', { name: new RegExp(`^${name}`) }).click()
      await page.getByRole('heading', { level: 1, name: title }).waitFor()
      await checkPage()
    }
    expect(tooWide).toEqual([])
    expect(problems()).toEqual([])
  })
})
