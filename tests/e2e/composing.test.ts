import { expect, test } from 'bun:test'
import type { Locator, Page } from 'playwright-core'
import { simBatch } from '#tests/simulators/simPapers.ts'
import { openWithSavedPaper } from '#tests/support/firstLoad.ts'
import { waitForQuiet } from './quiet.ts'
import { useProduct } from './useProduct.ts'

const WEDNESDAY = '2026-11-18'
const papers = simBatch(6, WEDNESDAY)
const { visit } = useProduct({ papers, clock: new Date(`${WEDNESDAY}T07:00:00Z`) })

/** Fields of text: their keys have meanings. */
const FIELDS = 'input:is([type=text], [type=search], :not([type])):visible, textarea:not([aria-hidden]):visible'
const KEYS = ['Enter', 'Escape', ',', ';', 's']

/** Pages with fields, each with a selector of its content, and what opens those fields that are not there at once. */
const PAGES: readonly [path: string, content: string, open?: (page: Page) => Promise<unknown>][] = [
  ['/dashboard', 'article'],
  ['/search?q=fog', '.MuiRadio-root'],
  ['/search?by=text', 'textarea'],
  ['/reading-list?q=Quillfeather', '#reading-detail textarea'],
  [`/paper/arxiv:${papers[0]!.id}`, '#paper-note textarea'],
  [
    '/profile',
    '#statistics',
    async (page) => {
      await page.getByRole('switch', { name: 'Daily mail' }).check()
      await page.getByRole('combobox', { name: 'Time zone' }).waitFor()
    },
  ],
  ['/profile?section=start', 'input'],
  ['/profile?section=start', 'input', (page) => page.getByRole('button', { name: 'Skip' }).click()],
  [
    '/profile?section=start',
    'input',
    async (page) => {
      await page.getByRole('button', { name: 'Skip' }).click()
      await page.getByRole('button', { name: 'My own papers' }).click()
    },
  ],
]

/**
 * Presses `key` in the field, or on the page, as an input method does: while a word is composed, and as Safari does, when
 * it has just ended. Returns whether something happened: a change of the field, the focus, the address, what is chosen or
 * open, or a key that the browser is not to handle any more.
 */
const pressComposing = (field: Locator, key: string, keyCode: number, isComposing: boolean) =>
  field.evaluate(
    async (node, { key, keyCode, isComposing }) => {
      const element = node as HTMLInputElement
      const look = () =>
        JSON.stringify([
          element.value,
          document.activeElement === element,
          location.href,
          document.querySelectorAll('.MuiChip-root, [role=dialog], [role=menu], [role=listbox], article').length,
        ])
      const before = look()
      const isFree = ['keydown', 'keyup'].map((type) =>
        element.dispatchEvent(
          new KeyboardEvent(type, { key, keyCode, isComposing, ctrlKey: key === 's', bubbles: true, cancelable: true }),
        ),
      )
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
      return look() !== before || isFree.includes(false)
    },
    { key, keyCode, isComposing },
  )

test('While a word is composed, no key does anything in any field', async () => {
  const page = await openWithSavedPaper(await visit('/login', { worker: false }))
  const names: string[] = []
  const found: string[] = []
  /** Changes that were sent to the API, but those of a note, which is saved while it is typed. */
  const sent: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() !== 'GET' && pathname.startsWith('/api/') && !/\/(reading-list|view)/.test(pathname))
      sent.push(`${request.method()} ${pathname}`)
  })
  for (const [path, content, open] of PAGES) {
    await page.goto(path)
    await page.locator(content).first().waitFor()
    await waitForQuiet(page)
    await open?.(page)
    await waitForQuiet(page)
    const fields = page.locator(FIELDS)
    for (let index = 0; index < (await fields.count()); index++) {
      const field = fields.nth(index)
      const name = await field.evaluate((node) => {
        const { labels, ariaLabel, placeholder, id } = node as HTMLInputElement
        return labels?.[0]?.textContent || ariaLabel || placeholder || id
      })
      names.push(name)
      await field.focus()
      // A word of which the beginning is typed.
      if ((await field.inputValue()) === '') await page.keyboard.insertText('深')
      await waitForQuiet(page)
      const sentBefore = sent.length
      for (const key of KEYS)
        for (const [keyCode, isComposing] of [
          [key === 'Enter' ? 13 : 27, true],
          [229, false],
        ] as const)
          if (await pressComposing(field, key, keyCode, isComposing)) found.push(`${name}: ${key} ${keyCode}`)
      found.push(...sent.slice(sentBefore).map((request) => `${name}: ${request}`))
    }
  }
  expect(found).toEqual([])
  for (const name of ['Author', 'Name', 'Keywords', 'Muted words', 'Time zone', 'Tags', 'Your note', 'I am'])
    expect(names).toContain(name)
})

test('While a word is composed, no key is a shortcut; without, it is', async () => {
  const page = await openWithSavedPaper(await visit('/login', { worker: false }))
  await page.goto('/dashboard')
  await page.getByRole('article').first().waitFor()
  await waitForQuiet(page)
  const body = page.locator('body')
  for (const key of ['j', 's', '?', '/'])
    expect([key, await pressComposing(body, key, 229, true)]).toEqual([key, false])
  await page.keyboard.press('?')
  await page.getByRole('dialog').waitFor()
  // Escape belongs to the input method, also for the dialogs of a library.
  expect(await pressComposing(page.getByRole('dialog'), 'Escape', 229, true)).toBe(false)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
})
