import { treaty } from '@elysia/eden'
import { afterAll, beforeAll, beforeEach } from 'bun:test'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp } from '#api/http/app.ts'
import { startEmbedding } from '#api/embedding/embedding.ts'
import { createOwnTokens } from '#api/http/ownTokens.ts'
import { waitForAudit } from '#api/http/plugins/adminAudit.ts'
import { readConfig } from '#api/platform/config.ts'
import { createSecrets } from '#api/platform/secrets.ts'
import { createTokens } from '#api/platform/identity/createTokens.ts'
import { openSqliteIndex } from '#api/search/sqliteIndex.ts'
import { NearestPapers } from '#api/services/nearness/nearest.ts'
import type { Product } from '#api/services/product.ts'
import { openDatabase } from '#api/store/database.ts'
import { claimsOf, firebaseSettings, startIssuer } from './keys.ts'
import { testDatabase } from './mongod.ts'
import { dropDatabase, resetDatabase } from '#tests/support/database.ts'
import { Sources } from '#api/sources/sources.ts'

export const PROJECT = 'paperdawn-tests'
/** The secret of the installation. */
export const SECRET = 'a secret of the tests that is long enough'

type Options = Partial<Pick<Product, 'sources' | 'index' | 'embedding' | 'sink' | 'zotero'>> & {
  /** Settings that differ from the test defaults. */
  env?: Record<string, string>
}

/**
 * The real app over its own real database, which contains only the categories before each test. `as('ada')` is a client
 * signed in as an ordinary user, created on first use; `as('admin')` as an admin. Both use an ID token that the product
 * verifies as it does Firebase's.
 */
export function useApp({ env = {}, ...parts }: Options = {}) {
  const issuer = startIssuer()
  const folder = mkdtempSync(join(tmpdir(), 'paperdawn-app-'))
  const config = readConfig({
    NODE_ENV: 'test',
    PAPERDAWN_DATA: folder,
    ...firebaseSettings(issuer, PROJECT),
    ADMIN_EMAIL_DOMAIN: 'paperdawn.test',
    PAPERDAWN_EMBEDDING: 'off',
    ...env,
  })
  const secrets = createSecrets(SECRET)
  const tokens = createTokens(config, createOwnTokens(secrets))
  const index = parts.index ?? openSqliteIndex({ folder: ':memory:' })
  const embedding = parts.embedding ?? startEmbedding(config.embedding, { report: () => undefined })
  const own = { index, embedding, nearest: new NearestPapers() }
  const product: Product = { config, secrets, tokens, sources: new Sources(), ...parts, ...own }
  const app = createApp(product)
  const signedOut = treaty(app, { parseDate: false }).api
  const accounts = new Map<string, Promise<string>>()

  /** Returns an ID token of `name`; creates the account on first use. */
  const tokenOf = (name: string): Promise<string> => {
    const token = accounts.get(name) ?? signIn(name)
    accounts.set(name, token)
    return token
  }

  const signIn = async (name: string) => {
    const email = name === 'admin' ? 'admin@paperdawn.test' : `${name}@example.org`
    const id_token = await issuer.sign(claimsOf(name, PROJECT, { email }))
    const { error } = await signedOut.auth.firebase.post({ id_token })
    if (error) throw new Error(`${name} could not sign in: ${JSON.stringify(error.value)}`)
    return id_token
  }

  /** API client that sends this token. */
  const withToken = (token: string | Promise<string>) =>
    treaty(app, { parseDate: false, headers: async () => ({ authorization: `Bearer ${await token}` }) }).api

  const as = (name: string) =>
    treaty(app, { parseDate: false, headers: async () => ({ authorization: `Bearer ${await tokenOf(name)}` }) }).api

  beforeAll(async () => openDatabase(await testDatabase()))
  beforeEach(async () => {
    accounts.clear()
    await index.reset()
    // The last calls of the test before are recorded after their answers.
    await waitForAudit()
    await resetDatabase()
  })
  afterAll(async () => {
    await index.close()
    await waitForAudit()
    await dropDatabase()
    await issuer.stop()
    await rm(folder, { recursive: true, force: true })
  })

  return { as, withToken, tokenOf, signedOut, app, product, issuer }
}
