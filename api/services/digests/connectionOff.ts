import { TARGET_KINDS, TARGET_NAMES, type TargetKind } from '../../contract/limits.ts'
import { buildConnectionOffMail } from '../../mail/connectionOffMessage.ts'
import { findEreader } from '../../store/mail/ereaders.ts'
import { findTarget } from '../../store/mail/targets.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import type { Product } from '../product.ts'
import { isMailOn } from '../sending/mailSettings.ts'
import { queueForReader } from '../sending/outbox.ts'

type Kind = TargetKind | 'ereader'

/** The kind of the target in the key of its mail, "slack 3". */
const kindOf = (key: string): Kind | undefined =>
  ([...TARGET_KINDS, 'ereader'] as const).find((kind) => key.startsWith(`${kind} `))

const nameOf = (kind: Kind): string => (kind === 'ereader' ? 'Your e-reader' : TARGET_NAMES[kind])

export const subjectOf = (kind: Kind): string => `${nameOf(kind)} does not accept your papers any more`

/**
 * Queues the one mail that tells a reader that a target was switched off; the run of the digests sends it. Nothing is
 * queued while mail is not set up, or for an address that is not verified. Safe to repeat for the same revision.
 */
export async function queueConnectionOff(user: UserRecord, kind: Kind, revision: number): Promise<void> {
  if (!user.email_verified || user.disabled || !(await isMailOn())) return
  const day = `${kind} ${revision}`
  await queueForReader({
    user_id: user._id,
    kind: 'connection-off',
    day,
    to: user.email,
    subject: subjectOf(kind),
    papers: 0,
  })
}

/** Composes it. Returns null if the target was removed or switched on again since. */
export async function prepareConnectionOff({ config }: Pick<Product, 'config'>, user: UserRecord, key: string) {
  const kind = kindOf(key)
  const target = kind && (await describeSwitchedOffTarget(user, kind))
  if (!kind || !target) return null
  const body = buildConnectionOffMail({
    publicUrl: config.publicUrl,
    subject: subjectOf(kind),
    name: nameOf(kind),
    ...target,
  })
  return { body, papers: 0 }
}

async function describeSwitchedOffTarget(
  { _id }: UserRecord,
  kind: Kind,
): Promise<{ host: string; sentence: string } | null> {
  if (kind !== 'ereader') {
    const target = await findTarget(_id, kind)
    return target && !target.on ? { host: target.host, sentence: target.last?.sentence ?? '' } : null
  }
  const ereader = await findEreader(_id)
  return ereader && !ereader.on ? { host: ereader.address, sentence: ereader.last?.sentence ?? '' } : null
}
