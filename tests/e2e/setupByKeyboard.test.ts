import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { simBatch } from '#tests/simulators/simPapers.ts'
import { useProduct } from './useProduct.ts'

const WEDNESDAY = '2026-11-18'
const { visit } = useProduct({ papers: simBatch(14, WEDNESDAY), clock: new Date(`${WEDNESDAY}T07:00:00Z`) })

/** More stops than a step of the setup has. */
const STOPS_MAX = 80
/** Roles that a screen reader announces by their names. */
const NAMED = new Set([
  'button',
  'link',
  'checkbox',
  'switch',
  'textbox',
  'combobox',
  'group',
  'region',
  'article',
  'heading',
])

/** Role and name of the element with the focus, and the elements without a name, in the accessibility tree. */
async function readTree(page: Page): Promise<{ focus: string; unnamed: string[] }> {
  const cdp = await page.context().newCDPSession(page)
  const { nodes } = await cdp.send('Accessibility.getFullAXTree')
  await cdp.detach()
  const elements = nodes
    .filter(({ ignored }) => !ignored)
    .map(({ role, name, properties = [] }) => ({
      role: String(role?.value),
      name: String(name?.value ?? ''),
      hasFocus: properties.some((property) => property.name === 'focused' && property.value.value === true),
    }))
  const focused = elements.findLast(({ hasFocus }) => hasFocus)
  return {
    focus: `${focused?.role} ${focused?.name}`,
    unnamed: elements.filter(({ role, name }) => NAMED.has(role) && name.trim() === '').map(({ role }) => role),
  }
}

/** Presses Tab until the element with this role and name has the focus. */
async function tabTo(page: Page, wanted: string): Promise<void> {
  const passed: string[] = []
  while (passed.length < STOPS_MAX) {
    await page.keyboard.press('Tab')
    const { focus } = await readTree(page)
    if (focus.startsWith(wanted)) return
    passed.push(focus)
  }
  throw new Error(`${wanted} was not reached, only ${passed.join(', ')}`)
}

const LATER_STEPS = [
  'heading What are you working on?',
  'heading Papers you know',
  'heading Which of these would you read?',
] as const

test('the setup is done by keys: each step has the focus on its heading, an error leaves it, and each part has a name', async () => {
  const { page, signIn } = await visit('/login', { worker: false })
  await signIn('Ada Linde')
  await page.getByLabel('Find a category, journal or feed').waitFor()
  await page.getByRole('heading', { level: 1, name: 'Wednesday, 18 November' }).waitFor()
  const unnamed: string[] = []
  const expectFocus = async (wanted: string) => {
    const tree = await readTree(page)
    unnamed.push(...tree.unnamed)
    expect(tree.focus).toBe(wanted)
  }
  await expectFocus('heading Wednesday, 18 November')
  await tabTo(page, 'textbox Find a category, journal or feed')
  await page.keyboard.type('machine learning')
  await page.getByRole('group', { name: 'Categories for “machine learning”' }).waitFor()
  await tabTo(page, 'checkbox cs.LG')
  await page.keyboard.press('Space')
  await page.getByText('1 category chosen, about 14 papers a day.').waitFor()
  await expectFocus('checkbox cs.LG Machine Learning about 14 a day')

  await page.route('**/users/me', (route) => (route.request().method() === 'PUT' ? route.abort() : route.continue()))
  await tabTo(page, 'button Continue')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('The server could not be reached.').waitFor()
  await expectFocus('button Continue')
  await page.unroute('**/users/me')
  await page.keyboard.press('Enter')

  for (const [index, heading] of LATER_STEPS.entries()) {
    await page.getByText(`Step ${index + 2} of 5`).waitFor()
    // The papers to rate come later than their step.
    if (index === 2) await page.getByText(/^\d+ of \d+ rated$/).waitFor()
    await expectFocus(heading)
    await tabTo(page, index === 2 ? 'button None of these' : 'button Skip')
    await page.keyboard.press('Enter')
  }
  await page.getByText('Step 5 of 5').waitFor()
  await expectFocus('heading The new papers by mail?')
  await tabTo(page, 'button Finish')
  await page.keyboard.press('Enter')
  await page.getByRole('article').first().waitFor()
  await expectFocus('heading Wednesday, 18 November')
  expect(unnamed).toEqual([])
})
