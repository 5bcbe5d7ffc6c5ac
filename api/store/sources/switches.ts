import { Sources } from './sources.ts'

/** Lets sources that were never set up be switched off: they are asked only once an admin has switched them on. */
export async function seedSwitchedOff(ids: readonly string[]): Promise<void> {
  for (const id of ids) await Sources.updateOne({ _id: id }, { $setOnInsert: { enabled: false } }, { upsert: true })
}

/** Which of these sources are switched off, read at once. */
export async function findSwitchedOffSources(ids: readonly string[]): Promise<Set<string>> {
  const off = await Sources.find({ _id: { $in: ids }, enabled: false }, { _id: 1 }).lean()
  return new Set(off.map(({ _id }) => _id))
}
