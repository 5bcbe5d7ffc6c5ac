/** A part of the product that runs as a process of its own, started by this process. */
export type EmbeddedPart = 'database' | 'sign-in'

/** An embedded part that ended by itself and is being started again. */
export interface Outage {
  /** What happened and what comes next, in sentences that can be shown to the user. */
  message: string
  /** Seconds until a request can be expected to succeed, when the next start succeeds. */
  retryAfter: number
}

const outages = new Map<EmbeddedPart, () => Outage>()
const listeners = new Map<EmbeddedPart, () => void>()

/** Records that the part is down; `describe` is called for each request that fails meanwhile. Null: it works again. */
export function setOutage(part: EmbeddedPart, describe: (() => Outage) | null): void {
  if (describe === null) outages.delete(part)
  else {
    outages.set(part, describe)
    listeners.get(part)?.()
  }
}

/** Calls `listener` whenever the embedded part goes down, and at once if it is down. It replaces the listener before. */
export function onOutage(part: EmbeddedPart, listener: () => void): void {
  listeners.set(part, listener)
  if (outages.has(part)) listener()
}

/** Returns why the embedded part is down; null while it works, and for a part that is not embedded in this process. */
export const findOutage = (part: EmbeddedPart): Outage | null => outages.get(part)?.() ?? null
