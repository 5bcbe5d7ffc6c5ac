import { buildAlarmMail, headAlarms } from '../../mail/alarmMessage.ts'
import { isAdmin } from '../../platform/identity/adminRule.ts'
import { findAlarmReport, type AlarmReport } from '../../store/mail/alarms.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import type { Product } from '../product.ts'
import { queueForReader } from '../sending/outbox.ts'

const KEY = 'alarm '
/** A mail cannot say that mails are not accepted. */
const ABOUT_MAIL: ReadonlySet<string> = new Set(['Mail server', 'Mails'])

/** Key of a report of alarms in the outbox, of mails and of messages to targets. */
export const alarmKey = (id: string): string => `${KEY}${id}`

/** The report of such a key; null for another key. */
export const alarmOfKey = (key: string): string | null => (key.startsWith(KEY) ? key.slice(KEY.length) : null)

const withoutMail = ({ changes }: AlarmReport) => changes.filter(({ name }) => !ABOUT_MAIL.has(name))

/** Queues the mail about a report to an admin; none if it is only about mail. Safe to repeat. Returns whether there is one. */
export async function queueAlarmMail(user: UserRecord, report: AlarmReport): Promise<boolean> {
  const alarms = withoutMail(report)
  if (alarms.length === 0 || !user.email_verified) return false
  const subject = headAlarms(alarms)
  await queueForReader({
    user_id: user._id,
    kind: 'alarm',
    day: alarmKey(report.id),
    to: user.email,
    subject,
    papers: 0,
  })
  return true
}

/** Composes it. Returns null for who is no admin any more, and if the report is not kept any more. */
export async function prepareAlarm({ config }: Pick<Product, 'config'>, user: UserRecord, key: string) {
  const id = alarmOfKey(key)
  const report = id === null || !isAdmin(user, config) ? null : await findAlarmReport(id)
  if (report === null) return null
  return { body: buildAlarmMail({ publicUrl: config.publicUrl, alarms: withoutMail(report) }), papers: 0 }
}
