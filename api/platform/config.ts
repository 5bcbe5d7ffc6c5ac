import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { Value } from '@sinclair/typebox/value'
import { AppError } from './errors.ts'
import { Settings, settings } from './environment.ts'
import { ehloNameOf, isPublicUrl } from './hosts.ts'

export type Role = 'web' | 'worker'

/** The checked settings of this process. */
export interface Config {
  readonly production: boolean
  readonly host: string
  readonly port: number
  /** URL without a trailing slash. */
  readonly publicUrl: string
  /** Absolute path. */
  readonly dataFolder: string
  /** Absolute path; other processes of this machine may use the same. */
  readonly searchFolder: string
  readonly roles: ReadonlySet<Role>
  /** PAPERDAWN_SECRET. If it is absent, `loadRootSecret` creates one in development. */
  readonly secret?: string
  readonly clockStart?: Date
  /** A browser that was not used for so many days is signed out; 0 for never. */
  readonly idleDays: number
  readonly contactEmail: string
  readonly trustedProxies: readonly string[]
  readonly smtpAllowPrivate: boolean
  /** The name that mail servers get from this process. */
  readonly ehloName: string
  /** Which services this process starts itself because no external one is configured. */
  readonly embedded: { readonly database: boolean; readonly identity: boolean; readonly mail: boolean }
  /** Whether the sample library comes by itself when the source is not reached. */
  readonly samples: boolean
  readonly database: { readonly uri?: string; readonly mongodBinary?: string }
  readonly firebase: {
    readonly projectId: string
    readonly apiKey: string
    /** Empty with the embedded emulator until it listens. */
    readonly authDomain: string
    readonly keysUrl: string
    /** `host:port` of a running emulator, whose unsigned tokens are accepted. */
    readonly emulatorHost?: string
  }
  readonly embedding: {
    readonly off: boolean
    /** Folder with the files of the model. */
    readonly folder?: string
    /** Used instead of the model on this machine. */
    readonly server?: { readonly url: string; readonly model: string; readonly key?: string }
  }
  readonly adminEmailDomain?: string
  readonly adminEmail?: string
  readonly sources: {
    readonly arxiv: {
      readonly rssUrl: string
      readonly oaiUrl: string
      readonly apiUrl: string
      readonly gapMs: number
    }
  }
}

type Environment = Record<string, string | undefined>
/** Variable -> error message, without the variable's name. */
type Problems = Map<string, string>

/**
 * Parses and validates the environment variables. An empty variable counts as absent.
 * Throws one "invalid-input" error that names every invalid variable (`details.fields`), but never a value.
 */
export function readConfig(env: Environment): Config {
  const problems: Problems = new Map()
  const values = parseSettings(env, problems)
  findConflicts(values, problems)
  if (problems.size > 0) throw toError(problems)
  return toConfig(values)
}

function parseSettings(env: Environment, problems: Problems): Settings {
  const given = Object.entries(Settings.properties).flatMap(([name, { type }]) => {
    const text = env[name]
    return text ? [[name, toTyped(text, type)]] : []
  })
  const values = Value.Default(Settings, Object.fromEntries(given)) as Settings
  for (const { path } of Value.Errors(Settings, values)) {
    const setting = settings.find(({ name }) => path === `/${name}`)
    if (setting === undefined) continue
    problems.set(setting.name, `must be ${setting.expected}, for example ${setting.example}`)
  }
  const { PAPERDAWN_CLOCK: clock } = values
  if (clock !== undefined && Number.isNaN(Date.parse(clock)))
    problems.set('PAPERDAWN_CLOCK', 'must be a valid date and time')
  return values
}

/** TypeBox's own conversion turns "8.5" into 8. A value not converted here stays a string, which the schema rejects. */
function toTyped(text: string, type: unknown): string | number | boolean {
  if (type === 'integer' && /^\d+$/.test(text)) return Number(text)
  if (type === 'boolean' && /^(true|false)$/.test(text)) return text === 'true'
  return text
}

/** Checks the rules that involve several settings. Keeps only the first problem of each setting. */
function findConflicts(values: Settings, problems: Problems): void {
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
  reject(production && values.PAPERDAWN_CLOCK !== undefined, 'PAPERDAWN_CLOCK', 'must not be set in production')
  reject(
    production && values.ARXIV_GAP_MS < 3000,
    'ARXIV_GAP_MS',
    'must be at least 3000 in production, as arXiv requires',
  )

  const needsFirebaseApp = emulator === undefined && (project !== undefined || production)
  for (const name of ['FIREBASE_API_KEY', 'FIREBASE_AUTH_DOMAIN'] as const)
    reject(
      needsFirebaseApp && values[name] === undefined,
      name,
      `must be set with FIREBASE_PROJECT_ID, for example ${exampleOf(name)}`,
    )

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

function toConfig(values: Settings): Config {
  const production = values.NODE_ENV === 'production'
  const identity = values.FIREBASE_PROJECT_ID === undefined
  const admin =
    values.ADMIN_EMAIL_DOMAIN ?? (identity && values.ADMIN_EMAIL === undefined ? 'paperdawn.test' : undefined)
  const publicUrl = (values.PUBLIC_URL ?? `http://${toUrlHost(values.HOST)}:${values.PORT}`).replace(/\/+$/, '')
  return {
    production,
    host: values.HOST,
    port: values.PORT,
    publicUrl,
    dataFolder: resolve(values.PAPERDAWN_DATA),
    searchFolder: resolve(values.PAPERDAWN_SEARCH ?? join(values.PAPERDAWN_DATA, 'search')),
    roles: new Set(values.PAPERDAWN_ROLES.split(',') as Role[]),
    secret: values.PAPERDAWN_SECRET,
    clockStart: values.PAPERDAWN_CLOCK === undefined ? undefined : new Date(values.PAPERDAWN_CLOCK),
    idleDays: values.PAPERDAWN_IDLE_DAYS,
    contactEmail: values.CONTACT_EMAIL ?? values.ADMIN_EMAIL ?? `postmaster@${admin ?? 'localhost'}`,
    trustedProxies: values.TRUSTED_PROXIES?.split(',') ?? [],
    smtpAllowPrivate: values.SMTP_ALLOW_PRIVATE ?? !production,
    ehloName: ehloNameOf(publicUrl),
    embedded: { database: values.MONGODB_URI === undefined, identity, mail: !production && !isPublicUrl(publicUrl) },
    samples: !production && identity && values.MONGODB_URI === undefined && values.PAPERDAWN_SAMPLES === 'auto',
    database: { uri: values.MONGODB_URI, mongodBinary: values.MONGOD_BINARY },
    firebase: {
      projectId: values.FIREBASE_PROJECT_ID ?? 'demo-paperdawn',
      apiKey: values.FIREBASE_API_KEY ?? 'demo',
      authDomain: values.FIREBASE_AUTH_DOMAIN ?? values.FIREBASE_AUTH_EMULATOR_HOST ?? '',
      keysUrl: values.FIREBASE_KEYS_URL,
      emulatorHost: values.FIREBASE_AUTH_EMULATOR_HOST,
    },
    embedding: toEmbedding(values),
    adminEmailDomain: admin?.toLowerCase(),
    adminEmail: values.ADMIN_EMAIL?.toLowerCase(),
    sources: {
      arxiv: {
        rssUrl: values.ARXIV_RSS_URL,
        oaiUrl: values.ARXIV_OAI_URL,
        apiUrl: values.ARXIV_API_URL,
        gapMs: values.ARXIV_GAP_MS,
      },
    },
  }
}

function toEmbedding(values: Settings): Config['embedding'] {
  const { PAPERDAWN_EMBEDDING: setting, PAPERDAWN_EMBEDDING_URL: url, PAPERDAWN_EMBEDDING_MODEL: model } = values
  if (setting === 'off') return { off: true }
  const server = url && model ? { url, model, key: values.PAPERDAWN_EMBEDDING_KEY } : undefined
  return { off: false, folder: setting && resolve(setting), server }
}

function toError(problems: Problems): AppError {
  const lines = [...problems].map(([name, sentence]) => `  ${name} ${sentence}`)
  return new AppError('invalid-input', ['These settings must be changed:', ...lines].join('\n'), {
    fields: Object.fromEntries(problems),
  })
}

const exampleOf = (name: keyof Settings) => settings.find((setting) => setting.name === name)?.example

/** Returns the host of `host:port`, without the brackets of an IPv6 address. */
const hostOf = (address: string) => address.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1')

const isLoopback = (host: string) =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))

/** Returns the host for a URL: localhost for the wildcard addresses, which a browser cannot open. */
function toUrlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return isIP(host) === 6 ? `[${host}]` : host
}
