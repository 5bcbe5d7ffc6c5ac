import { setTimeout as sleep } from 'node:timers/promises'
import type { OutboxRecord } from '../../store/mail/outbox.ts'

/** Hosts that are posted to side by side, each over one connection. */
const LANES = 32
/** Targets of a host that are under way: while one waits for its second, others are posted to. */
const UNDER_WAY = 32

/** Runs `work` when nothing else is posted to the host. Returns its result. */
export type Turn = <Result>(work: () => Promise<Result>) => Promise<Result>

/** Makes the turns of one host: one at a time, in the order in which they were asked for. */
export function createTurns(): Turn {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const result = last.then(work)
    // The failure is that of its caller.
    last = result.catch(() => undefined)
    return result
  }
}

interface Options {
  /** Pause between two messages to a target. */
  gapMs: number
  signal: AbortSignal
}

/**
 * Sends the rows of `LANES` hosts side by side. At a host, `UNDER_WAY` targets are under way, and their messages take turns:
 * one at a time, and those of one target with a pause between them. After an error no further row is begun; throws the first
 * error when all have ended.
 */
export async function sendByHost(
  rows: readonly OutboxRecord[],
  sendOne: (row: OutboxRecord, turn: Turn) => Promise<void>,
  { gapMs, signal }: Options,
): Promise<void> {
  const errors: unknown[] = []
  const isOver = () => signal.aborted || errors.length > 0
  const sendTarget = async (own: readonly OutboxRecord[], turn: Turn) => {
    for (const [index, row] of own.entries()) {
      // Recovered: the next row notices that the run has ended.
      if (index > 0) await sleep(gapMs, undefined, { signal }).catch(() => undefined)
      if (isOver()) return
      await sendOne(row, turn).catch((error: unknown) => void errors.push(error))
    }
  }
  const sendHost = (ofHost: readonly OutboxRecord[]) => {
    const targets = [...Map.groupBy(ofHost, ({ user_id, kind }) => `${user_id} ${kind}`).values()]
    const turn = createTurns()
    return sideBySide(targets, UNDER_WAY, (own) => sendTarget(own, turn))
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
