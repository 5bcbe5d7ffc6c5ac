import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'bun:test'
import { findFreePort } from '#api/platform/embedded/port.ts'
import { startBalancer } from '#tests/api/support/balancer.ts'
import { addressOf, useProductProcesses, type ProductProcess } from '#tests/api/support/productProcess.ts'
import { findLostSaves, otherStatuses, useSavingClients } from '#tests/api/support/savingClients.ts'
import { sized } from '#tests/support/longRun.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'

/** How often a process is stopped and started again. */
const RESTARTS = sized({ short: 3, long: 30, everything: 100 })
const CLIENTS = 12
/** Answers between two restarts. */
const ANSWERS = 60
/** Folder of another version of the program: then each restart changes between the two. */
const OTHER = process.env['OTHER_PROGRAM']

const ROLES = ['web', 'web', 'worker'] as const
const ports = ROLES.map(() => findFreePort())
const products: ProductProcess[] = []
const clients = useSavingClients()
const { launch } = useProductProcesses(() => ({
  ...clients.settings(),
  PAPERDAWN_SECRET: 'a secret that all processes share',
}))

/** Starts the process with this number, which has its own port and data folder. */
async function start(number: number, version: number): Promise<void> {
  const { PAPERDAWN_DATA: folder } = clients.settings()
  const cwd = OTHER !== undefined && version % 2 === 1 ? OTHER : '.'
  products[number] = launch(
    { PORT: `${ports[number]}`, PAPERDAWN_ROLES: ROLES[number], PAPERDAWN_DATA: `${folder}/${number}` },
    { cwd },
  )
  await addressOf(products[number])
}

test('No request fails while two web processes and a worker are restarted one after the other under load', async () => {
  await Promise.all(ROLES.map((_, number) => start(number, number)))
  const balancer = await startBalancer(ports.filter((_, number) => ROLES[number] === 'web'))
  const { ledger, stop: stopClients } = await clients.start(CLIENTS, { port: balancer.port, back: () => nextTurn() })
  const codes = new Set<number | undefined>()
  for (let restart = 0; restart < RESTARTS; restart += 1) {
    const until = ledger.answers + ANSWERS
    await waitUntil(() => ledger.answers > until, 1)
    const number = restart % ROLES.length
    products[number]?.kill('SIGTERM')
    codes.add(await products[number]?.exited)
    await start(number, restart + Math.floor(restart / ROLES.length))
  }
  await stopClients()
  await balancer.stop()
  if (RESTARTS > 3) console.log({ ...ledger, saved: undefined, fault: undefined })

  expect({ failures: ledger.failures, refused: ledger.refused }).toEqual({ failures: [], refused: 0 })
  expect([...codes]).toEqual([0])
  expect(otherStatuses(ledger)).toEqual([])
  expect(await findLostSaves(ledger)).toEqual([])
})
