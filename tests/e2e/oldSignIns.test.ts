import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import type { PublicConfig } from '#api/contract/auth.ts'
import { simBatch } from '#tests/simulators/simPapers.ts'
import { useProduct } from './useProduct.ts'

const WEDNESDAY = '2026-11-18'
const { visit, address } = useProduct({ papers: simBatch(1, WEDNESDAY), clock: new Date(`${WEDNESDAY}T07:00:00Z`) })

interface KeptUser {
  uid: string
  stsTokenManager: { expirationTime: number }
}

/** Ends the ID token in the browser, so that its next page load renews it, and returns the user's id. */
async function endToken(page: Page): Promise<string> {
  // This page does not load the SDK, which could store its own token again.
  await page.goto('/')
  return page.evaluate(async () => {
    // oxlint-disable-next-line unicorn/consistent-function-scoping -- only this function is sent to the browser.
    const toPromise = <Value>(request: IDBRequest<Value>): Promise<Value> =>
      new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB failed')))
      })
    const database = await toPromise(indexedDB.open('firebaseLocalStorageDb'))
    const store = database.transaction('firebaseLocalStorage', 'readwrite').objectStore('firebaseLocalStorage')
    const [row] = (await toPromise(store.getAll())) as { fbase_key: string; value: KeptUser }[]
    if (row === undefined) throw new Error('Nobody is signed in')
    row.value.stsTokenManager.expirationTime = 0
    await toPromise(store.put(row))
    return row.value.uid
  })
}

/** Makes the emulator issue tokens whose sign-in was `minutes` ago. */
async function ageSignIn(uid: string, minutes: number): Promise<void> {
  const { firebase } = (await (await fetch(`${address()}/api/config`)).json()) as PublicConfig
  const response = await fetch(`${firebase.emulator_url}/identitytoolkit.googleapis.com/v1/accounts:update`, {
    method: 'POST',
    headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
    body: JSON.stringify({ localId: uid, lastLoginAt: String(Date.now() - minutes * 60_000) }),
  })
  if (!response.ok) throw new Error(await response.text())
}

test('An account is deleted after a new sign-in in place, when the last one is older than ten minutes', async () => {
  const { page, signIn, problems } = await visit('/login')
  await signIn('Bela Moreau')
  await ageSignIn(await endToken(page), 11)
  // The last page of the reading list that is copied to the device: its request must not meet an erased account.
  const copied = page.waitForResponse((response) => {
    const { pathname, searchParams } = new URL(response.url())
    return pathname.endsWith('/reading-list') && searchParams.has('sort') && !searchParams.has('status')
  })
  await page.goto('/profile')
  await copied
  await page.getByRole('button', { name: 'Delete account…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await dialog.getByRole('textbox').fill('second@example.org')
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  const goOn = dialog.getByRole('button', { name: 'Sign in and delete' })
  await goOn.waitFor()
  expect(await dialog.getByRole('textbox').inputValue()).toBe('second@example.org')

  const openWindow = async () => (await Promise.all([page.waitForEvent('popup'), goOn.click()]))[0]
  await (await openWindow()).getByText('Ada Linde').click()
  await dialog.getByText('That was another account.').waitFor()
  await (await openWindow()).getByText('Bela Moreau').click()
  await page.locator('#main').getByText('Your account and everything kept about you were erased.').waitFor()
  expect(problems().filter((problem) => !problem.includes('403'))).toEqual([])
})

test('A browser that was not used for 30 days has to sign in again, and keeps what was not sent', async () => {
  const { page, signIn, problems } = await visit('/login')
  await signIn('Ada Linde')
  await page.evaluate(() => localStorage.setItem('paperdawn.note.of-ada', '"a draft"'))
  await ageSignIn(await endToken(page), 31 * 24 * 60)
  await page.goto('/profile')
  await page
    .locator('#main')
    .getByText('You were signed out because this browser was not used for a long time.')
    .waitFor()
  expect(await page.evaluate(() => localStorage.getItem('paperdawn.note.of-ada'))).toBe('"a draft"')
  expect(new URL(page.url()).search).toContain('next=%2Fprofile')

  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Continue with Google' }).click(),
  ])
  await popup.getByText('Ada Linde').click()
  await page.waitForURL('**/profile')
  await page.getByRole('region', { name: 'Sessions' }).waitFor()
  expect(problems().filter((problem) => !problem.includes('401'))).toEqual([])
})
