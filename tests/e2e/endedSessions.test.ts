import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { simBatch } from '#tests/simulators/simPapers.ts'
import { waitForQuiet } from './quiet.ts'
import { followInSetup } from './setup.ts'
import { useProduct } from './useProduct.ts'

const WEDNESDAY = '2026-11-18'
const TITLE = 'Kites in winds'
const { visit, address } = useProduct({
  papers: simBatch(1, WEDNESDAY, { title: TITLE }),
  clock: new Date(`${WEDNESDAY}T07:00:00Z`),
})

interface Walk {
  path: string
  /** What the user types or chooses first. */
  prepare?: (page: Page) => Promise<unknown>
  /** What the user does next, and the server refuses. */
  act: (page: Page) => Promise<unknown>
  /** Address of what it reads, if it changes nothing. */
  reads?: RegExp
  /** Finds what was typed and chosen, after the next sign-in. */
  find: (page: Page) => Promise<unknown>
}

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()
const card = (page: Page) => page.getByRole('article', { name: TITLE })
const inDialog = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name })
const isSaved = (page: Page, section: string) =>
  page.getByRole('region', { name: section }).getByText('Saved', { exact: true }).waitFor()
const isOn = (page: Page, name: string) => page.getByRole('switch', { name, checked: true }).waitFor()

const steps: Record<string, Walk> = {
  'the deletion of the account': {
    path: '/profile',
    async prepare(page) {
      await press(page, 'Delete account…')
      await page.getByRole('dialog').getByRole('textbox').fill('reader@example.org')
    },
    act: (page) => inDialog(page, 'Delete my account').click(),
    async find(page) {
      const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
      await dialog.waitFor()
      expect(await dialog.getByRole('textbox').inputValue()).toBe('reader@example.org')
      // Left in another way, it does not come back.
      await inDialog(page, 'Cancel').click()
    },
  },
  'a citation': {
    path: '/dashboard',
    async prepare(page) {
      await card(page).getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: 'Cite' }).click()
      await page.getByRole('region', { name: 'Citation' }).waitFor()
    },
    act: (page) => inDialog(page, 'RIS').click(),
    reads: /\/citation/,
    async find(page) {
      await page.getByRole('button', { name: 'RIS', pressed: true }).waitFor()
      await page.getByRole('region', { name: 'Citation' }).getByText('TY  -').waitFor()
    },
  },
  'a note': {
    path: '/dashboard',
    prepare: (page) => card(page).getByRole('button', { name: 'Note' }).click(),
    act: (page) => page.getByLabel('Your note').fill('Ask which wind they had.'),
    async find(page) {
      await page.getByLabel('Your note').waitFor()
      await card(page).getByRole('button', { name: 'Saved', exact: true }).waitFor()
      await page.goto('/reading-list')
      await page.getByText('Ask which wind they had.').first().waitFor()
    },
  },
  'the export of selected papers': {
    path: '/reading-list',
    prepare: (page) => page.getByRole('checkbox', { name: new RegExp(TITLE) }).check(),
    async act(page) {
      await press(page, 'Export 1 selected')
      await page.getByRole('menuitem', { name: 'BibTeX' }).click()
    },
    find: (page) => page.getByRole('button', { name: 'Export 1 selected' }).waitFor(),
  },
  'a removal from the reading list': {
    path: '/dashboard',
    act: (page) => card(page).getByRole('button', { name: 'Saved', exact: true }).click(),
    async find(page) {
      await card(page).getByRole('button', { name: 'Save', exact: true }).waitFor()
      await page.reload()
      await card(page).getByRole('button', { name: 'Save', exact: true }).waitFor()
    },
  },
  'the settings of the mail': {
    path: '/profile',
    act: (page) => page.getByRole('switch', { name: 'Daily mail' }).check(),
    async find(page) {
      await isOn(page, 'Daily mail')
      await isSaved(page, 'E-mail')
      await page.reload()
      await isOn(page, 'Daily mail')
    },
  },
  'a category': {
    path: '/profile',
    async prepare(page) {
      await page.getByLabel('Find a category, journal or feed').fill('cryptography')
    },
    act: (page) => page.getByRole('checkbox', { name: /^cs\.CR/ }).check(),
    async find(page) {
      await page.getByRole('checkbox', { name: /^cs\.CR/, checked: true }).waitFor()
      await isSaved(page, 'Categories')
    },
  },
  'a followed search': {
    path: '/profile',
    act: (page) => page.getByRole('switch', { name: 'Follow kites' }).uncheck(),
    async find(page) {
      await page.getByRole('switch', { name: 'Follow kites', checked: false }).waitFor()
      await isSaved(page, 'Followed searches')
    },
  },
  'a new feed': {
    path: '/profile',
    async prepare(page) {
      await page.getByRole('combobox', { name: 'New feed of' }).click()
      await page.getByRole('option', { name: 'Papers of the day' }).click()
    },
    act: (page) => press(page, 'Create an address'),
    async find(page) {
      expect(await page.getByRole('combobox', { name: 'New feed of' }).inputValue()).toBe('Papers of the day')
      await press(page, 'Create an address')
      await page.getByRole('textbox', { name: 'Address of Papers of the day' }).waitFor()
    },
  },
  'the end of all sessions': {
    path: '/profile',
    prepare: (page) => press(page, 'Sign out everywhere'),
    act: (page) => inDialog(page, 'Sign out everywhere').click(),
    find: (page) => page.getByRole('dialog', { name: 'Sign out everywhere?' }).waitFor(),
  },
}

const adminSteps: Record<string, Walk> = {
  'the mail server': {
    path: '/admin?tab=email',
    async prepare(page) {
      await page.getByRole('textbox', { name: 'Server' }).fill('smtp.example.org')
      await page.getByLabel('Password').fill('a long word')
    },
    act: (page) => press(page, 'Save'),
    async find(page) {
      expect(await page.getByRole('textbox', { name: 'Server' }).inputValue()).toBe('smtp.example.org')
      expect(await page.getByLabel('Password').inputValue()).toBe('a long word')
    },
  },
  'a fetch by a query': {
    path: '/admin?tab=ingestion',
    prepare: (page) => page.getByLabel('Query', { exact: true }).fill('ti:kites'),
    act: (page) => page.getByLabel('Query', { exact: true }).press('Enter'),
    find: async (page) => expect(await page.getByLabel('Query', { exact: true }).inputValue()).toBe('ti:kites'),
  },
}

/** Ends all sessions of the user with this ID token, as another device of theirs does. */
async function endSessions(authorization: string): Promise<void> {
  const url = `${address()}/api/users/me/sign-out-everywhere`
  const response = await fetch(url, { method: 'POST', headers: { authorization } })
  if (response.status !== 204) throw new Error(await response.text())
}

/** Ends the session before the user acts, and signs the user in again. */
async function walk(page: Page, name: string, { path, prepare, act, reads, find }: Walk): Promise<void> {
  const asked = page.waitForRequest((request) => request.headers()['authorization'] !== undefined)
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await prepare?.(page)
  await waitForQuiet(page)
  // What the page asks for by itself must not be refused first.
  const isRefused = Promise.withResolvers<void>()
  await page.route('**/api/**', async (route) => {
    const [method, url, { authorization }] = [
      route.request().method(),
      route.request().url(),
      route.request().headers(),
    ]
    const isDone = reads ? reads.test(url) : method !== 'GET' && !url.endsWith('/view')
    // The sign-in service may still have to be connected, with public settings, to ask for a new token.
    if (!isDone && authorization !== undefined) await isRefused.promise
    await route.fallback()
  })
  await endSessions((await asked).headers()['authorization']!)
  await act(page)
  const sentence = reads ? /^You were signed out\. Sign in to continue/ : /^You were signed out, so what you did last/
  await page.getByRole('status').filter({ hasText: sentence }).nth(1).waitFor()
  isRefused.resolve()
  await page.unrouteAll({ behavior: 'wait' })
  const [popup] = await Promise.all([page.waitForEvent('popup'), press(page, 'Continue with Google')])
  await popup.getByText(name).click()
  await page.waitForURL(`**${path}`)
  await find(page)
}

test('what a reader typed, chose and did while the session ended is there after the next sign-in', async () => {
  const { page, signIn } = await visit('/login')
  await signIn('Ada Linde')
  await followInSetup(page)
  await page.goto('/search?q=kites')
  await press(page, 'Follow this search')
  await page.getByRole('button', { name: 'Follow this search', pressed: true }).waitFor()
  for (const step of Object.values(steps)) await walk(page, 'Ada Linde', step)
})

test('what an admin typed while the session ended is there after the next sign-in', async () => {
  const { page, signIn } = await visit('/login')
  await signIn('Cleo Adeyemi')
  for (const step of Object.values(adminSteps)) await walk(page, 'Cleo Adeyemi', step)
})
