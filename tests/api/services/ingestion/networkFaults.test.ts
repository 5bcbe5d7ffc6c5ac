import { afterAll, expect, test } from 'bun:test'
import type { Endpoint } from '#tests/simulators/arxivFaults.ts'
import { liveWithFaults, smallWorld } from '#tests/api/support/faultyDay.ts'
import { useLifetime } from '#tests/api/support/lifetime.ts'
import { WORLD_SEED } from '#tests/api/support/worldRuns.ts'
import { FAULT_NAMES, startFaultProxy, type FaultName } from '#tests/support/faultProxy.ts'

/** All cells, of which many wait for the time limits of a request. The suite has those of `SUITE`. */
const RUN_ALL = process.env['NETWORK_FAULTS'] === 'all'
const SUITE = new Set<FaultName>(['a reset'])

const life = useLifetime()
const world = smallWorld(WORLD_SEED)
const proxy = await startFaultProxy(Number(new URL(life.simulator.rssUrl).port))
afterAll(() => proxy[Symbol.asyncDispose]())

const doors: Endpoint[] = RUN_ALL ? ['rss', 'oai', 'api'] : ['rss']
const cells = FAULT_NAMES.filter((fault) => RUN_ALL || SUITE.has(fault)).flatMap((fault) =>
  doors.map((door) => [fault, door] as const),
)

test.each(cells)(
  '%s on the way to %s costs no reader a paper, and the next day is read as ever',
  async (name, door) => {
    await proxy.begin(name, 'answer')
    const origin = () => `http://127.0.0.1:${proxy.port}`
    try {
      expect(await liveWithFaults(life, world, [{ fault: { name, doors, origin }, door }])).toBe('')
    } finally {
      await proxy.end()
    }
    expect(proxy.faults).toBeGreaterThan(0)
  },
)
