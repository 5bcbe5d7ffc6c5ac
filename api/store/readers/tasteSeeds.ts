import { model, Schema, type InferSchemaType } from 'mongoose'

/** What a reader gave the model to start from: papers of their own, imported papers, those of Zotero, typed topics. */
const schema = new Schema(
  {
    /** `<user>:<kind>:<key>`. */
    _id: { type: String, required: true },
    user_id: { type: String, required: true },
    kind: { type: String, enum: ['own', 'import', 'zotero', 'topic'] as const, required: true },
    /** The id of the paper, which the library may not have yet, or the words of the topic. */
    key: { type: String, required: true },
    added_at: { type: Date, required: true },
    /** It counts half. Absent for others. */
    half: Boolean,
  },
  { collection: 'taste_seeds', strict: 'throw', autoIndex: false, versionKey: false },
)
schema.index({ user_id: 1, added_at: -1 }, { name: 'reader' })

export type SeedRecord = InferSchemaType<typeof schema>
const Seeds = model('TasteSeed', schema)

export type Seed = Pick<SeedRecord, 'kind' | 'key'>
const keyOf = (userId: string, { kind, key }: Seed) => `${userId}:${kind}:${key}`

/** Adds seeds, with the time `at` for those that the reader has not yet. `half`: they count half. */
export async function addSeeds(
  userId: string,
  seeds: readonly Seed[],
  { at, half = false }: { at: Date; half?: boolean },
): Promise<void> {
  if (seeds.length === 0) return
  await Seeds.bulkWrite(
    seeds.map((seed) => ({
      updateOne: {
        filter: { _id: keyOf(userId, seed) },
        update: {
          $setOnInsert: { user_id: userId, ...seed, added_at: at },
          ...(half ? { $set: { half } } : { $unset: { half: 1 } }),
        },
        upsert: true,
      },
    })),
    { ordered: false },
  )
}

export async function removeSeeds(userId: string, seeds: readonly Seed[]): Promise<void> {
  await Seeds.deleteMany({ _id: { $in: seeds.map((seed) => keyOf(userId, seed)) } })
}

/** The reader's seeds, newest first. */
export const findSeeds = (userId: string): Promise<SeedRecord[]> =>
  Seeds.find({ user_id: userId }).sort({ added_at: -1 }).lean().exec()

/** Deletes all seeds of a kind. */
export async function removeSeedsOf(userId: string, kind: Seed['kind']): Promise<void> {
  await Seeds.deleteMany({ user_id: userId, kind })
}
