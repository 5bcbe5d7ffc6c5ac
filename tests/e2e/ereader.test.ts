import { afterAll, expect, test } from 'bun:test'
import { readCode, startReceiver } from '#tests/api/support/ereader.ts'
import { simBatch } from '#tests/simulators/simPapers.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'
import { followInSetup } from './setup.ts'
import { useProduct } from './useProduct.ts'

const WEDNESDAY = '2026-11-18'
const papers = simBatch(6, WEDNESDAY, { title: 'Kites over the lighthouse' })
const receiver = await startReceiver()
const { visit, address } = useProduct({ papers, clock: new Date(`${WEDNESDAY}T08:00:00Z`) })
afterAll(() => receiver.stop())

const DEVICE = 'ada_42@kindle.example'

/** Makes the test's mail server that of the product, as an admin. */
async function setUpMailServer(): Promise<void> {
  const { page, signIn } = await visit('/login', { worker: false })
  const request = page.waitForRequest((one) => one.headers()['authorization'] !== undefined)
  await signIn('Cleo Adeyemi')
  const authorization = (await request).headers()['authorization'] ?? ''
  const config = {
    host: receiver.host,
    port: receiver.port,
    security: 'none',
    max_per_minute: 100,
    enabled: true,
    from_name: 'Paperdawn',
    from_address: 'digest@papers.example.org',
  }
  const response = await fetch(`${address()}/api/admin/email-config`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(config),
  })
  expect([response.status, await response.text()]).toEqual([200, expect.any(String)])
}

test('A reader sets up an e-reader in the browser with the code of its book, and the day comes as an EPUB', async () => {
  await setUpMailServer()
  const { page, signIn, violations, problems } = await visit('/login', { worker: false })
  await signIn('Ada Linde')
  await followInSetup(page)
  await page.getByRole('article').first().waitFor()
  await page.goto('/profile#connections')
  await page.getByLabel('E-mail address of the device').fill(DEVICE)
  await page.getByLabel('E-mail address of the device').press('Enter')
  await page.getByText('Waiting for the code').waitFor()
  await page.getByText('Allow mail from digest@papers.example.org').waitFor()
  await page.getByRole('button', { name: 'Send a test', exact: true }).click()
  await page.getByText(`Sent to ${DEVICE}.`).waitFor()
  const [test] = receiver.booksTo(DEVICE)
  await page.getByLabel('Code').fill('AAAAAA')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('Tries left: 4.').waitFor()
  expect(await violations()).toEqual([])
  await page.getByLabel('Code').fill(readCode(test!))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('button', { name: 'Remove the e-reader' }).waitFor()
  await page.getByText('Nothing was sent yet. The next day comes at the hour of your digest.').waitFor()

  const book = await waitUntil(() => receiver.booksTo(DEVICE)[1])
  const contents = book.get('book/contents.xhtml') ?? ''
  expect(contents.match(/Kites over the lighthouse/g)).toHaveLength(6)
  expect(book.get('book/package.opf')).toContain('<dc:title>Papers of Wednesday, 18 November 2026</dc:title>')
  await waitUntil(async () => {
    await page.reload()
    await page.getByRole('button', { name: 'Remove the e-reader' }).waitFor()
    return (await page.getByText(/Papers of Wednesday, 18 November 2026: 6 papers\. Sent on/).count()) === 1
  })
  expect(receiver.booksTo(DEVICE)).toHaveLength(2)
  expect(await violations()).toEqual([])
  // The wrong code is refused.
  expect(problems().filter((problem) => !problem.includes('422'))).toEqual([])
})
