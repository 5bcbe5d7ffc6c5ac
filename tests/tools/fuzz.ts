import { join } from 'node:path'
import { closeDatabase, openDatabase } from '#api/store/database.ts'
import { storePapers } from '#tests/api/support/library.ts'
import { addressOf, startProduct } from '#tests/api/support/productProcess.ts'
import { claimsOf, firebaseSettings, startIssuer } from '../support/keys.ts'
import { testDatabase } from '../support/mongod.ts'
import { makeFolder } from '../support/process.ts'

// Lets schemathesis send requests that it generates from the OpenAPI document to a product with three papers, as an admin
// and without a sign-in. Arguments go to schemathesis.
const PROJECT = 'paperdawn-fuzz'
const VERSION = '4.32.5'
const WAYS = [['schemathesis'], ['uvx', `schemathesis@${VERSION}`], ['pipx', 'run', `schemathesis==${VERSION}`]]
/** They end the sign-in of the callers, connect to hosts, or go on until a job ends. */
const LEFT_OUT = [
  '/api/users/me/sign-out-everywhere',
  '/api/auth/session',
  '/api/admin/email-config/test',
  '/api/admin/jobs/{id}/events',
]
/**
 * The first would refuse every sentence about a value that only the database knows ("There is no category …"), the second
 * takes `/papers/lookup` for no paper.
 */
const NOT_CHECKED = ['positive_data_acceptance', 'allow_header_conformance']
const REFUSALS = ['400', '401', '403', '404', '405', '406', '409', '413', '415', '422', '431', '5XX']
const CONFIG = `[checks]\nnegative_data_rejection.expected-statuses = ${JSON.stringify(REFUSALS)}\n`
/** The product limits the requests of each user and address to 600 a minute. */
const ADMINS = 200
/** What schemathesis sends as the token of its caller. */
const SIGNED_IN = 'Bearer of-an-admin'

/** Starts a proxy: a request of an admin gets the token of the next of them, and each has another address. */
function startProxy(address: string, tokens: readonly string[]) {
  let count = 0
  return Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      count += 1
      const headers = new Headers(request.headers)
      headers.set('x-forwarded-for', `10.${(count >> 16) & 255}.${(count >> 8) & 255}.${count & 255}`)
      if (headers.get('authorization') === SIGNED_IN)
        headers.set('authorization', `Bearer ${tokens[count % tokens.length]}`)
      const { pathname, search } = new URL(request.url)
      return fetch(address + pathname + search, {
        method: request.method,
        headers,
        body: request.body,
        redirect: 'manual',
        decompress: false,
      })
    },
  })
}

/**
 * The document, for schemathesis: it takes the `prefixItems` of a tuple for `items`. Both entries of each of our tuples
 * have one schema.
 */
async function readDocument(address: string): Promise<string> {
  const document: unknown = await (await fetch(`${address}/api/openapi.json`)).json()
  return JSON.stringify(document, (_, value: unknown) => {
    const { prefixItems, ...rest } = Object(value) as { prefixItems?: unknown[] }
    return prefixItems === undefined ? value : { ...rest, items: prefixItems[0] }
  })
}

const command = WAYS.find(([program = '']) => Bun.which(program))
if (command === undefined) {
  console.error(`The fuzzer schemathesis is needed: pip install schemathesis==${VERSION}`)
  process.exit(1)
}
await using folder = await makeFolder()
const issuer = startIssuer()
const database = await testDatabase()
await openDatabase(database)
await storePapers([1, 2, 3])
const product = startProduct({
  PAPERDAWN_DATA: folder.path,
  MONGODB_URI: database,
  PAPERDAWN_ROLES: 'web',
  ADMIN_EMAIL_DOMAIN: 'paperdawn.test',
  TRUSTED_PROXIES: '127.0.0.1',
  ...firebaseSettings(issuer, PROJECT),
})
try {
  const address = await addressOf(product)
  const tokens = await Promise.all(
    Array.from({ length: ADMINS }, (_, index) =>
      issuer.sign(claimsOf(`admin${index}`, PROJECT, { email: `admin${index}@paperdawn.test` })),
    ),
  )
  for (const token of tokens)
    await fetch(`${address}/api/auth/firebase`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': token.slice(-20) },
      body: JSON.stringify({ id_token: token }),
    })
  const proxy = startProxy(address, tokens)
  await Bun.write(join(folder.path, 'openapi.json'), await readDocument(address))
  await Bun.write(join(folder.path, 'schemathesis.toml'), CONFIG)
  const fuzzer = Bun.spawn(
    [
      ...command,
      'run',
      'openapi.json',
      `--url=${proxy.url.origin}`,
      `--exclude-checks=${NOT_CHECKED.join()}`,
      `--header=Authorization: ${SIGNED_IN}`,
      ...LEFT_OUT.map((path) => `--exclude-path=${path}`),
      ...process.argv.slice(2),
    ],
    { stdin: 'ignore', stdout: 'inherit', stderr: 'inherit', cwd: folder.path },
  )
  process.exitCode = await fuzzer.exited
  await proxy.stop(true)
} finally {
  product.kill('SIGKILL')
  await product.exited
  await closeDatabase()
  await issuer.stop()
}
