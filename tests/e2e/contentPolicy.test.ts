import { describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { buildTestMail } from '#api/mail/testMessage.ts'
import { simBatch } from '#tests/simulators/simPapers.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'
import { useProduct } from './useProduct.ts'

const WEDNESDAY = '2026-11-18'
const { visit, address } = useProduct({ papers: simBatch(1, WEDNESDAY), clock: new Date(`${WEDNESDAY}T07:00:00Z`) })

const styleOf = (page: Page, selector: string, property: string) =>
  page.locator(selector).evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property)

describe('The content security policy', () => {
  test('blocks inline scripts and styles, and images and requests of other hosts', async () => {
    const { page, problems } = await visit('/')
    await page.getByRole('heading', { name: 'Announced Wed 18 Nov' }).waitFor()
    await page.evaluate(() => {
      const blocked: string[] = []
      Object.assign(window, { blocked })
      document.addEventListener('securitypolicyviolation', (event) => blocked.push(event.effectiveDirective))
      const script = document.createElement('script')
      script.textContent = 'window.inlineScriptRan = true'
      const style = document.createElement('style')
      style.textContent = 'h1 { display: none }'
      document.body.append(script, style)
      new Image().src = 'https://elsewhere.example/pixel.png'
      void fetch('https://elsewhere.example/').catch(() => undefined)
    })
    // The browser reports violations asynchronously.
    await page.waitForFunction(() => (window as unknown as { blocked: string[] }).blocked.length >= 4)
    const result = await page.evaluate(() => ({
      blocked: (window as unknown as { blocked: string[] }).blocked.toSorted(),
      inlineScriptRan: 'inlineScriptRan' in window,
    }))
    const blocked = ['connect-src', 'img-src', 'script-src-elem', 'style-src-elem']
    expect(result).toEqual({ blocked, inlineScriptRan: false })
    await page.getByRole('heading', { level: 1 }).waitFor()
    // `problems()` must report them, too.
    await waitUntil(() => problems().length >= 4)
  })

  test('lets the styles of every kind of page apply', async () => {
    const { page, problems } = await visit('/')
    await page.locator('#prerendered').waitFor({ state: 'detached' })
    expect(await styleOf(page, 'body', 'margin-top')).toBe('0px')
    expect(await styleOf(page, 'h1', 'font-weight')).toBe('600')

    await page.goto('/api/docs')
    await page.locator('.opblock').first().waitFor()
    expect(await styleOf(page, '.opblock-tag >> nth=0', 'cursor')).toBe('pointer')
    await page.goto('/api/dev/outbox')
    expect(await styleOf(page, 'body', 'max-width')).toBe('960px')
    expect(problems()).toEqual([])

    // A page of the links in mails, here for a link that is not valid.
    await page.goto('/api/mail/unsubscribe/none')
    expect(await styleOf(page, 'section', 'border-top-left-radius')).toBe('16px')
    expect(problems().filter((problem) => !/\b40\d\b/.test(problem))).toEqual([])
  })

  test('lets the style of a mail apply in the frame that shows it', async () => {
    const { page, problems } = await visit('/login')
    await page.emulateMedia({ colorScheme: 'dark' })
    const { html } = buildTestMail({ publicUrl: address(), sender: 'Cleo Adeyemi' })
    await page.evaluate((srcdoc) => {
      const frame = document.createElement('iframe')
      frame.setAttribute('sandbox', '')
      frame.srcdoc = srcdoc
      document.body.append(frame)
    }, html)
    const heading = page.frameLocator('iframe[sandbox]').getByText('Mail works')
    await heading.waitFor()
    // That of the style attribute is changed by the style element.
    expect(await heading.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(233, 230, 225)')
    expect(problems()).toEqual([])
  })

  test('lets the landing page and the sign-in page look the same before any script runs', async () => {
    for (const [path, button] of [
      ['/', 'link'],
      ['/login', 'button'],
    ] as const) {
      const { page } = await visit(path, { worker: false })
      const look = async (scope: string) =>
        Promise.all([
          styleOf(page, `${scope} h1`, 'font-size'),
          page
            .locator(scope)
            .getByRole(button, { name: 'with Google' })
            .evaluate((element) => getComputedStyle(element).height),
        ])
      await page.getByRole(button, { name: 'with Google', disabled: false }).waitFor()
      const rendered = await look('#root')
      await page.route('**/*.js', (route) => route.abort())
      await page.goto(path)
      expect(await look('#prerendered')).toEqual(rendered)
    }
  })
})
