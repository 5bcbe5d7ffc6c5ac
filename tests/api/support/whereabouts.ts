import mongoose from 'mongoose'
import { now } from '#api/platform/clock.ts'
import { createArxivSource } from '#api/sources/arxiv/arxiv.ts'
import { mongoRateLimit } from '#api/store/sources/rateLimit.ts'
import type { useApp } from '#tests/support/app.ts'
import { Sources } from '#api/sources/sources.ts'

/** arXiv as a source whose calendar is used and which is never asked for papers. */
export const silentArxiv = () => {
  const url = 'http://127.0.0.1:9'
  const options = { rssUrl: url, oaiUrl: url, apiUrl: url, htmlUrl: url, gapMs: 0, contactEmail: 'papers@example.org' }
  return new Sources([createArxivSource({ ...options, rateLimit: mongoRateLimit() })])
}

/** Records that these archives were read from the announcement of `day`. */
export async function readArchives(day: string, archives: readonly string[]): Promise<void> {
  const entry = { state: 'announced', papers: 1, unaccounted: 0, read_at: now() }
  await mongoose.connection.collection<{ _id: string }>('announcements').updateOne(
    { _id: `arxiv:${day}` },
    {
      $set: Object.fromEntries(archives.map((archive) => [`archives.${archive}`, entry])),
      $setOnInsert: { source: 'arxiv', day, seen: 0, stored: {}, complete: true, sample: false },
    },
    { upsert: true },
  )
}

/** Asks for `ref` as `reader` and returns the answer. */
export async function ask({ as }: ReturnType<typeof useApp>, reader: string, ref: string) {
  const { data, error } = await as(reader).users.me.whereabouts.get({ query: { ref } })
  if (data === null) throw new Error(`The answer failed: ${JSON.stringify(error?.value)}`)
  return data
}
