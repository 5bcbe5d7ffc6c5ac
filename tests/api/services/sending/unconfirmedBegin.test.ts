import { afterAll, expect, test } from 'bun:test'
import { callbackify } from 'node:util'
import mongoose from 'mongoose'
import type { SMTPServerSession } from 'smtp-server'
import { closeConnections } from '#api/mail/connectionPool.ts'
import { findMail } from '#api/store/mail/outbox.ts'
import { useOutbox } from '#tests/api/support/outboxes.ts'
import { startReplicaSet, type ReplicaSet } from '#tests/api/support/replicaSet.ts'

let set: ReplicaSet
const { queue, send, useServer } = useOutbox(async () => {
  set = await startReplicaSet()
  return set.uri('sending')
})
afterAll(() => set[Symbol.asyncDispose]())

/** Lets the next writes of the outbox be stored, and their answers say that the server is shutting down. */
const failAnswers = (times: number) =>
  mongoose.connection
    .getClient()
    .db('admin')
    .command({
      configureFailPoint: 'failCommand',
      mode: { times },
      data: {
        failCommands: ['update'],
        namespace: 'sending.outbox',
        writeConcernError: { code: 91, errmsg: 'The server is shutting down.' },
      },
    })

test('A mail whose begin the database stored without confirming it was not handed over: it is queued, and sent later', async () => {
  let isFailing = true
  const { ids } = await useServer({
    // The claim is stored already, the next write is the begin of the handover, which the driver repeats once.
    onConnect: callbackify(async (_session: SMTPServerSession) => {
      if (isFailing) await failAnswers(2)
      isFailing = false
    }),
  })
  const { _id } = await queue()
  await expect(send(_id)).rejects.toThrow('shutting down')
  expect(await findMail(_id)).toMatchObject({ state: 'queued', attempts: 0, lease_until: null })
  expect(ids).toEqual([])

  expect(await send(_id)).toMatchObject({ state: 'sent', attempts: 1 })
  expect(ids).toHaveLength(1)
  closeConnections()
})
