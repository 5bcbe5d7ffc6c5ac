/**
 * Does in a process of its own what every start does with the stored data. Counts the events of its database commands:
 * before a command is sent, and when its response has arrived. Prints their number at the end, and kills the process at the
 * event with the number KILL_AT.
 */
import { mongo } from 'mongoose'
import { seedCategories } from '#api/services/ingestion/categories.ts'
import { closeDatabase, openDatabase } from '#api/store/database.ts'
import { withCommandEvents } from '#tests/support/mongod.ts'

const killAt = Number(process.env['KILL_AT'] ?? 0)
let events = 0
const count = () => {
  events += 1
  if (events === killAt) process.kill(process.pid, 'SIGKILL')
}

// The start connects by itself, and its first command follows at once.
const { connect } = mongo.MongoClient.prototype
mongo.MongoClient.prototype.connect = function connectAndCount(this: mongo.MongoClient) {
  this.on('commandStarted', count)
  this.on('commandSucceeded', count)
  return connect.call(this)
}

await openDatabase(withCommandEvents(process.env['MONGODB_URI'] ?? ''))
await seedCategories()
console.log(events)
await closeDatabase()
