import type { HealthState, ReadersWithoutMail } from '../../contract/admin.ts'

export interface CheckResult {
  state: HealthState
  /** A sentence. */
  message: string
  /** The check sent a request to another process, so its duration is reported as latency. */
  isRemote?: boolean
  /** Of the check of the mails: who has none. */
  readers?: ReadersWithoutMail
}

/** An instant in the message of a check. */
export const formatInstant = (instant: Date): string => `${instant.toISOString().slice(0, 16).replace('T', ' ')} UTC`
