import { expect, test } from 'bun:test'
import { simBatch } from '#tests/simulators/simPapers.ts'
import { AFTER_CARD, hold, signInWithPapers } from '#tests/support/firstLoad.ts'
import { waitForQuiet } from './quiet.ts'
import { useProduct } from './useProduct.ts'

const WEDNESDAY = '2026-11-18'
const { visit } = useProduct({ papers: simBatch(5, WEDNESDAY), clock: new Date(`${WEDNESDAY}T07:00:00Z`) })

/** The scripts that render a page. */
const APP_SCRIPT = /\/(react|main|app)-[^/]*\.js$/
const FONT = /\.woff2$/

test('The account and the day are requested once, while the scripts of the page are loaded, which render the papers at once; fonts come after them', async () => {
  const visitor = await visit('/login', { worker: false })
  await signInWithPapers(visitor, ['cs.LG'])
  const page = await visitor.context.newPage()
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  await page.addInitScript(recordPlaceholders)
  const releaseScripts = await hold(visitor.context, APP_SCRIPT)
  const answers = ['/api/auth/me', '/api/users/me/dashboard'].map(async (path) =>
    (await page.waitForResponse(`**${path}*`)).finished(),
  )
  await page.goto('/dashboard', { waitUntil: 'commit' })
  await Promise.all(answers)
  expect(requests.filter((path) => FONT.test(path))).toEqual([])
  releaseScripts()
  await page.getByRole('article').first().waitFor()
  expect(await page.evaluate(() => (window as unknown as { placeholders: string[] }).placeholders)).toEqual([])
  await waitForQuiet(page)
  const counted = requests.filter((path) => /auth\/me$|me\/dashboard$/.test(path))
  expect(counted.toSorted()).toEqual(['/api/auth/me', '/api/users/me/dashboard'])
  expect(requests.filter((path) => FONT.test(path) && /latin-wght-normal/.test(path))).toHaveLength(2)
  expect(visitor.problems()).toEqual([])
})

/** Opens a day, and holds the scripts that come after its cards. */
async function openCards() {
  const visitor = await visit('/login', { worker: false })
  await signInWithPapers(visitor, ['cs.LG'])
  const page = await visitor.context.newPage()
  const releaseScripts = await hold(visitor.context, AFTER_CARD)
  await page.goto('/dashboard')
  await page.getByRole('article').first().waitFor()
  return { page, problems: visitor.problems, releaseScripts }
}

test('A note can be typed before its editor is loaded', async () => {
  const { page, problems, releaseScripts } = await openCards()
  await page.keyboard.press('j')
  await page.keyboard.type('nask about s and j')
  const note = page.getByLabel('Your note')
  expect(await note.inputValue()).toBe('ask about s and j')
  releaseScripts()
  await page.getByText('Ctrl+S saves at once').waitFor()
  await page.keyboard.type('!')
  expect(await note.inputValue()).toBe('ask about s and j!')
  expect(problems()).toEqual([])
})

test('A note that is left before its editor is loaded is left', async () => {
  const { page, problems, releaseScripts } = await openCards()
  const row = page.getByRole('article').first()
  await page.keyboard.press('j')
  await page.keyboard.type('nask about j')
  await page.keyboard.press('Escape')
  await row.and(page.locator(':focus')).waitFor()
  await page.keyboard.press('j')
  const next = page.getByRole('article').nth(1).and(page.locator(':focus'))
  await next.waitFor()
  releaseScripts()
  await row.getByText('Ctrl+S saves at once').waitFor()
  expect(await row.getByLabel('Your note').inputValue()).toEndWith('ask about j')
  await next.waitFor()
  expect(problems()).toEqual([])
})

/** Collects the indicators and skeletons that the page shows while it waits, in `window.placeholders`. Runs in the page. */
function recordPlaceholders(): void {
  const placeholders: string[] = []
  Object.assign(window, { placeholders })
  new MutationObserver(() => {
    for (const { className } of document.querySelectorAll('.MuiCircularProgress-root, .MuiSkeleton-root'))
      placeholders.push(className)
  }).observe(document, { childList: true, subtree: true })
}
