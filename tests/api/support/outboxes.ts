import { afterAll, afterEach, beforeAll, beforeEach } from 'bun:test'
import { buffer } from 'node:stream/consumers'
import { callbackify } from 'node:util'
import mongoose from 'mongoose'
import PostalMime from 'postal-mime'
import type { SMTPServerDataStream, SMTPServerOptions, SMTPServerSession } from 'smtp-server'
import type { OutboxRow } from '#api/contract/mail.ts'
import { log } from '#api/platform/log.ts'
import { createSecrets } from '#api/platform/secrets.ts'
import { sendMail } from '#api/services/sending/outbox.ts'
import { takeTurn } from '#api/services/sending/sender.ts'
import type { Product } from '#api/services/product.ts'
import { openDatabase } from '#api/store/database.ts'
import { findMail, queueMail } from '#api/store/mail/outbox.ts'
import { findMailSettings, saveMailSettings } from '#api/store/mail/mailSettings.ts'
import { testDatabase } from '#tests/support/mongod.ts'
import { startMailServer } from './mailServer.ts'
import { dropDatabase, emptyDatabase } from '#tests/support/database.ts'
import { Sources } from '#api/sources/sources.ts'

const product = {
  config: { smtpAllowPrivate: true, ehloName: 'papers.example.org' },
  sources: new Sources(),
  secrets: createSecrets('a secret of the tests that is long enough'),
} as unknown as Product
const body = { subject: 'Papers', html: '<p>rich</p>', text: 'plain' }

/** Makes `server` the one that the product sends its mail to. */
export async function useAsMailServer(
  { host, port }: { host: string; port: number },
  changes: Partial<Parameters<typeof saveMailSettings>[0]> = {},
): Promise<void> {
  const settings = {
    host,
    port,
    security: 'none' as const,
    from_name: 'Paperdawn',
    from_address: 'digest@papers.example.org',
    max_per_minute: 10_000,
    enabled: true,
    sealed_password: null,
    updated_at: new Date(),
    updated_by: 'admin',
    ...changes,
  }
  await saveMailSettings(settings, (await findMailSettings())?.version ?? null)
}

/** An outbox over a real database, empty before each test, and mail servers that end with the test. */
export function useOutbox(findUri = testDatabase) {
  const ended: (() => unknown)[] = []
  let uri = ''
  beforeAll(async () => {
    uri = await findUri()
    await openDatabase(uri)
  })
  beforeEach(emptyDatabase)
  afterEach(async () => {
    await Promise.all(ended.splice(0).map((end) => end()))
  })
  afterAll(dropDatabase)

  /** Starts a mail server, sets it up as the product's, and keeps the Message-IDs that it took. */
  async function useServer(options: SMTPServerOptions = {}, maxPerMinute = 10_000) {
    const ids: string[] = []
    const server = await startMailServer({
      onData: callbackify(async (stream: SMTPServerDataStream, _session: SMTPServerSession) => {
        ids.push((await PostalMime.parse(await buffer(stream))).messageId ?? '')
      }),
      ...options,
    })
    ended.push(server.stop)
    await useAsMailServer(server, { max_per_minute: maxPerMinute })
    return { ...server, ids }
  }

  return {
    product,
    databaseUri: () => uri,
    ended,
    useServer,
    queue: (user_id = 'ada', kind: OutboxRow['kind'] = 'digest') =>
      queueMail({ user_id, kind, day: '2026-11-16', to: `${user_id}@example.org`, subject: 'Papers', papers: 1 }),
    send: async (id: string, signal = new AbortController().signal) =>
      sendMail(product, await findMail(id), {
        settings: await takeTurn(product, signal),
        body,
        jobId: 'job',
        signal,
        log,
      }),
    change: (id: string, changes: object) =>
      mongoose.connection.db?.collection<{ _id: string }>('outbox').updateOne({ _id: id }, { $set: changes }),
  }
}
