import { treaty } from '@elysia/eden'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import type { App } from '#api/http/app.ts'
import { storePapers } from '#tests/api/support/library.ts'
import { addressOf, useProductData, useProductProcesses } from '#tests/api/support/productProcess.ts'
import { PAPERS, ReaderModel, readerStep, type ReaderStep } from '#tests/api/support/readerModel.ts'
import { RandomNumbers } from '#tests/simulators/randomNumbers.ts'
import { claimsOf, firebaseSettings, startIssuer } from '#tests/support/keys.ts'
import { sized } from '#tests/support/longRun.ts'

const PROJECT = 'paperdawn-tests'
const CRASHES = sized({ short: 2, long: 20, everything: 200 })
const SEED = Number(process.env['SEED'] ?? Date.now() % 1e9)
/** Steps between two crashes. */
const BETWEEN = 8
/** A request takes 3 to 40 ms, with the signature of its token. */
const LATEST_MS = 60

const issuer = startIssuer()
const dataSettings = useProductData()
beforeAll(() => storePapers(PAPERS))
afterAll(issuer.stop)
const { launch } = useProductProcesses(() => ({
  ...dataSettings(),
  PAPERDAWN_ROLES: 'web',
  ...firebaseSettings(issuer, PROJECT),
}))

const tokenOf = (name: string) => issuer.sign(claimsOf(name, PROJECT))

function* drawSteps(): Generator<ReaderStep, never> {
  for (let seed = SEED; ; seed += 1) yield* fc.sample(readerStep, { numRuns: 100, seed })
}

test(`lists, notes and profiles match the model although the product is killed ${CRASHES} times during a request`, async () => {
  console.log(`seed of the crashes: ${SEED}`)
  const random = new RandomNumbers(SEED)
  let product = launch()
  let address = await addressOf(product)
  const clientOf = (name: string) =>
    treaty<App>(address, {
      parseDate: false,
      headers: async () => ({ authorization: `Bearer ${await tokenOf(name)}` }),
    }).api
  for (const name of ['ada', 'ben']) await clientOf(name).auth.firebase.post({ id_token: await tokenOf(name) })
  const crash = async () => {
    // The moment of the crash, not a wait for something.
    await Bun.sleep(random.between(0, LATEST_MS))
    product.kill('SIGKILL')
    await product.exited
    product = launch()
    address = await addressOf(product)
  }

  const model = new ReaderModel(clientOf, Date.now())
  await model.start()
  const seen = new Map<string, number>()
  const steps = drawSteps()
  for (let crashes = 0; crashes < CRASHES;) {
    for (let ran = 0; ran < BETWEEN; ran += 1) await model.run(steps.next().value)
    const outcome = await model.runAcross(steps.next().value, crash)
    if (outcome === 'no step') continue
    crashes += 1
    seen.set(outcome, (seen.get(outcome) ?? 0) + 1)
    await model.check()
  }
  console.log(Object.fromEntries(seen))
  expect([...seen.values()].reduce((sum, count) => sum + count, 0)).toBe(CRASHES)
})
