import { now } from '../../platform/clock.ts'
import { Sources } from './sources.ts'

/** Records that the service refuses the key with this fingerprint. Returns whether it was not known. */
export async function recordRefusedKey(id: string, fingerprint: string, until: Date): Promise<boolean> {
  const field = `refused_keys.${fingerprint}`
  const before = await Sources.findOneAndUpdate(
    { _id: id },
    // The time of the first refusal stays.
    { $min: { [`${field}.since`]: now() }, $set: { [`${field}.until`]: until } },
    { upsert: true, returnDocument: 'before' },
  ).lean()
  return before?.refused_keys?.[fingerprint] === undefined
}

/** Records that the service accepts the key with this fingerprint. */
export async function clearRefusedKey(id: string, fingerprint: string): Promise<void> {
  const field = `refused_keys.${fingerprint}`
  await Sources.updateOne({ _id: id, [field]: { $exists: true } }, { $unset: { [field]: '' } })
}
