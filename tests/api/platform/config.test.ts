import { describe, expect, test } from 'bun:test'
import { hostname } from 'node:os'
import { readConfig } from '#api/platform/config.ts'
import { AppError } from '#api/platform/errors.ts'
import { settings } from '#api/platform/settingList.ts'

const production = {
  NODE_ENV: 'production',
  MONGODB_URI: 'mongodb://db.example.org/paperdawn',
  FIREBASE_PROJECT_ID: 'paperdawn-prod',
  FIREBASE_API_KEY: 'key',
  FIREBASE_AUTH_DOMAIN: 'paperdawn-prod.firebaseapp.com',
  PAPERDAWN_SECRET: 'x'.repeat(32),
  ADMIN_EMAIL: 'Admin@Example.org',
  PUBLIC_URL: 'https://papers.example.org',
}
const emulator = { FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099', FIREBASE_PROJECT_ID: 'demo-here' }

function errorOf(env: Record<string, string | undefined>): AppError {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
  throw new Error('the settings were accepted')
}
const embedsMail = (PUBLIC_URL: string, NODE_ENV = 'development') =>
  readConfig({ ...production, PUBLIC_URL, NODE_ENV }).embedded.mail
const withTls = (urls: readonly string[]) => urls.map((url) => url.replace('http:', 'https:'))
const problemsOf = (env: Record<string, string | undefined>) =>
  Object.keys(errorOf(env).details.fields ?? {}).toSorted()

describe('the default settings', () => {
  test('embed every service and listen on the loopback address', () => {
    const config = readConfig({})
    expect(config.embedded).toEqual({ database: true, identity: true, mail: true })
    expect(config).toMatchObject({
      production: false,
      host: '127.0.0.1',
      port: 3000,
      publicUrl: 'http://127.0.0.1:3000',
      adminEmailDomain: 'paperdawn.test',
      firebase: { projectId: 'demo-paperdawn' },
    })
    expect([...config.roles]).toEqual(['web', 'worker'])
    expect(config.sources.arxiv.gapMs).toBe(3000)
  })

  test('apply to empty variables', () => {
    expect(readConfig({ PORT: '', MONGODB_URI: '' })).toEqual(readConfig({}))
  })
})

describe('invalid settings', () => {
  test('are all reported together, with the expected form and an example, but without their values', () => {
    const env = {
      PORT: 'canary-1',
      PAPERDAWN_ROLES: 'canary-2',
      ARXIV_API_URL: 'canary-3',
      PAPERDAWN_SECRET: 'canary-4',
    }
    const error = errorOf(env)
    expect(error.code).toBe('invalid-input')
    expect(error.message).not.toContain('canary')
    for (const name of Object.keys(env)) {
      const setting = settings.find((one) => one.name === name)
      expect(error.message).toContain(`${name} must be ${setting?.expected}, for example ${setting?.example}`)
    }
  })

  test.each(['8.5', '-1', '70000', '80a', '0x50', '1e3'])('the port %s is rejected', (port) => {
    expect(problemsOf({ PORT: port })).toEqual(['PORT'])
  })

  test.each(['2026-13-01T00:00:00Z', '2026-11-16', 'yesterday', '2026-11-16T01:00:00'])(
    'the clock start %s is rejected',
    (clock) => expect(problemsOf({ PAPERDAWN_CLOCK: clock })).toEqual(['PAPERDAWN_CLOCK']),
  )
})

describe('the public address', () => {
  test('decides with NODE_ENV whether mail is kept instead of delivered: only on a private host in development', () => {
    const local = `http://127.0.0.1:3000 http://localhost:3000 http://[::1] http://10.1.2.3 http://papers
      http://papers.local http://papers.test. http://papers.home.arpa/app`.split(/\s+/)
    expect(local.filter((url) => !embedsMail(url))).toEqual([])
    expect(withTls(local).filter((url) => embedsMail(url, 'production'))).toEqual([])
    const known = `https://papers.example.org http://8.8.8.8 http://[2606:4700::1111]:3000 https://PAPERS.example.org.
      https://localhost.example.org`.split(/\s+/)
    for (const NODE_ENV of ['development', 'test']) expect(known.filter((url) => embedsMail(url, NODE_ENV))).toEqual([])
    expect(withTls(known).filter((url) => embedsMail(url, 'production'))).toEqual([])
  })

  test('gives the name for mail servers, or else this machine does', () => {
    const names = [
      'https://papers.example.org/app',
      'http://8.8.8.8:80',
      'http://[2606:4700::1111]',
      'http://127.0.0.1',
    ]
    expect(names.map((PUBLIC_URL) => readConfig({ PUBLIC_URL }).ehloName)).toEqual([
      'papers.example.org',
      '[8.8.8.8]',
      '[IPv6:2606:4700::1111]',
      hostname(),
    ])
  })
})

describe('production', () => {
  test('uses the given settings and embeds nothing', () => {
    const config = readConfig(production)
    expect(config.embedded).toEqual({ database: false, identity: false, mail: false })
    expect(config).toMatchObject({ production: true, adminEmail: 'admin@example.org', smtpAllowPrivate: false })
    expect(config.adminEmailDomain).toBeUndefined()
  })

  test.each(Object.keys(production).filter((name) => name !== 'NODE_ENV'))('does not start without %s', (name) => {
    const [problem] = problemsOf({ ...production, [name]: undefined })
    expect(problem).toBe(name === 'ADMIN_EMAIL' ? 'ADMIN_EMAIL_DOMAIN' : name)
  })

  test.each([
    ['PAPERDAWN_CLOCK', '2026-11-16T01:00:00Z'],
    ['ARXIV_GAP_MS', '10'],
    ['PUBMED_GAP_MS', '110'],
    ['PUBMED_URL', 'http://eutils.example.org'],
    ['PUBLIC_URL', 'http://papers.example.org'],
    ['FIREBASE_KEYS_URL', 'http://www.googleapis.com/keys'],
  ])('does not start with %s', (name, value) => {
    expect(problemsOf({ ...production, [name]: value })).toEqual([name])
  })

  test('lets the client of PubMed choose its pause, and allows a shorter one with a key', () => {
    const key = { PUBMED_API_KEY: 'a1b2c3' }
    expect(readConfig(production).sources.pubmed).toMatchObject({ gapMs: undefined, apiKey: undefined })
    expect(readConfig({ ...production, ...key }).sources.pubmed).toMatchObject({ gapMs: undefined, apiKey: 'a1b2c3' })
    expect(readConfig({ ...production, ...key, PUBMED_GAP_MS: '110' }).sources.pubmed.gapMs).toBe(110)
    expect(problemsOf({ ...production, ...key, PUBMED_GAP_MS: '100' })).toEqual(['PUBMED_GAP_MS'])
  })
})

describe('unsigned tokens of an emulator', () => {
  test('are accepted for a demo project if the emulator is on the loopback address', () => {
    const { embedded, firebase } = readConfig(emulator)
    expect(embedded.identity).toBe(false)
    expect(firebase).toMatchObject({
      projectId: 'demo-here',
      emulatorHost: '127.0.0.1:9099',
      authDomain: '127.0.0.1:9099',
    })
  })

  test.each([
    ['in production', { ...production, ...emulator }, 'FIREBASE_AUTH_EMULATOR_HOST'],
    [
      'from another machine',
      { ...emulator, FIREBASE_AUTH_EMULATOR_HOST: '10.1.2.3:9099' },
      'FIREBASE_AUTH_EMULATOR_HOST',
    ],
    [
      'from a host name that starts like a loopback address',
      { ...emulator, FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1.example.org:1' },
      'FIREBASE_AUTH_EMULATOR_HOST',
    ],
    ['for a real project', { ...emulator, FIREBASE_PROJECT_ID: 'real-demo-1' }, 'FIREBASE_PROJECT_ID'],
    ['without a project', { ...emulator, FIREBASE_PROJECT_ID: undefined }, 'FIREBASE_PROJECT_ID'],
    ['while listening on a network address', { ...emulator, HOST: '0.0.0.0' }, 'HOST'],
    ['of the embedded emulator while listening on a network address', { HOST: '192.168.1.2' }, 'HOST'],
  ])('are rejected %s', (_, env, name) => {
    expect(problemsOf(env)).toContain(name)
  })
})

const embeddingServer = { PAPERDAWN_EMBEDDING_URL: 'http://127.0.0.1:8080/v1', PAPERDAWN_EMBEDDING_MODEL: 'bge-m3' }

describe('The embedding', () => {
  test.each([
    [{}, { off: false }],
    [{ PAPERDAWN_EMBEDDING: 'off', ...embeddingServer }, { off: true }],
    [{ PAPERDAWN_EMBEDDING: '/models/small' }, { off: false, folder: '/models/small' }],
    [embeddingServer, { off: false, server: { url: 'http://127.0.0.1:8080/v1', model: 'bge-m3' } }],
  ])('with %j is %j', (env, expected) => {
    expect(readConfig(env).embedding).toEqual(expected)
  })

  test('needs the address and the model of a server together', () => {
    const { PAPERDAWN_EMBEDDING_URL, PAPERDAWN_EMBEDDING_MODEL } = embeddingServer
    expect(problemsOf({ PAPERDAWN_EMBEDDING_URL })).toEqual(['PAPERDAWN_EMBEDDING_MODEL'])
    expect(problemsOf({ PAPERDAWN_EMBEDDING_MODEL, PAPERDAWN_EMBEDDING_KEY: 'key' })).toEqual([
      'PAPERDAWN_EMBEDDING_KEY',
      'PAPERDAWN_EMBEDDING_MODEL',
    ])
  })
})

describe('OpenSearch', () => {
  test.each([
    [{}, undefined],
    [
      { OPENSEARCH_URL: 'https://reader:p%40ss%2F@search.example.org:9200/' },
      { url: 'https://search.example.org:9200', user: 'reader', password: 'p@ss/', prefix: 'paperdawn' },
    ],
    [
      {
        OPENSEARCH_URL: 'https://search.example.org/os',
        OPENSEARCH_USER: 'reader',
        OPENSEARCH_PASSWORD: 'pass',
        OPENSEARCH_CA: '/etc/ca.pem',
        OPENSEARCH_INDEX: 'field-one',
      },
      {
        url: 'https://search.example.org/os',
        user: 'reader',
        password: 'pass',
        caFile: '/etc/ca.pem',
        prefix: 'field-one',
      },
    ],
  ])('with %j is %j', (env, expected) => {
    expect(readConfig({ ...production, ...env }).openSearch).toEqual(expected)
  })

  test.each([
    [{ OPENSEARCH_URL: 'search.example.org' }, 'OPENSEARCH_URL'],
    [{ OPENSEARCH_URL: 'https://search.example.org/?canary=1' }, 'OPENSEARCH_URL'],
    [{ OPENSEARCH_URL: 'https://reader:100%canary@search.example.org' }, 'OPENSEARCH_URL'],
    [{ OPENSEARCH_URL: 'http://reader:canary@search.example.org' }, 'OPENSEARCH_URL'],
    [{ OPENSEARCH_URL: 'https://search.example.org', OPENSEARCH_INDEX: 'Canary*' }, 'OPENSEARCH_INDEX'],
    [{ OPENSEARCH_PASSWORD: 'canary' }, 'OPENSEARCH_PASSWORD'],
  ])('with %j is refused', (env, name) => {
    expect(problemsOf({ ...production, ...env })).toEqual([name])
    expect(errorOf({ ...production, ...env }).message).not.toContain('canary')
  })
})

test('every setting has a meaning, an expected form and a valid example', () => {
  for (const { name, meaning, expected, example } of settings) {
    expect([meaning, expected, example].every((words) => words.length > 0)).toBe(true)
    const embedding = name.startsWith('PAPERDAWN_EMBEDDING') && embeddingServer
    const search = name.startsWith('OPENSEARCH') && { OPENSEARCH_URL: 'https://search.example.org' }
    const env = { ...production, ...embedding, ...search, [name]: example, NODE_ENV: 'development' }
    if (name !== 'FIREBASE_AUTH_EMULATOR_HOST' && name !== 'FIREBASE_API_KEY')
      expect(() => readConfig(env)).not.toThrow()
  }
})
