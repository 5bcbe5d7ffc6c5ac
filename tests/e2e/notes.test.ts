import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { simBatch } from '#tests/simulators/simPapers.ts'
import { followInSetup } from './setup.ts'
import { useProduct } from './useProduct.ts'

const WEDNESDAY = '2026-11-18'
const titles = ['Where kites learn to fall', 'Tide tables for drowsy networks']
const papers = simBatch(titles.length, WEDNESDAY).map((paper, index) => ({ ...paper, title: titles[index]! }))
const { visit } = useProduct({ papers, clock: new Date(`${WEDNESDAY}T07:00:00Z`) })

const kites = (page: Page) => page.getByRole('article', { name: titles[0]! })
const noteIn = (page: Page) => page.getByLabel('Your note')

test('a note written offline in one of two tabs is sent after both were closed, and keys after Escape are shortcuts', async () => {
  const { page: first, context, signIn } = await visit('/login')
  await signIn('Ada Linde')
  await followInSetup(first)
  const second = await context.newPage()
  await second.goto('/dashboard')
  for (const page of [second, first]) {
    await kites(page).getByRole('button', { name: 'Note' }).click()
    await noteIn(page).waitFor()
  }

  await context.setOffline(true)
  await noteIn(first).fill('Ask which wind they had.')
  await first.getByText('Saved on this device').waitFor()
  await first.close()
  // The second tab has an editor without changes: saving there must not clear the draft of the first one.
  await noteIn(second).press('Control+s')
  await second.getByRole('heading', { level: 1 }).click()
  await second.close()

  await context.setOffline(false)
  const later = await context.newPage()
  await later.goto('/dashboard')
  await kites(later).getByRole('button', { name: 'Saved' }).waitFor()
  await later.goto('/reading-list')
  await kites(later).getByText('Ask which wind they had.').waitFor()

  await later.goto('/dashboard')
  await kites(later).waitFor()
  const current = later.locator('article[aria-current=true]')
  await later.keyboard.press('j')
  const before = await current.getAttribute('aria-labelledby')
  await later.keyboard.type('nhuj o s')
  expect(await noteIn(later).inputValue()).toEndWith('huj o s')
  const typed = await noteIn(later).inputValue()
  await later.keyboard.press('Escape')
  // The focus returns when the editor is gone, which a busy machine may do later.
  await current.and(later.locator(':focus')).waitFor()
  await later.keyboard.press(
    before === (await later.locator('article').first().getAttribute('aria-labelledby')) ? 'j' : 'k',
  )
  expect(await current.getAttribute('aria-labelledby')).not.toBe(before)
  await later.keyboard.press('h')
  await later.getByText(/^Not for me:/).waitFor()
  await current.and(later.locator(':focus')).waitFor()
  await later.keyboard.press('u')
  await later.getByText(/^Not for me:/).waitFor({ state: 'detached' })
  expect(await noteIn(later).inputValue()).toEndWith(typed)
})
