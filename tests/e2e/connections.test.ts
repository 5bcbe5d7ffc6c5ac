import { afterAll, expect, test } from 'bun:test'
import type { Locator, Page } from 'playwright-core'
import { startOutgoingSimulator } from '#tests/simulators/outgoing.ts'
import { simBatch } from '#tests/simulators/simPapers.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'
import { followInSetup } from './setup.ts'
import { useProduct } from './useProduct.ts'

const WEDNESDAY = '2026-11-18'
const papers = simBatch(6, WEDNESDAY, { title: 'Kites over the lighthouse' })
const simulator = await startOutgoingSimulator()
const { visit } = useProduct({ papers, clock: new Date(`${WEDNESDAY}T08:00:00Z`) })
afterAll(() => simulator.stop())

const TOPIC = 'dawn-7f3a91c2d4e8'

/** Opens the dialog of a service, enters these values, tests them and saves them. */
async function setUp(page: Page, name: string, values: Record<string, string>): Promise<Locator> {
  await page.getByRole('button', { name: `Set up ${name}` }).click()
  const dialog = page.getByRole('dialog')
  for (const [label, value] of Object.entries(values)) await dialog.getByLabel(label).fill(value)
  await dialog.getByRole('button', { name: 'Send a test' }).click()
  await dialog.getByText('accepted the message.').waitFor()
  await dialog.getByRole('button', { name: 'Save' }).click()
  return dialog
}

test('A reader sets up ntfy and an own webhook in the browser, and the day arrives at both, signed', async () => {
  const { page, signIn, violations, problems } = await visit('/login', { worker: false })
  await signIn('Ada Linde')
  await followInSetup(page)
  await page.getByRole('article').first().waitFor()
  await page.goto('/profile#connections')
  await setUp(page, 'ntfy', { Server: simulator.origin, Topic: TOPIC })
  await page.getByRole('button', { name: 'Change ntfy' }).waitFor()
  const dialog = await setUp(page, 'Own webhook', { Address: simulator.valuesOf.webhook('program').address })
  const secret = await dialog.getByLabel('Secret').inputValue()
  expect(await violations()).toEqual([])
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Change Own webhook' }).waitFor()

  const dayOf = (name: string) =>
    simulator.receivedBy(name).find(({ text }) => text.includes('Kites over the lighthouse'))
  const push = await waitUntil(() => dayOf(TOPIC))
  expect(push.body.title).toBe('6 papers today')
  const { headers, text, body } = await waitUntil(() => dayOf('program'))
  expect(body).toMatchObject({ type: 'day.ready', day: WEDNESDAY, more: 0, next: null })
  expect(body.papers).toHaveLength(6)
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`
  const signature = new Bun.CryptoHasher('sha256', key).update(signed).digest('base64')
  expect(headers['webhook-signature']).toBe(`v1,${signature}`)

  await waitUntil(async () => {
    await page.reload()
    await page.getByRole('button', { name: 'Change ntfy' }).waitFor()
    return (await page.getByText(/Wed 18 Nov: 6 papers\. Sent on/).count()) === 2
  })
  // The switches of a saved connection are saved when they are pressed.
  const switchOf = (group: string, name: string) =>
    page.getByRole('group', { name: group }).getByRole('checkbox', { name })
  await switchOf('ntfy gets', 'The weekly review').check()
  await switchOf('Own webhook gets', 'Updates').uncheck()
  // A switch is disabled until it is saved.
  await waitUntil(() => switchOf('ntfy gets', 'The weekly review').isEnabled())
  await waitUntil(() => switchOf('Own webhook gets', 'Updates').isEnabled())
  await page.reload()
  await page.getByRole('button', { name: 'Change ntfy' }).waitFor()
  expect(await switchOf('ntfy gets', 'The weekly review').isChecked()).toBe(true)
  expect(await switchOf('Own webhook gets', 'Updates').isChecked()).toBe(false)
  // The digest by mail is off, and its hour is shown because the connections use it.
  expect(await page.getByLabel('Hour').count()).toBe(1)
  expect(await page.content()).not.toContain(TOPIC)
  expect(await violations()).toEqual([])
  expect(problems()).toEqual([])
})
