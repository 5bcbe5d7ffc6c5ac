import { afterAll, afterEach, beforeEach, expect, test } from 'bun:test'
import { startWorker, type Worker } from '#api/jobs/worker.ts'
import { startSmtpSink } from '#api/platform/embedded/smtpSink.ts'
import { saveMade } from '#api/store/papers/categories.ts'
import { setUpMail } from '#tests/api/support/digests.ts'
import { useApp } from '#tests/support/app.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'

const sink = await startSmtpSink()
const { app, as, product } = useApp({ sink })
let worker: Worker
afterAll(() => sink.stop())
beforeEach(() => {
  worker = startWorker(product, { pollMs: 20, retryMs: 1 })
})
afterEach(() => worker.stop())

const setUp = () => setUpMail(as, sink)
const setDigest = (enabled: boolean, more: { hour?: number; weekdays?: number[] } = {}) =>
  as('ada').users.me.put({ preferences: { digest: { enabled, ...more } } })
const sent = () => sink.messages().filter(({ to }) => to.includes('ada@example.org'))
const welcomeJobs = async () =>
  (await as('admin').admin.jobs.get({ query: { kind: 'send-welcome' } })).data?.items ?? []
const jobsEnd = (count: number) =>
  waitUntil(async () => {
    const jobs = await welcomeJobs()
    return jobs.length === count && jobs.every(({ finished_at }) => finished_at !== null)
  })

test('A reader who switches the digest on gets one mail that says when it comes, and how to end it', async () => {
  await setUp()
  await as('ada').users.me.put({ name: 'Ada', category_ids: ['cs.LG'] })
  await setDigest(true, { hour: 6, weekdays: [0, 5, 1] })
  await jobsEnd(1)
  const [mail, ...further] = sent()
  expect(further).toEqual([])
  expect(mail?.subject).toBe('Your digest is on')
  expect(mail?.text).toContain('Ada: new papers on Monday, Friday and Sunday, from 06:00 (UTC).')
  expect(mail?.text).toContain('announced in: Machine Learning.')
  expect(mail?.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')

  // Off and on again: they know it.
  await setDigest(false)
  await setDigest(true)
  expect(await welcomeJobs()).toHaveLength(1)

  const [, link = ''] = /<(.+)>/.exec(mail?.headers['list-unsubscribe'] ?? '') ?? []
  const path = new URL(link).pathname
  expect((await app.handle(new Request(`http://localhost${path}`, { method: 'POST' }))).status).toBe(200)
  expect((await as('ada').auth.me.get()).data?.preferences.digest.enabled).toBe(false)
})

test('The mail says whose subject it is where two servers have one of the same name', async () => {
  await setUp()
  await as('ada').users.me.put({ category_ids: ['biorxiv.pathology', 'medrxiv.pathology', 'cs.LG'] })
  await setDigest(true)
  await jobsEnd(1)
  expect(sent().at(-1)?.text.replaceAll(/\s+/g, ' ')).toContain(
    'announced in: bioRxiv pathology; medRxiv pathology; Machine Learning.',
  )
})

test('The mail names the journals that are followed, and the servers of Crossref', async () => {
  await setUp()
  await saveMade({
    _id: 'journal.9999-9994',
    name: 'Journal of Imaginary Vision',
    name_key: 'journal.9999-9994',
    kind: 'journal',
    group: 'Journals',
    description: '',
    aliases: ['9999-9994'],
    source_codes: { crossref: ['journal.9999-9994'] },
    owner_id: null,
    daily_volume: 1,
    position: 1_000,
  })
  await as('ada').users.me.put({ category_ids: ['journal.9999-9994', 'chemrxiv'] })
  await setDigest(true)
  await jobsEnd(1)
  expect(sent().at(-1)?.text.replaceAll(/\s+/g, ' ')).toContain('announced in: Journal of Imaginary Vision; ChemRxiv.')
})

test('No welcome mail is queued while mail is not set up, nor by other changes', async () => {
  await setDigest(true)
  await setUp()
  await as('ada').users.me.put({ name: 'Ada Linde' })
  expect(await welcomeJobs()).toEqual([])
})

test('A digest that is switched off at once is not welcomed', async () => {
  await setUp()
  await worker.stop()
  await setDigest(true)
  await setDigest(false)
  worker = startWorker(product, { pollMs: 20, retryMs: 1 })
  const before = sent().length
  await jobsEnd(1)
  expect((await welcomeJobs())[0]).toMatchObject({ state: 'succeeded' })
  expect(sent()).toHaveLength(before)
})
