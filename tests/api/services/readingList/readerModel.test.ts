import { afterEach, beforeEach, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { setClock } from '#api/platform/clock.ts'
import { useApp } from '#tests/support/app.ts'
import { sized } from '#tests/support/longRun.ts'
import { storePapers } from '#tests/api/support/library.ts'
import { PAPERS, ReaderModel, readerStep } from '#tests/api/support/readerModel.ts'

const RUNS = sized({ short: 15, long: 100, everything: 1_000 })
const DAY_MS = 86_400_000
const START = Date.UTC(2026, 10, 20)

const { as } = useApp()
afterEach(() => setClock(null))
beforeEach(() => storePapers(PAPERS))

const wait = fc.record({ kind: fc.constant('wait' as const), days: fc.constantFrom(1, 20, 40) })
const step = fc.oneof({ weight: 6, arbitrary: readerStep }, { weight: 1, arbitrary: wait })

test('the reading lists and profiles of two readers match the model after any sequence of requests', async () => {
  const seed = Number(process.env['SEED'] ?? Date.now() % 1e9)
  console.log(`seed of the reading lists: ${seed}`)
  let run = 0
  const runs = fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
    run += 1
    setClock(new Date(START))
    // Each run has its own readers with empty lists.
    const model = new ReaderModel((name) => as(`${name}-${run}`), START)
    await model.start()
    for (const action of steps) {
      if (action.kind !== 'wait') await model.run(action)
      else setClock(new Date((model.at += action.days * DAY_MS)))
    }
    await model.check()
  })
  await fc.assert(runs, { seed, numRuns: RUNS })
  expect(run).toBeGreaterThanOrEqual(RUNS)
})
