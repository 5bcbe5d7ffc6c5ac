import {
  findAnnouncementDaysAround,
  findAnnouncementsOf,
  findAnnouncementsSince,
  findNewestAnnouncement,
  totalOf,
  type AnnouncementRecord,
} from './announcements.ts'

/** What one answer asks of the announcements. What is older than those that were read is read when it is asked for. */
export interface RecentAnnouncements {
  /** As `findNewestAnnouncement`. */
  newest: (sources?: readonly string[]) => Promise<AnnouncementRecord | null>
  /** As `findAnnouncementsOf`. */
  of: (day: string) => Promise<readonly AnnouncementRecord[]>
  /** As `findAnnouncementsSince`. */
  since: (day: string) => Promise<readonly AnnouncementRecord[]>
  /** As `findAnnouncementDaysAround`. */
  around: (day: string, sources?: readonly string[]) => ReturnType<typeof findAnnouncementDaysAround>
}

/** Reads the announcements from `from` on, once for all questions of one answer. Not to be kept for the next one. */
export async function readRecentAnnouncements(from: string): Promise<RecentAnnouncements> {
  const recent = await findAnnouncementsSince(from)
  const withPapers = (sources?: readonly string[]) =>
    recent.filter((one) => totalOf(one) > 0 && (!sources || sources.includes(one.source)))
  return {
    newest: async (sources) => withPapers(sources)[0] ?? findNewestAnnouncement(sources),
    of: async (day) => (day < from ? findAnnouncementsOf(day) : recent.filter((one) => one.day === day)),
    since: async (day) => (day < from ? findAnnouncementsSince(day) : recent.filter((one) => one.day >= day)),
    around: async (day, sources) => {
      const days = withPapers(sources).map((one) => one.day)
      const previous = days.find((one) => one < day)
      if (previous === undefined) return findAnnouncementDaysAround(day, sources)
      const next = days.findLast((one) => one > day)
      return { previous, ...(next !== undefined && { next }) }
    },
  }
}
