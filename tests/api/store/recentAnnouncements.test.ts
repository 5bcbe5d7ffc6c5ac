import { expect, test } from 'bun:test'
import {
  findAnnouncementDaysAround,
  findAnnouncementsOf,
  findAnnouncementsSince,
  findNewestAnnouncement,
} from '#api/store/papers/announcements.ts'
import { readRecentAnnouncements } from '#api/store/papers/recentAnnouncements.ts'
import { recordDay, storePapers } from '#tests/api/support/library.ts'
import { useDatabase } from '#tests/support/database.ts'

useDatabase()

const DAYS = ['2026-09-01', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20']

test('Announcements that were read once say what a query for each question says, of recent and of older days', async () => {
  for (const [at, day] of DAYS.entries()) {
    // Nothing was announced on the last day but one.
    if (day !== '2026-11-19') await storePapers([at], { announced_on: day })
    await recordDay(day)
  }
  for (const from of ['2026-08-01', '2026-11-17', '2026-11-19', '2026-12-24']) {
    const recent = await readRecentAnnouncements(from)
    for (const sources of [undefined, ['arxiv', 'sample'], ['biorxiv']]) {
      expect(await recent.newest(sources)).toEqual(await findNewestAnnouncement(sources))
      for (const day of ['', '2026-08-31', ...DAYS, '2026-11-21', '2027-01-01'])
        expect(await recent.around(day, sources)).toEqual(await findAnnouncementDaysAround(day, sources))
    }
    for (const day of ['2026-08-01', ...DAYS, '2026-11-21']) {
      expect(await recent.of(day)).toEqual(await findAnnouncementsOf(day))
      expect(await recent.since(day)).toEqual(await findAnnouncementsSince(day))
    }
  }
})
