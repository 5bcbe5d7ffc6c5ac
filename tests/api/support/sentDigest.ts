import mongoose from 'mongoose'
import { setClock } from '#api/platform/clock.ts'
import { log } from '#api/platform/log.ts'
import { prepareDigest } from '#api/services/digests/prepareMails.ts'
import type { Product } from '#api/services/product.ts'
import { queueMail } from '#api/store/mail/outbox.ts'
import { findUser } from '#api/store/readers/users.ts'

/** The text of the digest of a day; an empty text if there is none. Then it is mailed, or with `isSent` false could not be. */
export async function sendDigestOf(
  product: Product,
  { userId, day, isSent = true }: { userId: string; day: string; isSent?: boolean },
): Promise<string> {
  setClock(new Date(`${day}T08:00:00Z`))
  const user = await findUser(userId)
  if (user === null) throw new Error('there is no reader')
  const mail = await prepareDigest(product, user, { day, announced_on: null, log })
  if (mail === null) return ''
  await queueMail({
    user_id: userId,
    kind: 'digest',
    day,
    announced_on: null,
    to: 'ada@example.org',
    subject: mail.body.subject,
    papers: 0,
  })
  if (isSent) await mongoose.connection.collection('outbox').updateMany({ day }, { $set: { state: 'sent', fence: 1 } })
  return mail.body.text
}
