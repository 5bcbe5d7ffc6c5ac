import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { mongo } from 'mongoose'
import { findMongod } from '#api/platform/embedded/findMongod.ts'
import { findFreePort } from '#api/platform/embedded/port.ts'
import { freeze, makeFolder } from '#tests/support/process.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'

const NAME = 'rs3'
/** The members elect a new primary when the old one has been silent for this long. */
const ELECTION_MS = 2_000

interface Member {
  port: number
  process: Bun.Subprocess
}

export interface ReplicaSet extends AsyncDisposable {
  /** Connection string of a database of this name. */
  uri(database: string): string
  /** Kills the primary, waits until `afterwards` holds, and starts it again. */
  killPrimary(afterwards: () => Promise<void>): Promise<void>
  /** Stops the process of the primary without ending it, waits until `afterwards` holds, and lets it go on. */
  freezePrimary(afterwards: () => Promise<void>): Promise<void>
  /** Lets the primary give up its role, and waits until `afterwards` holds. */
  stepDownPrimary(afterwards: () => Promise<void>): Promise<void>
  /** No write is confirmed by a majority until `afterwards` holds; the primary stays. */
  stopReplication(afterwards: () => Promise<void>): Promise<void>
}

/** Starts a replica set of three mongods on 127.0.0.1. */
export async function startReplicaSet(): Promise<ReplicaSet> {
  const folder = await makeFolder()
  const binary = await findMongod({ configured: process.env['MONGOD_BINARY'], report: () => undefined })
  const launch = async (port: number): Promise<Member> => {
    const data = join(folder.path, `${port}`)
    await mkdir(data, { recursive: true })
    const command = [binary, '--dbpath', data, '--port', `${port}`, '--bind_ip', '127.0.0.1', '--nounixsocket']
    command.push('--replSet', NAME, '--wiredTigerCacheSizeGB', '0.25', '--setParameter', 'enableTestCommands=1')
    return { port, process: Bun.spawn(command, { stdout: 'ignore', stderr: 'ignore' }) }
  }
  const members: Member[] = []
  while (members.length < 3) members.push(await launch(findFreePort()))
  const hosts = members.map(({ port }, _id) => ({ _id, host: `127.0.0.1:${port}` }))
  const config = { _id: NAME, members: hosts, settings: { electionTimeoutMillis: ELECTION_MS } }
  await waitUntil(() =>
    onServer(members[0]!.port, (admin) => admin.command({ replSetInitiate: config })).catch(() => null),
  )

  const findPrimary = () =>
    waitUntil(async () => {
      for (const member of members) {
        const hello = await onServer(member.port, (admin) => admin.command({ hello: 1 })).catch(() => null)
        if (hello?.['isWritablePrimary'] === true) return member
      }
      return null
    })
  await findPrimary()

  return {
    uri: (database) => `mongodb://${hosts.map(({ host }) => host).join()}/${database}?replicaSet=${NAME}`,
    async killPrimary(afterwards) {
      const primary = await findPrimary()
      primary.process.kill('SIGKILL')
      await primary.process.exited
      await afterwards()
      primary.process = (await launch(primary.port)).process
    },
    async freezePrimary(afterwards) {
      const primary = await findPrimary()
      await freeze(primary.process.pid)
      try {
        await afterwards()
      } finally {
        primary.process.kill('SIGCONT')
      }
    },
    async stepDownPrimary(afterwards) {
      const { port } = await findPrimary()
      await onServer(port, (admin) => admin.command({ replSetStepDown: 10, force: true }))
      await afterwards()
    },
    async stopReplication(afterwards) {
      const primary = await findPrimary()
      const setApplying = (mode: 'off' | 'alwaysOn') =>
        Promise.all(
          members
            .filter(({ port }) => port !== primary.port)
            .map(({ port }) =>
              onServer(port, (admin) => admin.command({ configureFailPoint: 'rsSyncApplyStop', mode })),
            ),
        )
      await setApplying('alwaysOn')
      try {
        await afterwards()
      } finally {
        await setApplying('off')
      }
    },
    async [Symbol.asyncDispose]() {
      for (const { process } of members) process.kill('SIGKILL')
      await Promise.all(members.map(({ process }) => process.exited))
      await folder[Symbol.asyncDispose]()
    },
  }
}

/** Runs `task` on one member, whatever its state. Rejects soon when it does not answer. */
async function onServer<Result>(port: number, task: (admin: mongo.Db) => Promise<Result>): Promise<Result> {
  const limits = 'serverSelectionTimeoutMS=1000&socketTimeoutMS=5000'
  const client = new mongo.MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true&retryWrites=false&${limits}`)
  try {
    return await task(client.db('admin'))
  } finally {
    await client.close()
  }
}
