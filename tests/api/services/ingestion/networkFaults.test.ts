import { afterAll, expect, test } from 'bun:test'
import type { Endpoint } from '#tests/simulators/arxivFaults.ts'
import { liveWithFaults, smallWorld } from '#tests/api/support/faultyDay.ts'
import { useLifetime } from '#tests/api/support/lifetime.ts'
import { WORLD_SEED } from '#tests/api/support/worldSeed.ts'
import { FAULT_NAMES, startFaultProxy, type FaultName } from '#tests/support/faultProxy.ts'
import { sized } from '#tests/support/longRun.ts'

const DOORS: Endpoint[] = ['rss', 'oai', 'api']
type Cell = readonly [fault: FaultName, door: Endpoint]
const ALL = FAULT_NAMES.flatMap((fault) => DOORS.map((door): Cell => [fault, door]))
/** The long run has each fault on one way, and the next seed on another one. */
const CELLS = sized<readonly Cell[]>({
  short: [['a reset', 'rss']],
  long: [['a reset', 'rss'], ...FAULT_NAMES.map((fault, at): Cell => [fault, DOORS[(at + WORLD_SEED) % 3] ?? 'rss'])],
  everything: ALL,
})

/** Each of some hundred requests of the day waits to the end of its time. */
const STALLED = { firstByteMs: 500, totalMs: 750 }

const life = useLifetime()
const world = smallWorld(WORLD_SEED)
const proxy = await startFaultProxy(Number(new URL(life.simulator.rssUrl).port))
afterAll(() => proxy[Symbol.asyncDispose]())

test.each(CELLS)(
  '%s on the way to %s costs no reader a paper, and the next day is read as ever',
  async (name, door) => {
    await proxy.begin(name, 'answer')
    const origin = () => `http://127.0.0.1:${proxy.port}`
    const fault = { name, doors: DOORS, origin, ...(name === 'a stall' && { limits: STALLED }) }
    try {
      expect(await liveWithFaults(life, world, [{ fault, door }])).toBe('')
    } finally {
      await proxy.end()
    }
    expect(proxy.faults).toBeGreaterThan(0)
  },
)
