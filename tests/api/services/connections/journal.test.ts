import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'bun:test'
import mongoose from 'mongoose'
import { setClock } from '#api/platform/clock.ts'
import { startSending, stopSending } from '#api/services/sending/sender.ts'
import { announce, MORNING, rows, useConnections } from '#tests/api/support/connections.ts'
import { startOutgoingSimulator } from '#tests/simulators/outgoing.ts'
import { useApp } from '#tests/support/app.ts'
import { makeFolder } from '#tests/support/process.ts'

const simulator = await startOutgoingSimulator()
const app = useApp()
const { connect, runAt } = useConnections(app, simulator)
const folder = await makeFolder()
const file = join(folder.path, 'journal')

afterAll(() => Promise.all([simulator.stop(), folder[Symbol.asyncDispose]()]))
afterEach(() => {
  setClock(null)
  stopSending()
})

const outbox = () => mongoose.connection.collection('outbox')
/** As a process that was killed leaves the row: with this many messages stored, and the next being handed over. */
const leaveAt = (parts_done: number) =>
  outbox().updateOne(
    {},
    { $set: { state: 'handing-off', parts_done, sender: 'here', lease_until: new Date('2099-01-01') } },
  )
const startAgain = () => startSending({ file, installation: 'here' })

test('An answer that the journal has is known after a kill, and one of an earlier message proves nothing', async () => {
  await startAgain()
  await announce(12)
  await connect('ada', 'slack')
  await runAt(MORNING)
  expect(simulator.received).toHaveLength(2)

  // The journal has both answers. The database does not have the second one:
  await leaveAt(1)
  await startAgain()
  expect(await rows()).toMatchObject([{ state: 'sent', parts_done: 2 }])

  // Not even the first one: its line does not end the doubt about the second, which this claim may have handed over.
  await leaveAt(0)
  const { _id: id, fence } = (await rows())[0]!
  const first = { id, fence, receipt: 'ok', part: { before: 0, done: 1, isLast: false } }
  stopSending()
  await Bun.write(file, `${JSON.stringify(first)}\n`)
  await startAgain()
  expect(await rows()).toMatchObject([{ state: 'claimed', parts_done: 1 }])
  await leaveAt(1)
  await startAgain()
  expect(await rows()).toMatchObject([{ state: 'uncertain', parts_done: 1 }])
})
