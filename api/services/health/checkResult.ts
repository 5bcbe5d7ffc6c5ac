import type { HealthState, ReadersWithoutMail } from '../../contract/admin.ts'

export interface CheckResult {
  state: HealthState
  /** A sentence. */
  message: string
  /** The sentence in an alarm, if it differs: without what only readers and admins of this site may see. */
  alarm?: string
  /** The check sent a request to another process, so its duration is reported as latency. */
  isRemote?: boolean
  /** Of the check of the mails: who has none. */
  readers?: ReadersWithoutMail
}

/** The text with a full stop at its end: reasons of other programs have none. */
export const toSentence = (text: string): string => text.replace(/[^.]$/, '$&.')
