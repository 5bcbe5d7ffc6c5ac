import type { HealthState } from '../../contract/admin.ts'

export interface CheckResult {
  state: HealthState
  /** A sentence. */
  message: string
  /** The check sent a request to another process, so its duration is reported as latency. */
  isRemote?: boolean
}

/** An instant in the message of a check. */
export const formatInstant = (instant: Date): string => `${instant.toISOString().slice(0, 16).replace('T', ' ')} UTC`
