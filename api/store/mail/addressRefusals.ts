import { Outbox, type OutboxRecord } from './outboxModel.ts'

/** The mails of the outbox whose address the server refused for good: what is known against an address. */
export interface AddressRefusals {
  first: Date
  newest: Date
}

/** The refusals of the address of a mail since the server last accepted one to it; null if there are none. */
export async function findAddressRefusals({
  user_id,
  to,
}: Pick<OutboxRecord, 'user_id' | 'to'>): Promise<AddressRefusals | null> {
  const mails = { user_id, to }
  const sent = await Outbox.findOne({ ...mails, sent_at: { $ne: null } }, { sent_at: 1 })
    .sort({ sent_at: -1 })
    .lean()
  const rows = await Outbox.find({ ...mails, refused_at: { $gt: sent?.sent_at ?? new Date(0) } }, { refused_at: 1 })
    .sort({ refused_at: 1 })
    .lean()
  const dates = rows.flatMap(({ refused_at }) => refused_at ?? [])
  const [first, newest] = [dates[0], dates.at(-1)]
  return first && newest ? { first, newest } : null
}

/** Takes back what is known against all addresses since this instant: the fault was the server's. */
export async function forgetAddressRefusalsSince(since: Date): Promise<void> {
  await Outbox.updateMany({ refused_at: { $gte: since } }, { $set: { refused_at: null } })
}

/** Takes back what is known against these addresses: an admin or their readers say that they work. */
export async function forgetRefusalsOf(addresses: readonly string[]): Promise<void> {
  const ids = new Set(addresses.map((address) => address.toLowerCase()))
  const rows = await Outbox.find({ refused_at: { $gt: new Date(0) } }, { to: 1 }).lean()
  const known = rows.flatMap(({ _id, to }) => (ids.has(to.toLowerCase()) ? _id : []))
  await Outbox.updateMany({ _id: { $in: known } }, { $set: { refused_at: null } })
}
