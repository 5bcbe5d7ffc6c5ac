import { describe, expect, test } from 'bun:test'
import { RandomNumbers } from '#tests/simulators/randomNumbers.ts'
import { useMailKilling, type KillPoint } from '#tests/api/support/mailKilling.ts'
import { WORLD_SEED } from '#tests/api/support/worldSeed.ts'
import { SIZE, sized } from '#tests/support/longRun.ts'

const { deliver } = useMailKilling()

const [MAILS, KILLS] = sized({ short: [0, 0], long: [1_000, 15], everything: [20_000, 300] } as const)
const SERVER_POINTS = ['sender', 'message', 'accepted-by-server', 'replied'] as const
const NAMED: readonly KillPoint[] = [...SERVER_POINTS.map((at) => ({ at, count: 5 })), { at: 'accepted' }]

describe('Two processes that send the same mails and are killed', () => {
  test('send each once; at most the open connections are uncertain', async () => {
    const { kills, lost, forgotten } = await deliver(60, NAMED.slice(0, 3))
    expect({ lost, forgotten }).toEqual({ lost: 0, forgotten: 0 })
    expect(kills).not.toBeEmpty()
  })

  test('know from the journal what the server had accepted when they were killed before they stored it', async () => {
    const { proven, lost, forgotten } = await deliver(20, [{ at: 'accepted' }, { at: 'accepted' }])
    expect(proven).toBeGreaterThan(0)
    expect({ lost, forgotten }).toEqual({ lost: 0, forgotten: 0 })
  })

  test.skipIf(SIZE === 'short')(`the same with ${MAILS} mails and ${KILLS} kills`, async () => {
    const random = new RandomNumbers(WORLD_SEED)
    const points = Array.from({ length: KILLS }, (_, index): KillPoint => {
      const named = NAMED[index % (NAMED.length + 1)]
      if (named?.at === 'accepted') return named
      const nth = random.between(1, Math.ceil(MAILS / KILLS) + 2)
      return named ? { at: named.at, count: nth } : { at: 'command', count: 12 + nth }
    })
    const { kills, lost, forgotten, uncertain, uncertainReceived, proven } = await deliver(MAILS, points)
    console.log(
      `${MAILS} mails, ${kills.length} kills, seed ${WORLD_SEED}: lost ${lost}, proven by a journal ${proven}`,
    )
    console.log(`uncertain ${uncertain}, of which the server accepted ${uncertainReceived}`)
    const perKill = Map.groupBy(
      kills,
      ({ at, open, uncertain: left }) => `${at}: ${open} connections, ${left} uncertain`,
    )
    console.table([...perKill].map(([kill, { length }]) => ({ kill, times: length })))
    expect({ lost, forgotten }).toEqual({ lost: 0, forgotten: 0 })
    expect(uncertain).toBeLessThanOrEqual(kills.reduce((sum, { open }) => sum + open, 0))
  })
})
