import { beforeAll, describe, expect, test } from 'bun:test'
import { RandomNumbers } from '#tests/simulators/randomNumbers.ts'
import { useKilling, type Victim } from '#tests/api/support/killing.ts'
import { WORLD_SEED } from '#tests/api/support/worldSeed.ts'
import { sized } from '#tests/support/longRun.ts'

/** Kills of one ingestion: fewer than the attempts without progress after which a job fails. */
const PER_RUN = 4
const RANDOM_KILLS: Record<Victim, number> = sized({
  short: { 'the product': 4, mongod: 4 },
  long: { 'the product': 8, mongod: 4 },
  everything: { 'the product': 152, mongod: 48 },
})
/** Into how many tests the named points are divided, and how many of them are run. */
const PARTS = 12
const PARTS_RUN = sized({ short: 0, long: 0, everything: PARTS })
const range = (length: number) => Array.from({ length }, (_, n) => n + 1)

describe('An ingestion ends like an undisturbed one', () => {
  const { survey, runKilled } = useKilling()
  let undisturbed: Awaited<ReturnType<typeof survey>>
  const killed: number[] = []

  beforeAll(async () => {
    undisturbed = await survey()
  })

  test('as a second undisturbed one does', async () => {
    const { outcome, points } = await survey()
    expect(outcome).toEqual(undisturbed.outcome)
    console.log(`${points.length} points, ${new Set(points).size} names`)
  })

  const victims = ['the product', 'mongod'] as const
  test.each(victims.flatMap((victim) => range(PARTS_RUN).map((part) => [victim, part] as const)))(
    'when %s was killed at named points, part %d',
    async (victim, part) => {
      const names = [...new Set(undisturbed.points)].toSorted()
      for (const name of names.filter((_, n) => n % PARTS === part - 1)) {
        const { outcome, kills } = await runKilled(victim, [name])
        killed.push(kills)
        expect({ name, outcome }).toEqual({ name, outcome: undisturbed.outcome })
      }
    },
  )

  test.each(victims.flatMap((victim) => range(RANDOM_KILLS[victim] / PER_RUN).map((run) => [victim, run] as const)))(
    'when %s was killed at random points, run %d',
    async (victim, run) => {
      const random = new RandomNumbers(WORLD_SEED * 1_000 + run)
      // A later process has less to do: its point is drawn from what is left on average.
      const points = range(PER_RUN).map((n) => random.between(1, Math.ceil(undisturbed.points.length / n)))
      const { outcome, kills } = await runKilled(victim, points)
      killed.push(kills)
      expect({ seed: WORLD_SEED, points, outcome }).toEqual({ seed: WORLD_SEED, points, outcome: undisturbed.outcome })
    },
  )

  test('and the kills took place', () => {
    const sum = killed.reduce((total, one) => total + one, 0)
    console.log(`${sum} kills in ${killed.length} ingestions`)
    expect(sum).toBeGreaterThan(killed.length / 2)
  })
})
