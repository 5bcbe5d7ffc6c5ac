import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { buildPapersMail } from '#api/mail/paperListMessage.ts'
import { buildTestMail } from '#api/mail/testMessage.ts'
import { buildWelcomeMail } from '#api/mail/welcomeMessage.ts'
import { mail, titled } from '#tests/api/support/papersMail.ts'
import { openBrowser } from '#tests/support/browser.ts'

const WORD = 'Wetterbeobachtungsstationsverzeichnis'.repeat(2)
const publicUrl = `https://${WORD.toLowerCase().slice(0, 60)}.example.org`
const digest = { hour: 7, time_zone: 'UTC', weekdays: [1, 2, 3, 4, 5], max_papers: 20 }
const mails = {
  digest: buildPapersMail(
    mail({
      publicUrl,
      reader: WORD,
      papers: [titled(WORD)],
      unsent: {
        digests: 1,
        from: '2026-11-17',
        until: '2026-11-17',
        refused: { address: 'a@b.example', reason: WORD },
      },
    }),
  ),
  welcome: buildWelcomeMail({ publicUrl, reader: WORD, categories: [WORD], digest, unsubscribeUrl: publicUrl }),
  test: buildTestMail({ publicUrl, sender: WORD }),
}
let browser: Browser

beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

test.each(Object.entries(mails))('a %s mail with long words is not wider than a phone', async (_, { html }) => {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } })
  await page.setContent(html)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await page.close()
})
