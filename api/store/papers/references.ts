import { model, Schema } from 'mongoose'

/** What a new paper cites. */
interface ReferencesRecord {
  /** Id of the citing paper. */
  _id: string
  /** Canonical ids of the cited works. Absent once the paper is no longer new. */
  works?: string[]
  /** Those of the cited papers that were on a reading list when it was looked, by the ids of their records. */
  cites: string[]
  stored_at: Date
}

const schema = new Schema<ReferencesRecord>(
  {
    _id: { type: String, required: true },
    works: { type: [String], default: undefined },
    cites: { type: [String], required: true },
    stored_at: { type: Date, required: true },
  },
  { collection: 'paper_references', shardKey: { _id: 'hashed' }, strict: 'throw', autoIndex: false, versionKey: false },
)
schema.index({ works: 1 }, { name: 'works', sparse: true })
schema.index({ stored_at: 1 }, { name: 'with_works', partialFilterExpression: { works: { $exists: true } } })
const References = model('PaperReferences', schema)

/** Stores what papers cite, and which of it is saved. Replaces what was stored of them. */
export async function saveReferences(
  papers: readonly { id: string; works: readonly string[]; cites: readonly string[] }[],
  at: Date,
): Promise<void> {
  if (papers.length === 0) return
  // Without mongoose, which checks each of the works.
  await References.collection.bulkWrite(
    papers.map(({ id, works, cites }) => ({
      updateOne: {
        filter: { _id: id as never },
        update: { $set: { works: [...works], cites: [...cites], stored_at: at } },
        upsert: true,
      },
    })),
    { ordered: false },
  )
}

/** Ids of the new papers that cite one of `works`, with those works. */
export async function findCitingNew(works: readonly string[]): Promise<{ id: string; works: string[] }[]> {
  if (works.length === 0) return []
  const wanted = new Set(works)
  const found = await References.collection
    .find<{ _id: string; works: string[] }>({ works: { $in: [...works] } }, { projection: { works: 1 } })
    .toArray()
  return found.map(({ _id, works: own }) => ({ id: _id, works: own.filter((work) => wanted.has(work)) }))
}

/** Adds saved papers to what papers cite. Safe to repeat. */
export async function addCites(papers: readonly { id: string; cites: readonly string[] }[]): Promise<void> {
  if (papers.length === 0) return
  await References.bulkWrite(
    papers.map(({ id, cites }) => ({
      updateOne: { filter: { _id: id }, update: { $addToSet: { cites: { $each: [...cites] } } } },
    })),
    { ordered: false },
  )
}

/** The saved papers that each of `ids` cites, by the ids of their records; without papers that cite none. */
export async function findCites(ids: readonly string[]): Promise<Map<string, string[]>> {
  // Without mongoose, which checks each of the ids.
  const found = await References.collection
    .find<{ _id: string; cites: string[] }>(
      { _id: { $in: [...ids] as never[] }, cites: { $ne: [] } },
      { projection: { cites: 1 } },
    )
    .toArray()
  return new Map(found.map(({ _id, cites }) => [_id, cites]))
}

/** Forgets what papers cite that were stored before `at`, except for the saved papers among it. */
export async function forgetWorks(at: Date): Promise<void> {
  const isOld = { works: { $exists: true }, stored_at: { $lt: at } }
  await References.deleteMany({ ...isOld, cites: [] })
  await References.updateMany(isOld, { $unset: { works: 1 } })
}

/** Deletes what these papers cite. */
export async function removeReferences(ids: readonly string[]): Promise<void> {
  await References.deleteMany({ _id: { $in: [...ids] } })
}
