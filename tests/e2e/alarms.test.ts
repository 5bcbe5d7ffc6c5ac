import { expect, test } from 'bun:test'
import { simBatch } from '#tests/simulators/simPapers.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'
import { followInSetup } from './setup.ts'
import { useProduct } from './useProduct.ts'

const WEDNESDAY = '2026-11-18'
const papers = simBatch(3, WEDNESDAY, { title: 'Kites over the lighthouse' })
const { visit } = useProduct({ papers, clock: new Date(`${WEDNESDAY}T08:00:00Z`) })

test('An admin switches alarms on for a connection in the browser, and the panel says so; a reader has no such switch', async () => {
  const admin = await visit('/login', { worker: false })
  await admin.signIn('Cleo Adeyemi')
  await followInSetup(admin.page)
  await admin.page.goto('/admin?tab=health')
  await admin.page.getByText('Alarms: no admin gets a message when a check fails.').waitFor()
  await admin.page.goto('/profile#connections')
  await admin.page.getByRole('switch', { name: 'Alarms for admins by mail' }).waitFor()
  await admin.page.getByRole('button', { name: 'Set up Own webhook' }).click()
  const dialog = admin.page.getByRole('dialog')
  await dialog.getByLabel('Address').fill('http://127.0.0.1:1/hook/alarms')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('button', { name: 'Done' }).click()
  const alarms = admin.page.getByRole('checkbox', { name: /^Alarms for admins/ })
  await alarms.check()
  await waitUntil(() => alarms.isEnabled())
  expect(await admin.violations()).toEqual([])
  await admin.page.goto('/admin?tab=health')
  await admin.page.getByText('Alarms: 1 admin by Own webhook.').waitFor()
  expect(await admin.violations()).toEqual([])
  expect(admin.problems()).toEqual([])

  const reader = await visit('/login', { worker: false })
  await reader.signIn('Ada Linde')
  await followInSetup(reader.page)
  await reader.page.goto('/profile#connections')
  await reader.page.getByRole('button', { name: 'Set up Slack' }).waitFor()
  expect(await reader.page.getByText('Alarms for admins').count()).toBe(0)
})
