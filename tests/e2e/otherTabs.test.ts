import { expect, test } from 'bun:test'
import type { BrowserContext, Page } from 'playwright-core'
import { simBatch } from '#tests/simulators/simPapers.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'
import { followInSetup } from './setup.ts'
import { useProduct } from './useProduct.ts'

const WEDNESDAY = '2026-11-18'
const { visit } = useProduct({
  papers: simBatch(1, WEDNESDAY, { title: 'Kites in winds' }),
  clock: new Date(`${WEDNESDAY}T07:00:00Z`),
})

const TEXT = 'An unpublished thought about winds.'
const textIn = (tab: Page) => tab.getByRole('textbox', { name: 'Your text' })
const logOut = async (tab: Page) => {
  await tab.getByRole('button', { name: 'Logout' }).click()
  await tab.waitForURL(/:\d+\/$/)
}
/** What the page says in view, and in the region that screen readers read. */
const hearEnd = (tab: Page, sentence: RegExp) => tab.getByRole('status').filter({ hasText: sentence }).nth(1).waitFor()

/** The bodies of the requests of all windows. */
function recordBodies(context: BrowserContext): string[] {
  const bodies: string[] = []
  context.on('request', (request) => bodies.push(`${request.url()} ${request.postData()}`))
  return bodies
}

test('a tab that another one signs out says so, keeps its text for its user, and shows and sends it for no other user', async () => {
  const { page: first, context, signIn } = await visit('/login')
  const bodies = recordBodies(context)
  await signIn('Ada Linde')
  await first.goto('/search?by=text')
  await textIn(first).fill(TEXT)
  const second = await context.newPage()
  await second.goto('/profile')
  await second.getByRole('heading', { level: 1, name: 'Profile' }).waitFor()
  await logOut(second)
  await hearEnd(first, /^You were signed out in another window/)

  // The same user.
  await second.goto('/login')
  await signIn('Ada Linde', second)
  await first.waitForURL('**/search?by=text')
  expect(await textIn(first).inputValue()).toBe(TEXT)

  // Another one, who sees and sends nothing of it.
  await second.goto('/profile')
  await logOut(second)
  await hearEnd(first, /^You were signed out in another window/)
  await second.goto('/login')
  await signIn('Bela Moreau', second)
  await first.getByText('Another window is signed in as second@example.org.').waitFor()
  await first.getByRole('button', { name: 'Continue as second@example.org' }).click()
  await first.waitForURL('**/dashboard')
  await first.goBack()
  await first.goto('/search?by=text')
  await textIn(first).waitFor()
  expect(await textIn(first).inputValue()).toBe('')
  expect(bodies.filter((body) => body.includes('unpublished'))).toEqual([])
})

test('the page of a user who was signed out opens for no other one after a reload either', async () => {
  const { page: first, context, signIn } = await visit('/login')
  await signIn('Ada Linde')
  await first.goto('/search?q=kites')
  await first.getByRole('article').first().waitFor()
  const second = await context.newPage()
  await second.goto('/profile')
  await logOut(second)
  await first.waitForURL('**/login?*')
  await second.goto('/login')
  await signIn('Bela Moreau', second)
  await first.getByRole('button', { name: 'Continue as second@example.org' }).waitFor()
  await first.reload()
  await first.waitForURL('**/dashboard')
})

test('a tab whose account is deleted in another one says so, and leaves nothing of it on the device', async () => {
  const { page: first, context, signIn } = await visit('/login')
  await signIn('Bela Moreau')
  await followInSetup(first)
  await context.route('**/api/users/me/reading-list', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  )
  await first.getByRole('article').getByRole('button', { name: 'Note' }).click()
  await first.getByLabel('Your note').fill(TEXT)
  await first.getByText('Saved on this device').waitFor()
  const second = await context.newPage()
  await second.goto('/profile')
  await second.getByRole('button', { name: 'Delete account…' }).click()
  const dialog = second.getByRole('dialog', { name: 'Delete your account?' })
  await dialog.getByRole('textbox').fill('second@example.org')
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  for (const tab of [second, first]) await hearEnd(tab, /^Your account and everything kept about you were erased/)
  await waitUntil(() => first.evaluate(() => localStorage.length === 0))
})
