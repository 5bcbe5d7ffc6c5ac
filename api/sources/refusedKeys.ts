import { addDays, dayIn, instantOf, now } from '../platform/clock.ts'
import type { ProbeResult } from './probes.ts'

/** That a service refuses a key. */
export interface KeyRefusal {
  /** When it first did. */
  since: Date
  /** A client that leaves refused keys out does not send it before. */
  until: Date
}

/** The keys of a source that its service refuses, each with the origin that refuses it. `record` and `clear` do not throw. */
export interface RefusedKeys {
  /** Null for a key that is not refused. */
  find(key: string, origin: string): Promise<KeyRefusal | null>
  record(key: string, origin: string, until: Date): Promise<void>
  /** Called when the service has accepted the key. */
  clear(key: string, origin: string): Promise<void>
}

/** The refusal of the key in force. */
export interface RefusedKey extends KeyRefusal {
  /** The setting of the environment that has the key; absent for one that an admin saved. */
  setting?: string
  /** What happens meanwhile, to follow "so": "requests to it fail". */
  effect: string
  /** Words of the failures of requests that it causes; absent where requests go without the key. */
  failure?: string
}

/** Words of the failure of a request whose key was refused, to follow the name of the service. */
export const KEY_REFUSED = 'does not accept its key'

/** What is stored about the keys of a source. */
export interface StoredKeys {
  /** By interface: addresses that an admin set. */
  addresses: Readonly<Record<string, string>>
  /** The key that an admin saved for the address in force. */
  key?: string
  findRefusal(key: string, origin: string): KeyRefusal | null
}

/** Returns the key that is sent to an origin. */
export type ReadKey = (origin: string) => Promise<string | undefined>

/** How a source uses a key of the installation. */
export interface Keyed {
  /** Whether it answers without a key. Absent for a source that has no keys. */
  readonly key?: 'required' | 'optional'
  /** The refusal of the key in force; null if there is none. */
  findRefusedKey?(stored: StoredKeys): RefusedKey | null
  /** The pause between two requests that is in force, in milliseconds. Absent where it does not depend on the key. */
  readGap?(): Promise<number>
}

const nameOf = (key: string, origin: string) => `${origin} ${key}`

/** Remembers refused keys for this process alone: for a source without a library. */
export function rememberRefusedKeys(): RefusedKeys {
  const refused = new Map<string, KeyRefusal>()
  return {
    find: async (key, origin) => refused.get(nameOf(key, origin)) ?? null,
    async record(key, origin, until) {
      const name = nameOf(key, origin)
      refused.set(name, { since: refused.get(name)?.since ?? now(), until })
    },
    async clear(key, origin) {
      refused.delete(nameOf(key, origin))
    },
  }
}

/** The next day (UTC), when a refused key is tried again: it can be valid again, and must not be tried again and again. */
export const nextTry = (): Date => instantOf(addDays(dayIn('UTC', now()), 1), '00:00', 'UTC')

/** Whether a client that leaves refused keys out does so now. */
export const isLeftOut = (refusal: KeyRefusal | null): boolean => refusal !== null && refusal.until > now()

/** Clears the refusals of the keys that a test has shown to be accepted. */
export async function clearAccepted(
  results: readonly ProbeResult[],
  readKey: ReadKey,
  refused: RefusedKeys,
): Promise<void> {
  for (const { ok, address } of results) {
    const { origin } = new URL(address)
    const key = ok ? await readKey(origin) : undefined
    if (key !== undefined) await refused.clear(key, origin)
  }
}
