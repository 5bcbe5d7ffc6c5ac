import { $ } from 'bun'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A new key and certificate for localhost, signed by itself. */
export async function createCertificate() {
  const folder = await mkdtemp(join(tmpdir(), 'paperdawn-tls-'))
  const files = { key: join(folder, 'key.pem'), cert: join(folder, 'cert.pem') }
  await $`openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost -keyout ${files.key} -out ${files.cert}`.quiet()
  const [key, cert] = await Promise.all([readFile(files.key, 'utf8'), readFile(files.cert, 'utf8')])
  await rm(folder, { recursive: true })
  return { key, cert }
}
