import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { startJob } from '#api/services/jobs/jobs.ts'
import { catchUp } from '#api/services/search/indexing.ts'
import { closeDatabase, openDatabase, readDatabaseName } from '#api/store/database.ts'
import { endOf, runDigests, useDueReaders } from '#tests/api/support/digestRuns.ts'
import { startMailServer } from '#tests/api/support/mailServer.ts'
import { describeSent, namesShard, recordCommands, type Sent } from '#tests/api/support/sentCommands.ts'
import { useApp } from '#tests/support/app.ts'
import { testMongo, withCommandEvents } from '#tests/support/mongod.ts'

const DAY = '2026-11-16'
const relay = await startMailServer({})
const { as, product } = useApp()
afterAll(relay.stop)
let sent: Sent[] = []
beforeAll(async () => {
  const uri = new URL(withCommandEvents(await testMongo()))
  uri.pathname = `/${readDatabaseName()}`
  await closeDatabase()
  await openDatabase(uri.href)
  sent = recordCommands()
})
useDueReaders({ as, product }, relay, ['ada', 'ben'])

const me = () => as('ada').users.me
const papers = () => as('ada').papers
const deliverDay = async () =>
  endOf((await startJob({ kind: 'deliver', input: { day: DAY }, dedupe_key: 'deliver', requested_by: 'schedule' })).id)

/** The collections and fields of the reads and writes during `use` that a cluster sends to all shards. */
async function findScattered(use: () => Promise<{ error?: unknown; state?: string }>): Promise<string[]> {
  sent.length = 0
  const answer = await use()
  expect(answer.error ?? null).toBeNull()
  expect(sent.length).toBeGreaterThan(0)
  expect(sent.filter(({ isInTransaction }) => isInTransaction)).toEqual([])
  // A cluster before MongoDB 7.1 refuses them.
  expect(sent.filter((one) => one.isSingle && !namesShard(one)).map(describeSent)).toEqual([])
  return [...new Set(sent.filter((one) => !namesShard(one)).map(describeSent))].toSorted()
}

/**
 * The other records of papers: the shards look into an index of the few papers that have several, in which most ids are
 * not.
 */
const JOINED = 'papers find record_ids'

describe('On a cluster, only the shards that have the answer are asked', () => {
  test('for what a reader looks at and does', async () => {
    await deliverDay()
    await catchUp(product)
    const id = (await me()['delivered-cards'].get({ query: {} })).data?.items[0]?.paper.id ?? ''
    const uses: Record<string, () => Promise<{ error?: unknown }>> = {
      'the day': () => me().dashboard.get({ query: {} }),
      'its cards': () => me().dashboard.cards.get({ query: { day: DAY, paper_ids: [id] } as never }),
      'delivered cards': () => me()['delivered-cards'].get({ query: {} }),
      search: () => papers().search.get({ query: { q: 'lanterns' } }),
      'a paper': () => papers()({ id }).get(),
      'a click': () => papers()({ id }).click.post(),
      'a view': () => papers()({ id }).view.post({ view_duration: 3 }, { query: {} }),
      feedback: () => papers()({ id }).feedback.put({ value: 'like' }),
      'a saved paper': () => me()['reading-list'].post({ paper_id: id }),
      'the list': () => me()['reading-list'].get({ query: {} }),
      statistics: () => me().stats.get(),
      'an opened mail': () => papers()['email-opened'].post({ delivery_date: DAY }, { query: {} }),
    }
    const scattered: string[] = []
    for (const use of Object.values(uses)) scattered.push(...(await findScattered(use)))
    expect(scattered.filter((one) => one !== JOINED)).toEqual([])
  })

  test('for the mails of a day, with the claims of jobs and mails', async () => {
    await deliverDay()
    expect(await findScattered(runDigests)).toEqual([JOINED])
  })
})

describe('On a cluster, all shards are asked', () => {
  test('for the newest papers', async () => {
    expect(await findScattered(() => papers().recent.get({ query: {} }))).toEqual([
      'papers aggregate stored_at',
      'papers find joined_into stored_at',
    ])
  })

  test('for the papers of a day by its delivery, and of readers only for what is too old', async () => {
    const scattered = await findScattered(deliverDay)
    expect(scattered).toContain('papers find announcements.on')
    expect(scattered.filter((one) => !/^(?:papers|features) /.test(one))).toEqual([
      'deliveries find created_at day day_papers',
      'deliveries update _id',
      'reading_list delete joined_to',
      'reading_list delete removed_at',
      'reading_list find removed_at',
    ])
  })
})
