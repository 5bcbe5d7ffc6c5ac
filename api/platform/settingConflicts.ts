import { isIP } from 'node:net'
import { PUBMED_GAP_MIN_MS, type Settings } from './environment.ts'
import { findAddressProblem } from './openSearchSettings.ts'
import { settings } from './settingList.ts'
import { isPublicMailDomain, parseNetworks } from './hosts.ts'

/** Variable -> error message, without the variable's name. */
export type Problems = Map<string, string>

/** Checks the rules that involve several settings. Keeps only the first problem of each setting. */
export function findConflicts(values: Settings, problems: Problems): void {
  const reject = (when: boolean, name: keyof Settings, sentence: string) => {
    if (when && !problems.has(name)) problems.set(name, sentence)
  }
  const production = values.NODE_ENV === 'production'
  const project = values.FIREBASE_PROJECT_ID
  const emulator = values.FIREBASE_AUTH_EMULATOR_HOST

  for (const name of ['MONGODB_URI', 'FIREBASE_PROJECT_ID', 'PAPERDAWN_SECRET', 'PUBLIC_URL'] as const)
    reject(production && values[name] === undefined, name, `must be set in production, for example ${exampleOf(name)}`)
  for (const name of ['PUBLIC_URL', 'FIREBASE_KEYS_URL'] as const)
    reject(
      production && values[name]?.startsWith('https://') === false,
      name,
      `must begin with https:// in production, for example ${exampleOf(name)}`,
    )
  const anyAdmin = values.ADMIN_EMAIL ?? values.ADMIN_EMAIL_DOMAIN
  reject(
    production && anyAdmin === undefined,
    'ADMIN_EMAIL_DOMAIN',
    'or ADMIN_EMAIL must be set in production, for example example.org',
  )
  reject(
    isPublicMailDomain(values.ADMIN_EMAIL_DOMAIN ?? ''),
    'ADMIN_EMAIL_DOMAIN',
    'must not be the domain of a public mail service: everybody can get an address there, and would be an admin',
  )
  reject(
    values.TRUSTED_PROXIES !== undefined && parseNetworks(values.TRUSTED_PROXIES) === undefined,
    'TRUSTED_PROXIES',
    `must be IP addresses and networks separated by commas, for example ${exampleOf('TRUSTED_PROXIES')}`,
  )
  for (const name of [
    'ARXIV_RSS_URL',
    'ARXIV_OAI_URL',
    'ARXIV_API_URL',
    'ARXIV_HTML_URL',
    'BIORXIV_URL',
    'EPRINT_URL',
    'PUBMED_URL',
    'SEMANTIC_SCHOLAR_URL',
    'OPENALEX_URL',
    'EUROPEPMC_URL',
    'HUGGINGFACE_URL',
    'INSPIRE_URL',
    'ADS_URL',
    'OPENREVIEW_URL',
    'OPENREVIEW_OLD_URL',
    'ZOTERO_URL',
    'RETRACTION_WATCH_URL',
    'CROSSREF_API_URL',
  ] as const)
    reject(production && !values[name].startsWith('https://'), name, 'must begin with https:// in production')
  reject(production && values.PAPERDAWN_CLOCK !== undefined, 'PAPERDAWN_CLOCK', 'must not be set in production')
  reject(
    production && values.ARXIV_GAP_MS < 3000,
    'ARXIV_GAP_MS',
    'must be at least 3000 in production, as arXiv requires',
  )
  reject(
    production && values.BIORXIV_GAP_MS < 1000,
    'BIORXIV_GAP_MS',
    'must be at least 1000 in production: the servers publish no rate, and one request a second is enough',
  )
  reject(
    production && values.EPRINT_GAP_MS < 5000,
    'EPRINT_GAP_MS',
    'must be at least 5000 in production: the archive suffers from programs that read it',
  )
  const pubmedGapMin = PUBMED_GAP_MIN_MS[values.PUBMED_API_KEY === undefined ? 'free' : 'withKey']
  reject(
    production && (values.PUBMED_GAP_MS ?? pubmedGapMin) < pubmedGapMin,
    'PUBMED_GAP_MS',
    `must be at least ${pubmedGapMin} in production, as NCBI limits its requests`,
  )
  reject(
    production && values.FEED_GAP_MS < 2000,
    'FEED_GAP_MS',
    'must be at least 2000 in production: the hosts of feeds are often small',
  )
  reject(
    production && (values.CROSSREF_GAP_MS ?? 250) < 250,
    'CROSSREF_GAP_MS',
    'must be at least 250 in production, as Crossref limits its requests',
  )

  const needsFirebaseApp = emulator === undefined && (project !== undefined || production)
  for (const name of ['FIREBASE_API_KEY', 'FIREBASE_AUTH_DOMAIN'] as const)
    reject(
      needsFirebaseApp && values[name] === undefined,
      name,
      `must be set with FIREBASE_PROJECT_ID, for example ${exampleOf(name)}`,
    )

  const address = findAddressProblem(values, production)
  reject(address !== null, 'OPENSEARCH_URL', address ?? '')
  for (const name of ['OPENSEARCH_USER', 'OPENSEARCH_PASSWORD', 'OPENSEARCH_CA'] as const)
    reject(values.OPENSEARCH_URL === undefined && values[name] !== undefined, name, 'needs OPENSEARCH_URL')

  const embeddingUrl = values.PAPERDAWN_EMBEDDING_URL
  reject(
    embeddingUrl !== undefined && values.PAPERDAWN_EMBEDDING_MODEL === undefined,
    'PAPERDAWN_EMBEDDING_MODEL',
    `must be set with PAPERDAWN_EMBEDDING_URL, for example ${exampleOf('PAPERDAWN_EMBEDDING_MODEL')}`,
  )
  for (const name of ['PAPERDAWN_EMBEDDING_MODEL', 'PAPERDAWN_EMBEDDING_KEY'] as const)
    reject(embeddingUrl === undefined && values[name] !== undefined, name, 'needs PAPERDAWN_EMBEDDING_URL')

  // Emulator tokens are unsigned: every client that can reach the process can sign in as any user.
  const unsigned = emulator !== undefined || (project === undefined && !production)
  reject(
    unsigned && !isLoopback(values.HOST),
    'HOST',
    'must be 127.0.0.1, ::1 or localhost while a Firebase Auth emulator is used; to listen on other addresses, ' +
      'set FIREBASE_PROJECT_ID',
  )
  if (emulator === undefined) return
  reject(production, 'FIREBASE_AUTH_EMULATOR_HOST', 'must not be set in production')
  reject(
    !isLoopback(hostOf(emulator)),
    'FIREBASE_AUTH_EMULATOR_HOST',
    'must be on this machine, for example 127.0.0.1:9099',
  )
  reject(
    !project?.startsWith('demo-'),
    'FIREBASE_PROJECT_ID',
    'must begin with demo- while FIREBASE_AUTH_EMULATOR_HOST is set, for example demo-paperdawn',
  )
}

const exampleOf = (name: keyof Settings) => settings.find((setting) => setting.name === name)?.example

/** Returns the host of `host:port`, without the brackets of an IPv6 address. */
const hostOf = (address: string) => address.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1')

const isLoopback = (host: string) =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
