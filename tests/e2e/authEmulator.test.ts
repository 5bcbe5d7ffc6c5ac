import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { startAuthEmulator, type AuthEmulator } from '#api/platform/embedded/authEmulator.ts'
import { openBrowser } from '#tests/support/browser.ts'
import { makeFolder } from '#tests/support/process.ts'

/** A page that signs in with the Firebase SDK, as the product does, and shows the e-mail address of the user. */
const PAGE = `
import { initializeApp } from 'firebase/app'
import { browserLocalPersistence, browserPopupRedirectResolver, connectAuthEmulator, getRedirectResult, GoogleAuthProvider,
  initializeAuth, signInWithPopup, signInWithRedirect } from 'firebase/auth'
const host = document.body.dataset.emulator
const app = initializeApp({ apiKey: 'demo', projectId: 'demo-paperdawn', authDomain: host })
const auth = initializeAuth(app, { persistence: browserLocalPersistence, popupRedirectResolver: browserPopupRedirectResolver })
connectAuthEmulator(auth, 'http://' + host, { disableWarnings: true })
const show = (text) => { document.querySelector('output').textContent = text }
const showUser = async (result) => {
  // The product refreshes its token every 30 minutes.
  await result?.user.getIdToken(true)
  show(result ? result.user.email + ' by ' + result.providerId : 'signed out')
}
const fail = (error) => show(String(error))
document.querySelector('#popup').onclick = () => signInWithPopup(auth, new GoogleAuthProvider()).then(showUser).catch(fail)
document.querySelector('#redirect').onclick = () => signInWithRedirect(auth, new GoogleAuthProvider()).catch(fail)
getRedirectResult(auth).then(showUser).catch(fail)`

let folder: Awaited<ReturnType<typeof makeFolder>>
let emulator: AuthEmulator
let browser: Browser
let site: Bun.Server<undefined>

beforeAll(async () => {
  folder = await makeFolder()
  emulator = await startAuthEmulator({
    folder: join(folder.path, 'auth'),
    projectId: 'demo-paperdawn',
  })
  const script = await bundle(PAGE)
  const html = `<!doctype html><title>Product</title><body data-emulator="${emulator.host}">
    <button id="popup">Popup</button><button id="redirect">Redirect</button><output></output>
    <script src="${emulator.url}/dev/gapi.js"></script><script type="module" src="/page.js"></script>`
  site = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: ({ url }) =>
      url.endsWith('/page.js')
        ? new Response(script, { headers: { 'content-type': 'text/javascript' } })
        : new Response(html, { headers: { 'content-type': 'text/html' } }),
  })
  browser = await openBrowser()
  await emulator.ready
})

afterAll(async () => {
  await browser.close()
  await site.stop(true)
  await emulator.stop()
  await folder[Symbol.asyncDispose]()
})

async function bundle(code: string): Promise<string> {
  // A path inside the repository, so that the packages resolve.
  const { outputs } = await Bun.build({
    entrypoints: ['./tests/e2e/page.js'],
    files: { './tests/e2e/page.js': code },
    target: 'browser',
  })
  return (await outputs[0]?.text()) ?? ''
}

/** Opens the page with a new browser profile. `outside`: requests to other machines, popups included; `refused`: errors of the emulator. */
async function openPage(): Promise<{ page: Page; outside: string[]; refused: string[] }> {
  const context = await browser.newContext()
  const outside: string[] = []
  context.on('request', (request) => {
    if (new URL(request.url()).hostname !== '127.0.0.1') outside.push(request.url())
  })
  const refused: string[] = []
  context.on('response', (response) => {
    const { host, pathname } = new URL(response.url())
    // The browser asks each window's address for an icon.
    if (host === emulator.host && !response.ok() && pathname !== '/favicon.ico')
      refused.push(`${response.status()} ${pathname}`)
  })
  const page = await context.newPage()
  await page.goto(site.url.href)
  await page.getByText('signed out').waitFor()
  return { page, outside, refused }
}

/** Returns what the page shows after signing in: the user, or the error. */
const readResult = (page: Page) => page.locator('output', { hasText: /@|Error/ }).textContent()

describe('Signing in without internet access', () => {
  test('works by popup with an account of the account picker', async () => {
    const { page, outside, refused } = await openPage()
    const [popup] = await Promise.all([page.waitForEvent('popup'), page.click('#popup')])
    await popup.getByText('Ada Linde').click()
    expect(await readResult(page)).toBe('reader@example.org by google.com')
    expect({ outside, refused }).toEqual({ outside: [], refused: [] })
  })

  test('works by redirect, and the user is signed in afterwards', async () => {
    const { page, outside, refused } = await openPage()
    await page.click('#redirect')
    await page.getByText('Cleo Adeyemi').click()
    expect(await readResult(page)).toBe('admin@paperdawn.test by google.com')
    expect({ outside, refused }).toEqual({ outside: [], refused: [] })
  })

  test('works with a new account created in the popup', async () => {
    const { page, outside, refused } = await openPage()
    const [popup] = await Promise.all([page.waitForEvent('popup'), page.click('#popup')])
    await popup.locator('.js-new-account').click()
    await popup.locator('#email-input').fill('newcomer@example.org')
    await popup.locator('#sign-in').click()
    expect(await readResult(page)).toBe('newcomer@example.org by google.com')
    expect({ outside, refused }).toEqual({ outside: [], refused: [] })
  })
})
