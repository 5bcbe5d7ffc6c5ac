import { TARGET_NAMES } from '../../contract/limits.ts'
import { isAdmin } from '../../platform/identity/adminRule.ts'
import { iterateTargets, switchAlarmsOff, type TargetRecord } from '../../store/mail/targets.ts'
import { findUsersWithAlarms, switchMailedAlarmsOff } from '../../store/readers/mailChoices.ts'
import { findUser, type UserRecord } from '../../store/readers/users.ts'
import type { Product } from '../product.ts'
import { isMailOn } from '../sending/mailSettings.ts'

/** Where alarms go: targets of admins, and admins who get them by mail. */
export interface AlarmReceivers {
  targets: TargetRecord[]
  mails: UserRecord[]
}

/**
 * Finds where alarms go now. Of who is no admin any more the switches are taken away, so that a new admin role begins
 * without alarms.
 */
export async function findAlarmReceivers({ config }: Pick<Product, 'config'>): Promise<AlarmReceivers> {
  const receivers: AlarmReceivers = { targets: [], mails: [] }
  for await (const target of iterateTargets(['alarms'])) {
    const user = await findUser(target.user_id)
    if (user === null || user.disabled) continue
    if (isAdmin(user, config)) receivers.targets.push(target)
    else await switchAlarmsOff(user._id)
  }
  const canMail = await isMailOn()
  for (const user of await findUsersWithAlarms()) {
    if (user.disabled) continue
    if (!isAdmin(user, config)) await switchMailedAlarmsOff(user._id)
    else if (canMail) receivers.mails.push(user)
  }
  return receivers
}

/** How many admins get alarms, and by what: names of services, and "mail". */
export function countReceivers({ targets, mails }: AlarmReceivers): { admins: number; by: string[] } {
  const admins = new Set([...targets.map(({ user_id }) => user_id), ...mails.map(({ _id }) => _id)])
  const by = new Set([...targets.map(({ kind }) => TARGET_NAMES[kind]), ...(mails.length > 0 ? ['mail'] : [])])
  return { admins: admins.size, by: [...by].toSorted() }
}
