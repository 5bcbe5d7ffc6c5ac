import mongoose from 'mongoose'
import { seedCategories } from '#api/services/ingestion/categories.ts'
import { normalise } from '#api/services/ingestion/normalise.ts'
import { recordAnnouncement } from '#api/store/papers/announcements.ts'
import { savePapers } from '#api/store/papers/paperWrites.ts'
import { defaultPreferences } from '#api/store/readers/users.ts'
import { categories } from '#api/text/taxonomy/taxonomy.ts'
import { feedRecord } from '#tests/api/support/records.ts'

export const PAPERS = Number(process.env['BENCH_PAPERS'] ?? 1_500)
export const [BEFORE, DAY] = ['2026-11-17', '2026-11-18']
const CODES = categories.filter(({ alias_of }) => alias_of === undefined).map(({ id }) => id)
const WORDS = ['lantern', 'tide', 'glass', 'harbour', 'signal', 'weave', 'orbit', 'moss', 'ledger', 'kiln', 'spark']

/** Random numbers below 1, the same in each run. D. H. Lehmer's generator with the constants of MINSTD (1988). */
let state = 20_261_118
const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
/** A category; the n-th most popular is chosen 1/n times as often as the first (Zipf). */
const weights = CODES.map((_, index) => 1 / (index + 1))
const totalWeight = weights.reduce((sum, weight) => sum + weight, 0)
function pickCategory(): string {
  let left = random() * totalWeight
  return CODES[weights.findIndex((weight) => (left -= weight) < 0)] ?? CODES[0]!
}
/** Different categories, those more often that are more popular. */
export const pickCategories = (count: number) => {
  const picked = new Set<string>()
  while (picked.size < count) picked.add(pickCategory())
  return [...picked]
}
const sentence = (length: number) =>
  Array.from({ length }, () => `${WORDS[Math.floor(random() * WORDS.length)]}${Math.floor(random() * 400)}`).join(' ')

/** Stores the papers of the day: 55 % new, 15 % cross-listed with it, 25 % replaced, 5 % cross-listed after some days. */
export async function fillLibrary(): Promise<void> {
  await seedCategories()
  for (const [day, from, until] of [
    [BEFORE, 0, PAPERS * 0.05],
    [DAY, 0, PAPERS],
  ] as const) {
    const records = Array.from({ length: until - from }, (_, index) => {
      const number = from + index
      const [isLate, isReplaced] = [number < PAPERS * 0.05, number >= PAPERS * 0.75]
      const codes = pickCategories(1 + Math.floor(random() * 3))
      const announce_type = isReplaced ? 'replace' : isLate && day === DAY ? 'cross' : random() < 0.2 ? 'cross' : 'new'
      return normalise(
        feedRecord(number, day, {
          title: sentence(10),
          abstract: sentence(150),
          authors: Array.from({ length: 4 }, () => ({ name: sentence(2) })),
          categories: codes,
          primary_category: codes[0]!,
          announce_type,
          ...(isLate && day === DAY && { announced_in: codes }),
          ...(isReplaced && { version: 2 }),
          published_at: new Date('2026-11-13T12:00:00Z'),
        }),
      )
    })
    await savePapers(records, { generation: 0 })
    await recordAnnouncement('arxiv', day, { seen: records.length, complete: true })
  }
}

/** Stores readers of 3 to 8 categories each. */
export async function addReaders(count: number): Promise<void> {
  const users = mongoose.connection.collection('users')
  const made = Array.from({ length: count }, () => {
    const id = crypto.randomUUID()
    return {
      _id: id as never,
      firebase_uid: id,
      email: `${id}@example.org`,
      email_verified: true,
      provider: 'google.com',
      identity_at: new Date(),
      name: 'reader',
      name_chosen: false,
      photo_url: null,
      disabled: false,
      tokens_valid_after: null,
      category_ids: pickCategories(3 + Math.floor(random() * 6)),
      preferences: defaultPreferences(),
      interests: { keywords: [], authors: [], muted_terms: [], muted_authors: [] },
      created_at: new Date(),
      last_seen_at: null,
      previous_seen_at: null,
    }
  })
  await users.insertMany(made)
}
