import mongoose from 'mongoose'
import { setClock } from '#api/platform/clock.ts'
import { startSending, stopSending } from '#api/services/sending/sender.ts'
import { closeDatabase, openDatabase } from '#api/store/database.ts'
import { withCommandEvents } from '#tests/support/mongod.ts'

interface Options {
  uri: string
  /** The time of the product. */
  instant: string
  /** File of the journal of sent messages. */
  journal: string
  /** Collections whose commands count. */
  collections: readonly string[]
}

/**
 * Does `work` as a worker does, in a process of its own. Counts the events of the database commands on the collections:
 * before a command is sent and when its response has arrived. Prints their number at the end, and kills the process at the
 * event with the number KILL_AT.
 */
export async function killAtCommand({ uri, instant, journal, collections }: Options, work: () => Promise<unknown>) {
  const killAt = Number(process.env['KILL_AT'] ?? 0)
  setClock(new Date(instant))
  await openDatabase(withCommandEvents(uri))
  await startSending({ file: journal, installation: 'killed' })
  const watched = new Set<number>()
  let events = 0
  const count = () => {
    events += 1
    if (events === killAt) process.kill(process.pid, 'SIGKILL')
  }
  const client = mongoose.connection.getClient()
  client.on('commandStarted', ({ requestId, commandName, command }) => {
    if (!collections.includes(String(command[commandName]))) return
    watched.add(requestId)
    count()
  })
  client.on('commandSucceeded', ({ requestId }) => {
    if (watched.delete(requestId)) count()
  })
  await work()
  console.log(events)
  stopSending()
  await closeDatabase()
}
