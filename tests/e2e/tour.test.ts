import { describe, expect, test } from 'bun:test'
import { waitFor } from '#api/platform/embedded/child.ts'
import { simBatch, type SimPaper } from '#tests/simulators/simPapers.ts'
import { useProduct } from './useProduct.ts'

const LIMIT_MS = 180_000
const WEDNESDAY = '2026-11-18'

const day: Partial<SimPaper>[] = [
  { title: 'Tide tables for drowsy networks', categories: ['cs.LG'] },
  { title: 'Sorting pebbles by sound in $O(n \\log n)$ knocks', categories: ['cs.LG', 'cs.SD'] },
  { title: 'A grammar of lighthouse signals', categories: ['cs.CL'] },
  { title: 'Where kites learn to fall', categories: ['cs.RO', 'cs.LG'] },
  { title: 'The quiet half of a neutron star', categories: ['astro-ph.HE'] },
]

const papers = simBatch(day.length, WEDNESDAY).map((paper, place) => ({ ...paper, ...day[place] }))
const { visit, address } = useProduct({ papers, clock: new Date(`${WEDNESDAY}T07:00:00Z`) })

describe('A tour of the product', () => {
  test(
    'shows a stranger papers of today, and asks who wants more to sign in',
    async () => {
      const { page, judge, problems } = await visit('/')
      await page.getByRole('heading', { name: 'Announced Wed 18 Nov' }).waitFor()
      expect(await page.getByRole('article').count()).toBe(3)
      expect(await judge()).toEqual([])
      await page.getByRole('link', { name: 'Sign in with Google' }).click()
      await page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor()
      expect(await judge()).toEqual([])
      await page.goto('/reading-list?state=done')
      await page.waitForURL('**/login?*')
      expect(problems()).toEqual([])
    },
    LIMIT_MS,
  )

  test(
    'takes a reader from the first sign-in through a day: choosing, reading, saving, finding, leaving',
    async () => {
      const { page, signIn, judge, problems } = await visit('/login')
      await signIn('Ada Linde')

      await page.getByText('Step 1 of 2').waitFor()
      const finder = page.getByLabel('Find a category')
      await finder.fill('machine learning')
      await page.getByRole('checkbox', { name: /^cs\.LG/ }).check()
      await finder.fill('NLP')
      await page.getByRole('checkbox', { name: /^cs\.CL/ }).check()
      expect(await judge()).toEqual([])
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.getByText('Step 2 of 2').waitFor()
      expect(await judge()).toEqual([])
      await page.getByRole('button', { name: 'Finish' }).click()

      const pebbles = page.getByRole('article', { name: /^Sorting pebbles by sound/ })
      await pebbles.waitFor()
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Wednesday, 18 November')
      const titles = await page.getByRole('article').getByRole('heading').allTextContents()
      expect(titles).toHaveLength(4)
      expect(titles.join()).not.toContain('neutron star')
      expect(await pebbles.locator('math, .katex').count()).toBeGreaterThan(0)
      expect(await judge()).toEqual([])

      const kites = page.getByRole('article', { name: 'Where kites learn to fall' })
      await kites.getByRole('button', { name: 'Save' }).click()
      await kites.getByRole('button', { name: 'Saved' }).waitFor()
      await kites.getByRole('button', { name: 'Note' }).click()
      await kites.getByLabel('Your note').fill('Ask which wind they had.')
      await kites.getByText(/^Saved \d\d:\d\d$/).waitFor()
      expect(await judge()).toEqual([])

      const quick = page.getByRole('navigation', { name: 'Main' }).getByRole('searchbox')
      await quick.fill('kites')
      await quick.press('Enter')
      await page.waitForURL('**/search?q=kites')
      await page.getByText('1 paper for “kites”').waitFor()
      await page.getByRole('article').getByRole('button', { name: 'Saved' }).waitFor()
      expect(await page.getByRole('article').locator('mark').first().textContent()).toBe('kites')
      expect(await judge()).toEqual([])

      await page
        .getByRole('banner')
        .getByRole('link', { name: /^Reading List/ })
        .click()
      await page.getByRole('article').getByText('Ask which wind they had.').waitFor()
      expect(await judge()).toEqual([])
      await page.getByRole('group', { name: 'Reading state' }).getByRole('button', { name: 'Done' }).click()
      await page.getByRole('button', { name: 'Done 1' }).waitFor()

      await page.getByRole('banner').getByRole('link', { name: 'Profile' }).click()
      await page.getByRole('region', { name: 'Sessions' }).waitFor()
      expect(await judge()).toEqual([])
      await page.goto('/admin')
      await page.getByRole('heading', { name: 'You need administrator rights' }).waitFor()
      expect(await judge()).toEqual([])
      await page.goto('/no/such/page')
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect(await judge()).toEqual([])

      await page.goto('/dashboard')
      await page.getByRole('button', { name: 'Logout' }).click()
      await page.waitForURL(`${address()}/`)
      await page.goto('/reading-list')
      await page.waitForURL('**/login?*')
      expect(problems()).toEqual([])
    },
    LIMIT_MS,
  )

  test(
    'gives an admin a control for each of the thirteen calls',
    async () => {
      const { page, signIn, judge, problems } = await visit('/login')
      await signIn('Cleo Adeyemi')
      const open = async (tab: string) => {
        await page.goto(`/admin?tab=${tab}`)
        await page.getByRole('tabpanel').getByRole('region').or(page.getByText('1 of 1 good')).first().waitFor()
      }
      const button = (name: string) => page.getByRole('button', { name, exact: true })

      await open('overview')
      expect(await judge()).toEqual([])

      await open('ingestion')
      await page.getByRole('table', { name: 'Sources' }).getByRole('rowheader', { name: 'arXiv' }).waitFor()
      await page.getByLabel('Category too (optional)').waitFor()
      await page.getByLabel('Days back').waitFor()
      for (const name of ['Fetch now', 'Fetch by query', 'Process papers', 'Test the pipeline', 'Wipe and refetch…'])
        await button(name).waitFor()
      await page.getByLabel('Papers at most').waitFor()
      expect(await judge()).toEqual([])
      await button('Test the pipeline').click()
      await page.getByText('Every stage works.').waitFor()
      const ended = page.getByRole('table', { name: 'Runs' }).getByText('Succeeded')
      const before = await ended.count()
      await button('Fetch now').click()
      await ended.nth(before).waitFor()
      await button('Wipe and refetch…').click()
      await page.getByRole('dialog').waitFor()
      expect(await judge()).toEqual([])
      await page.keyboard.press('Escape')

      await open('health')
      await button('Check now').waitFor()
      await page.getByRole('region', { name: 'Search index' }).waitFor()
      expect(await judge()).toEqual([])

      await open('statistics')
      await page.getByRole('table', { name: 'By day' }).waitFor()
      expect(await judge()).toEqual([])

      await open('email')
      for (const name of ['Save mail settings', 'Test the connection', 'Send a test', 'Send top papers'])
        await button(name).waitFor()
      expect(await judge()).toEqual([])
      await button('Send a test').click()
      await page.getByText('It works').waitFor()
      expect(await judge()).toEqual([])
      await page.goto('/api/dev/outbox')
      await page.getByText('admin@paperdawn.test').first().waitFor()

      await open('users')
      await page
        .getByRole('table', { name: 'Users' })
        .getByRole('rowheader', { name: /^Cleo Adeyemi/ })
        .waitFor()
      expect(await judge()).toEqual([])
      expect(problems()).toEqual([])
    },
    LIMIT_MS,
  )

  test(
    'fits the narrowest phone without scrolling sideways, and its menu leads everywhere',
    async () => {
      const { page, signIn, judge, problems } = await visit('/', 320)
      const isTooWide = () =>
        page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
      const tooWide: string[] = []
      const look = async () => {
        expect(await judge()).toEqual([])
        if (await isTooWide()) tooWide.push(new URL(page.url()).pathname)
      }
      await page.getByRole('heading', { name: 'Announced Wed 18 Nov' }).waitFor()
      await look()
      await page.goto('/login')
      await page.getByRole('button', { name: 'Continue with Google' }).waitFor()
      await look()
      await signIn('Bela Moreau')
      await page.getByText('Step 1 of 2').waitFor()
      await look()
      await page.getByRole('button', { name: 'Vision and robotics' }).click()
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.getByRole('button', { name: 'Skip' }).click()
      await page.getByRole('article', { name: 'Where kites learn to fall' }).waitFor()
      await look()
      await page.goto('/search?q=kites')
      await page.getByText('1 paper for “kites”').waitFor()
      await look()
      for (const [name, title] of [
        ['Reading List', 'Reading list'],
        ['Profile', 'Profile'],
      ]) {
        await page.getByRole('button', { name: 'Menu' }).click()
        await page.getByRole('link', { name: new RegExp(`^${name}`) }).click()
        await page.getByRole('heading', { level: 1, name: title }).waitFor()
        await look()
      }
      expect(tooWide).toEqual([])
      expect(problems()).toEqual([])
    },
    LIMIT_MS,
  )

  test(
    'lets no page load or run what is not its own',
    async () => {
      const { page, problems } = await visit('/')
      await page.getByRole('heading', { name: 'Announced Wed 18 Nov' }).waitFor()
      await page.evaluate(() => {
        const refused: string[] = []
        Object.assign(window, { refused })
        document.addEventListener('securitypolicyviolation', (event) => refused.push(event.effectiveDirective))
        const script = document.createElement('script')
        script.textContent = 'window.intruder = true'
        document.body.append(script)
        new Image().src = 'https://elsewhere.example/pixel.png'
        void fetch('https://elsewhere.example/').catch(() => undefined)
      })
      // The notices come some time after the refusals.
      await page.waitForFunction(() => (window as unknown as { refused: string[] }).refused.length >= 3)
      const ran = await page.evaluate(() => ({
        refused: (window as unknown as { refused: string[] }).refused.toSorted(),
        intruder: 'intruder' in window,
      }))
      expect(ran).toEqual({ refused: ['connect-src', 'img-src', 'script-src-elem'], intruder: false })
      // What watches the tours sees it, too.
      await waitFor(() => problems().length >= 3 || undefined, {
        limitMs: 5_000,
        failure: () => new Error(`only these were seen: ${problems().join(', ')}`),
      })
    },
    LIMIT_MS,
  )
})
