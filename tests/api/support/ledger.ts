import mongoose from 'mongoose'
import { recordAnnouncement, type ArchiveDay } from '#api/store/papers/announcements.ts'
import { recordKeptSince } from '#api/store/sources/sources.ts'

/** The archives that are always fetched. */
const ARCHIVES = ['cs', 'math', 'quant-ph', 'stat'] as const
type State = ArchiveDay['state']

/**
 * Records that the library is kept since `since`, and the state of some days: of all archives, or of each. A day is
 * complete if every archive has a state.
 */
export async function recordLedger(
  since: string,
  days: Record<string, State | Partial<Record<(typeof ARCHIVES)[number], State>>> = {},
): Promise<void> {
  await recordKeptSince('arxiv', Object.fromEntries(ARCHIVES.map((archive) => [archive, since])))
  for (const [day, given] of Object.entries(days)) {
    const states = typeof given === 'string' ? ARCHIVES.map((archive) => [archive, given]) : Object.entries(given)
    await recordAnnouncement('arxiv', day, { seen: 0, complete: states.length === ARCHIVES.length })
    const archives = Object.fromEntries(
      states.map(([archive, state]) => [archive, { state, papers: 0, unaccounted: 0, read_at: new Date() }]),
    )
    await mongoose.connection
      .collection<{ _id: string }>('announcements')
      .updateOne({ _id: `arxiv:${day}` }, { $set: { archives } })
  }
}
