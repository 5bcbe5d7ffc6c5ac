import type { Model } from 'mongoose'
import { Papers } from './papers/paperModel.ts'
import { Users } from './readers/userModel.ts'

/** Indexes of earlier versions that would refuse what this one writes, or that a cluster refuses. */
const FORMER = [
  // Unverified addresses, too, were unique by it.
  { model: Users as unknown as Model<unknown>, name: 'email' },
  // The number of each change of a paper was unique.
  { model: Papers as unknown as Model<unknown>, name: 'seq' },
]

/** Drops indexes of earlier versions. Call it after the present ones are made. */
export async function dropFormerIndexes(): Promise<void> {
  for (const { model, name } of FORMER) {
    const isThere = (await model.collection.indexes()).some((index) => index.name === name)
    // Another process that starts at the same time may have dropped it.
    if (isThere) await model.collection.dropIndex(name).catch(() => undefined)
  }
}
