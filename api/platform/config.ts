import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { Value } from '@sinclair/typebox/value'
import { AppError } from './errors.ts'
import { Settings, settings } from './environment.ts'

export type Role = 'web' | 'worker'

/** The checked settings of this process. */
export interface Config {
  readonly production: boolean
  readonly host: string
  readonly port: number
  /** Without a slash at its end. */
  readonly publicUrl: string
  /** Absolute. */
  readonly dataFolder: string
  readonly roles: ReadonlySet<Role>
  /** PAPERDAWN_SECRET; `loadRootSecret` knows what counts when it is absent. */
  readonly secret?: string
  readonly clockStart?: Date
  readonly contactEmail: string
  readonly trustedProxies: readonly string[]
  readonly smtpAllowPrivate: boolean
  /** Which parts this process brings along because nothing was configured in their place. */
  readonly embedded: { readonly database: boolean; readonly identity: boolean; readonly mail: boolean }
  readonly database: { readonly uri?: string; readonly mongodBinary?: string }
  readonly firebase: {
    readonly projectId: string
    readonly apiKey: string
    /** With the embedded emulator: empty until it is known where that listens. */
    readonly authDomain: string
    readonly keysUrl: string
    /** An emulator that runs already. Its unsigned tokens are accepted. */
    readonly emulatorHost?: string
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
/** Variable -> what is wrong with it, as a sentence. */
type Problems = Map<string, string>

/**
 * The configuration that `env` asks for. An empty variable counts as absent.
 * Throws one "invalid-input" that names every variable in need of a change (`details.fields`), never a value.
 */
export function readConfig(env: Environment): Config {
  const problems: Problems = new Map()
  const values = parseSettings(env, problems)
  findConflicts(values, problems)
  if (problems.size > 0) throw refusal(problems)
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
    problems.set('PAPERDAWN_CLOCK', 'must be an instant that exists')
  return values
}

/** TypeBox's own conversion would take "8.5" for 8. What does not fit stays text, and the schema refuses it. */
function toTyped(text: string, type: unknown): string | number | boolean {
  if (type === 'integer' && /^\d+$/.test(text)) return Number(text)
  if (type === 'boolean' && /^(true|false)$/.test(text)) return text === 'true'
  return text
}

/** What is right for each setting alone and wrong together. The first word on a setting stands. */
function findConflicts(values: Settings, problems: Problems): void {
  const refuse = (when: boolean, name: keyof Settings, sentence: string) => {
    if (when && !problems.has(name)) problems.set(name, sentence)
  }
  const production = values.NODE_ENV === 'production'
  const project = values.FIREBASE_PROJECT_ID
  const emulator = values.FIREBASE_AUTH_EMULATOR_HOST

  for (const name of ['MONGODB_URI', 'FIREBASE_PROJECT_ID', 'PAPERDAWN_SECRET'] as const)
    refuse(production && values[name] === undefined, name, `must be set in production, for example ${exampleOf(name)}`)
  const anyAdmin = values.ADMIN_EMAIL ?? values.ADMIN_EMAIL_DOMAIN
  refuse(
    production && anyAdmin === undefined,
    'ADMIN_EMAIL_DOMAIN',
    'or ADMIN_EMAIL must be set in production, for example example.org',
  )
  refuse(production && values.PAPERDAWN_CLOCK !== undefined, 'PAPERDAWN_CLOCK', 'must not be set in production')
  refuse(production && values.ARXIV_GAP_MS < 3000, 'ARXIV_GAP_MS', 'must be at least 3000 in production, as arXiv asks')

  const needsKeys = emulator === undefined && (project !== undefined || production)
  for (const name of ['FIREBASE_API_KEY', 'FIREBASE_AUTH_DOMAIN'] as const)
    refuse(
      needsKeys && values[name] === undefined,
      name,
      `must be set with FIREBASE_PROJECT_ID, for example ${exampleOf(name)}`,
    )

  // Tokens of an emulator are unsigned: whoever reaches the process could be anybody.
  const unsigned = emulator !== undefined || (project === undefined && !production)
  refuse(
    unsigned && !isLoopback(values.HOST),
    'HOST',
    'must be 127.0.0.1, ::1 or localhost while a Firebase Auth emulator is in use; set FIREBASE_PROJECT_ID to be reachable from elsewhere',
  )
  if (emulator === undefined) return
  refuse(production, 'FIREBASE_AUTH_EMULATOR_HOST', 'must not be set in production')
  refuse(
    !isLoopback(hostOf(emulator)),
    'FIREBASE_AUTH_EMULATOR_HOST',
    'must be on this machine, for example 127.0.0.1:9099',
  )
  refuse(
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
  return {
    production,
    host: values.HOST,
    port: values.PORT,
    publicUrl: (values.PUBLIC_URL ?? `http://${reachable(values.HOST)}:${values.PORT}`).replace(/\/+$/, ''),
    dataFolder: resolve(values.PAPERDAWN_DATA),
    roles: new Set(values.PAPERDAWN_ROLES.split(',') as Role[]),
    secret: values.PAPERDAWN_SECRET,
    clockStart: values.PAPERDAWN_CLOCK === undefined ? undefined : new Date(values.PAPERDAWN_CLOCK),
    contactEmail: values.CONTACT_EMAIL ?? values.ADMIN_EMAIL ?? `postmaster@${admin ?? 'localhost'}`,
    trustedProxies: values.TRUSTED_PROXIES?.split(',') ?? [],
    smtpAllowPrivate: values.SMTP_ALLOW_PRIVATE ?? !production,
    embedded: { database: values.MONGODB_URI === undefined, identity, mail: !production },
    database: { uri: values.MONGODB_URI, mongodBinary: values.MONGOD_BINARY },
    firebase: {
      projectId: values.FIREBASE_PROJECT_ID ?? 'demo-paperdawn',
      apiKey: values.FIREBASE_API_KEY ?? 'demo',
      authDomain: values.FIREBASE_AUTH_DOMAIN ?? values.FIREBASE_AUTH_EMULATOR_HOST ?? '',
      keysUrl: values.FIREBASE_KEYS_URL,
      emulatorHost: values.FIREBASE_AUTH_EMULATOR_HOST,
    },
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

function refusal(problems: Problems): AppError {
  const lines = [...problems].map(([name, sentence]) => `  ${name} ${sentence}`)
  return new AppError('invalid-input', ['These settings must be changed:', ...lines].join('\n'), {
    fields: Object.fromEntries(problems),
  })
}

const exampleOf = (name: keyof Settings) => settings.find((setting) => setting.name === name)?.example

/** The host of `host:port`, without the brackets of IPv6. */
const hostOf = (address: string) => address.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1')

const isLoopback = (host: string) =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))

/** A host a browser can open: "every address" is no address to go to. */
function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return isIP(host) === 6 ? `[${host}]` : host
}
