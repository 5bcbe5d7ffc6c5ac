import { storePapers } from '#tests/api/support/library.ts'
import { addressOf, startProduct } from '#tests/api/support/productProcess.ts'
import { closeDatabase, openDatabase } from '#api/store/database.ts'
import { claimsOf, firebaseSettings, startIssuer } from './keys.ts'
import { testDatabase } from './mongod.ts'
import { makeFolder } from './process.ts'

// Starts the product with three papers and lets schemathesis send it requests as an admin, generated from its OpenAPI
// document. Arguments go to schemathesis.
const PROJECT = 'paperdawn-fuzz'
const VERSION = '4.32.5'
const WAYS = [['schemathesis'], ['uvx', `schemathesis@${VERSION}`], ['pipx', 'run', `schemathesis==${VERSION}`]]
/** They end the sign-in of the caller, connect to hosts, or never end. */
const LEFT_OUT = ['/api/users/me/sign-out-everywhere', '/api/admin/email-config/test', '/api/admin/jobs/{id}/events']

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
  ...firebaseSettings(issuer, PROJECT),
})
try {
  const address = await addressOf(product)
  const token = await issuer.sign(claimsOf('admin', PROJECT))
  const fuzzer = Bun.spawn(
    [
      ...command,
      'run',
      `${address}/api/openapi.json`,
      ...['--header', `Authorization: Bearer ${token}`],
      ...LEFT_OUT.flatMap((path) => ['--exclude-path', path]),
      ...process.argv.slice(2),
    ],
    { stdin: 'ignore', stdout: 'inherit', stderr: 'inherit', cwd: folder.path },
  )
  process.exitCode = await fuzzer.exited
} finally {
  product.kill('SIGKILL')
  await product.exited
  await closeDatabase()
  issuer.stop()
}
