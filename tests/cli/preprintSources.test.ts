import { afterAll, afterEach, beforeEach, expect, test } from 'bun:test'
import { setClock } from '#api/platform/clock.ts'
import { recordAnnouncement } from '#api/store/papers/announcements.ts'
import { recordKeptSince, recordSuccess } from '#api/store/sources/sources.ts'
import { createServers } from '#tests/api/support/preprintServers.ts'
import { startArxiv } from './arxiv.ts'
import { useTerminal } from './terminal.ts'

const { simulator, sources } = startArxiv('2026-11-18')
for (const server of createServers()) sources.set(server.id, server)
const { run, as, asAdmin } = useTerminal({ sources })
beforeEach(() => setClock(new Date('2026-11-21T17:00:00Z')))
afterEach(() => setClock(null))
afterAll(() => simulator.stop())

const admin = async (...args: string[]) => (await run(['admin', ...args], { env: await asAdmin() })).stdout

test('The list of sources says which have no followed category, and the list of days has the days of the others', async () => {
  await as('ada').users.me.put({ category_ids: ['biorxiv.zoology'] })
  await recordKeptSince('biorxiv', { biorxiv: '2026-11-20' })
  await recordSuccess('biorxiv', { archives: ['biorxiv'] })
  await recordAnnouncement('biorxiv', '2026-11-20', {
    seen: 0,
    complete: true,
    archives: { biorxiv: { state: 'announced', unaccounted: 0 } },
  })
  const table = await admin('sources')
  expect(table).toMatch(/^arxiv +never +/m)
  expect(table).toMatch(/^biorxiv +stale +2026-11-21 17:00 +2026-11-21 17:10 /m)
  expect(table).toMatch(/^medrxiv +unfollowed +- +when followed +- +0 +0 /m)
  const days = (await admin('days')).split('\n').map((line) => line.replaceAll(/ +/g, ' ').trim())
  expect(days.slice(1, 3)).toEqual(['2026-11-21 biorxiv missing 0 0 missing: all', '2026-11-20 biorxiv announced 0 0'])
})
