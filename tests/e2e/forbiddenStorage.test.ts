import { expect, test } from 'bun:test'
import { simBatch } from '#tests/simulators/simPapers.ts'
import { signInWithPapers } from '#tests/support/firstLoad.ts'
import { useProduct } from './useProduct.ts'

const WEDNESDAY = '2026-11-18'
const { visit } = useProduct({
  papers: simBatch(3, WEDNESDAY, { title: 'Kites in winds' }),
  clock: new Date(`${WEDNESDAY}T07:00:00Z`),
})

/** As a browser does that forbids the site to store data. Runs in the page. */
const forbidLocalStorage = () =>
  Object.defineProperty(window, 'localStorage', {
    get() {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    },
  })

test('a signed-in reader whose browser forbids local storage sees the cards of the day', async () => {
  const visitor = await visit('/login')
  await signInWithPapers(visitor, ['cs.LG'])
  const { context, problems } = visitor
  await context.addInitScript(forbidLocalStorage)
  const page = await context.newPage()
  await page.goto('/dashboard')
  await page.getByRole('article').first().waitFor()
  expect(problems()).toEqual([])
})
