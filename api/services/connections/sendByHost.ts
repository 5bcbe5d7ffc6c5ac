import { setTimeout as sleep } from 'node:timers/promises'
import type { Verdict } from '../../outgoing/target.ts'
import { AppError } from '../../platform/errors.ts'
import type { OutboxRecord } from '../../store/mail/outbox.ts'

/** Hosts that are posted to side by side, each over one connection. */
const LANES = 32
/** Targets of a host that are under way: while one waits for its second, others are posted to. */
const UNDER_WAY = 32

/**
 * So many posts in a row without an answer end the part of a host in a run: each takes up to half a minute, the run would
 * not end for hours, and what is new would wait for it. The rest of its messages is due in the next run.
 */
const UNANSWERED_MAX = 8

/** A host that is posted to. */
export interface Host {
  /** Runs `work` when nothing else is posted to the host, in the order of the calls. Returns its result. */
  turn: <Result>(work: () => Promise<Result>) => Promise<Result>
  /** Call it after each post. */
  note: (verdict: Verdict) => void
  /** Aborted when the run ends, or the host does not answer. */
  signal: AbortSignal
}

/** Makes the turns of one host. */
export function createHost(signal: AbortSignal): Host {
  let last: Promise<unknown> = Promise.resolve()
  let unanswered = 0
  const silent = new AbortController()
  return {
    turn(work) {
      const result = last.then(work)
      // The failure is that of its caller.
      last = result.catch(() => undefined)
      return result
    },
    note(verdict) {
      unanswered = 'isUnanswered' in verdict ? unanswered + 1 : 0
      if (unanswered >= UNANSWERED_MAX) silent.abort(new AppError('unavailable', 'The service does not answer now.'))
    },
    signal: AbortSignal.any([signal, silent.signal]),
  }
}

interface Options {
  /** Pause between two messages to a target. */
  gapMs: number
  signal: AbortSignal
}

/**
 * Sends the rows of `LANES` hosts side by side. At a host, `UNDER_WAY` targets are under way, and their messages take turns:
 * one at a time, and those of one target with a pause between them. A host that does not answer is left for the next run. After an error no further row is begun; throws the first
 * error when all have ended.
 */
export async function sendByHost(
  rows: readonly OutboxRecord[],
  sendOne: (row: OutboxRecord, host: Host) => Promise<void>,
  { gapMs, signal }: Options,
): Promise<void> {
  const errors: unknown[] = []
  const sendTarget = async (own: readonly OutboxRecord[], host: Host) => {
    for (const [index, row] of own.entries()) {
      // Recovered: the next row notices that the run has ended.
      if (index > 0) await sleep(gapMs, undefined, { signal: host.signal }).catch(() => undefined)
      if (host.signal.aborted || errors.length > 0) return
      await sendOne(row, host).catch((error: unknown) => void errors.push(error))
    }
  }
  const sendHost = (ofHost: readonly OutboxRecord[]) => {
    const targets = [...Map.groupBy(ofHost, ({ user_id, kind }) => `${user_id} ${kind}`).values()]
    const host = createHost(signal)
    return sideBySide(targets, UNDER_WAY, (own) => sendTarget(own, host))
  }
  const hosts = [...Map.groupBy(rows, ({ to }) => to).values()]
  await sideBySide(hosts, LANES, sendHost)
  signal.throwIfAborted()
  if (errors.length > 0) throw errors[0]
}

/** Runs `work` for each item, at most `count` at a time. */
async function sideBySide<Item>(
  items: readonly Item[],
  count: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const left = items.values()
  const workOff = async () => {
    // All take from the same iterator, so that each item is worked on once.
    for (const item of left) await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(count, items.length) }, workOff))
}
