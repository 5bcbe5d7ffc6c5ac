/**
 * Makes the dump of the version of the data that the program in the folder of the first argument writes, by default this
 * one: starts it on an empty database, lets an invented reader use it, and stores what is then in the database.
 */
import { mongo } from 'mongoose'
import { findMongod } from '#api/platform/embedded/findMongod.ts'
import { startMongod } from '#api/platform/embedded/mongod.ts'
import { startMailServer } from '#tests/api/support/mailServer.ts'
import { addressOf, startProduct } from '#tests/api/support/productProcess.ts'
import { callAs, DUMPED_DAY, NOTE, startWorld, TAG } from '#tests/support/dumpedReader.ts'
import { writeDump } from '#tests/support/dumps.ts'
import { makeFolder } from '#tests/support/process.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'

const report = console.error
await using folder = await makeFolder()
const binary = await findMongod({ configured: process.env['MONGOD_BINARY'], report })
const mongod = await startMongod({ binary, folder: `${folder.path}/mongo`, report })
const uri = mongod.uri.replace('/?', '/library?')
const client = await mongo.MongoClient.connect(uri)
const relay = await startMailServer({})
const world = startWorld()
const product = startProduct(
  { ...world.settings, PAPERDAWN_DATA: `${folder.path}/data`, MONGODB_URI: uri, LOG_LEVEL: 'warn' },
  { cwd: process.argv[2] ?? '.' },
)
try {
  const address = await addressOf(product)
  await useAsReader(address)
  product.kill('SIGTERM')
  await product.exited
  report(await writeDump(client.db()))
} finally {
  product.kill('SIGKILL')
  await Promise.all([client.close(), relay.stop(), world.stop()])
  await mongod.stop()
}
process.exit()

async function useAsReader(address: string): Promise<void> {
  const admin = callAs(address, await world.tokenOf('admin', 'admin@paperdawn.test'))
  const ada = callAs(address, await world.tokenOf('ada'))
  for (const [call, name, email] of [
    [admin, 'admin', 'admin@paperdawn.test'],
    [ada, 'ada', 'ada@example.org'],
  ] as const)
    await call('POST', '/auth/firebase', { id_token: await world.tokenOf(name, email) })
  await admin('POST', '/admin/email-config', {
    host: relay.host,
    port: relay.port,
    security: 'none',
    max_per_minute: 100,
    enabled: true,
    from_name: 'Paperdawn',
    from_address: 'digest@papers.example.org',
  })
  const digest = { enabled: true, hour: 6, time_zone: 'Europe/Berlin', max_papers: 15 }
  await ada('PUT', '/users/me', { category_ids: ['cs.LG'], preferences: { digest } })
  const day = await waitUntil(async () => {
    const dashboard = await ada('GET', '/users/me/dashboard')
    return dashboard.day === DUMPED_DAY && dashboard.cards.length > 0 && dashboard
  }, 200)
  const [first, second, third] = day.cards.map(({ paper }: { paper: { id: string } }) => paper.id)
  const saved = await ada('POST', '/users/me/reading-list', { paper_id: first })
  await ada('PUT', `/users/me/reading-list/${saved.id}`, {
    version: saved.version,
    notes: NOTE,
    tags: [TAG],
    status: 'reading',
  })
  await ada('POST', `/papers/${first}/click`)
  await ada('PUT', `/papers/${second}/feedback`, { value: 'like' })
  await ada('PUT', `/papers/${third}/feedback`, { value: 'dislike' })
  await ada('POST', '/users/me/feed-address')
  const outbox = client.db().collection('outbox')
  await waitUntil(async () => (await outbox.countDocuments({ state: 'sent' })) >= 1, 200)
}
