import { describe, expect, test } from 'bun:test'
import { RandomNumbers } from '#tests/simulators/randomNumbers.ts'
import { useMailKilling, type KillPoint } from '#tests/api/support/mailKilling.ts'
import { RUN_ALL, WORLD_SEED } from '#tests/api/support/worldRuns.ts'

const { deliver } = useMailKilling()

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

  test.skipIf(!RUN_ALL)('the same with 20,000 mails and 300 kills', async () => {
    const [recipients, count] = [Number(process.env['KILL_MAILS'] ?? 20_000), Number(process.env['KILLS'] ?? 300)]
    const random = new RandomNumbers(WORLD_SEED)
    const points = Array.from({ length: count }, (_, index): KillPoint => {
      const named = NAMED[index % (NAMED.length + 1)]
      if (named?.at === 'accepted') return named
      const nth = random.between(1, Math.ceil(recipients / count) + 2)
      return named ? { at: named.at, count: nth } : { at: 'command', count: 12 + nth }
    })
    const { kills, lost, forgotten, uncertain, uncertainReceived, proven } = await deliver(recipients, points)
    console.log(
      `${recipients} mails, ${kills.length} kills, seed ${WORLD_SEED}: lost ${lost}, proven by a journal ${proven}`,
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
