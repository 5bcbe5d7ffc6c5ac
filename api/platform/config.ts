import { BlockList, isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { Value } from '@sinclair/typebox/value'
import { AppError } from './errors.ts'
import { Settings } from './environment.ts'
import { toOpenSearch, type OpenSearchConfig } from './openSearchSettings.ts'
import { settings } from './settingList.ts'
import { ehloNameOf, isPublicUrl, parseNetworks } from './hosts.ts'
import { findConflicts, type Problems } from './settingConflicts.ts'

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
  /** Has the search index, instead of `searchFolder`. */
  readonly openSearch?: OpenSearchConfig
  readonly roles: ReadonlySet<Role>
  /** PAPERDAWN_SECRET. If it is absent, `loadRootSecret` creates one in development. */
  readonly secret?: string
  readonly clockStart?: Date
  /** A browser that was not used for so many days is signed out; 0 for never. */
  readonly idleDays: number
  readonly contactEmail: string
  readonly trustedProxies: BlockList
  /** Requests to sources only reach public addresses. */
  readonly publicSourcesOnly: boolean
  readonly smtpAllowPrivate: boolean
  /** The name that mail servers get from this process. */
  readonly ehloName: string
  /** Which services this process starts itself because no external one is configured. */
  readonly embedded: { readonly database: boolean; readonly identity: boolean; readonly mail: boolean }
  /** Whether the sample library comes by itself when the source is not reached. */
  readonly samples: boolean
  readonly backups: {
    /** Absolute path; null: no backups are made by themselves. */
    readonly folder: string | null
    /** UTC. */
    readonly hour: number
    readonly kept: number
    readonly passphrase?: string
  }
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
      readonly htmlUrl: string
      readonly gapMs: number
    }
    /** bioRxiv and medRxiv have one API. */
    readonly biorxiv: { readonly apiUrl: string; readonly gapMs: number }
    readonly eprint: { readonly oaiUrl: string; readonly gapMs: number }
    readonly pubmed: { readonly apiUrl: string; readonly gapMs?: number; readonly apiKey?: string }
    readonly openreview: { readonly apiUrl: string; readonly oldUrl: string }
    readonly feed: { readonly gapMs: number }
    /** Addresses of the services that know more about papers of other sources, by the id of the source. */
    readonly enriching: Readonly<Record<'s2' | 'openalex' | 'europepmc' | 'hf' | 'inspire' | 'ads', string>>
    /** Address of the API of Zotero. */
    readonly zotero: string
    /** Address of the file of Retraction Watch. */
    readonly retractionWatch: string
    readonly crossref: {
      readonly apiUrl: string
      readonly gapMs: number
      /** The contact address, unless it is an invented one. */
      readonly mailto?: string
    }
  }
}

type Environment = Record<string, string | undefined>

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
    openSearch: toOpenSearch(values),
    roles: new Set(values.PAPERDAWN_ROLES.split(',') as Role[]),
    secret: values.PAPERDAWN_SECRET,
    clockStart: values.PAPERDAWN_CLOCK === undefined ? undefined : new Date(values.PAPERDAWN_CLOCK),
    idleDays: values.PAPERDAWN_IDLE_DAYS,
    contactEmail: values.CONTACT_EMAIL ?? values.ADMIN_EMAIL ?? `postmaster@${admin ?? 'localhost'}`,
    trustedProxies: parseNetworks(values.TRUSTED_PROXIES ?? '') ?? new BlockList(),
    publicSourcesOnly: production && values.HTTPS_PROXY === undefined,
    smtpAllowPrivate: values.SMTP_ALLOW_PRIVATE ?? !production,
    ehloName: ehloNameOf(publicUrl),
    embedded: { database: values.MONGODB_URI === undefined, identity, mail: !production && !isPublicUrl(publicUrl) },
    samples: !production && identity && values.MONGODB_URI === undefined && values.PAPERDAWN_SAMPLES === 'auto',
    backups: toBackups(values),
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
        htmlUrl: values.ARXIV_HTML_URL,
        gapMs: values.ARXIV_GAP_MS,
      },
      biorxiv: { apiUrl: values.BIORXIV_URL, gapMs: values.BIORXIV_GAP_MS },
      eprint: { oaiUrl: values.EPRINT_URL, gapMs: values.EPRINT_GAP_MS },
      pubmed: toPubmed(values),
      openreview: { apiUrl: values.OPENREVIEW_URL, oldUrl: values.OPENREVIEW_OLD_URL },
      feed: { gapMs: values.FEED_GAP_MS },
      enriching: {
        s2: values.SEMANTIC_SCHOLAR_URL,
        openalex: values.OPENALEX_URL,
        europepmc: values.EUROPEPMC_URL,
        hf: values.HUGGINGFACE_URL,
        inspire: values.INSPIRE_URL,
        ads: values.ADS_URL,
      },
      zotero: values.ZOTERO_URL,
      retractionWatch: values.RETRACTION_WATCH_URL,
      crossref: toCrossref(values),
    },
  }
}

function toBackups(values: Settings): Config['backups'] {
  const { PAPERDAWN_BACKUP_FOLDER: setting, PAPERDAWN_BACKUP_PASSPHRASE: passphrase } = values
  const own = values.MONGODB_URI === undefined ? join(values.PAPERDAWN_DATA, 'backups') : 'off'
  const folder = setting ?? own
  return {
    folder: folder === 'off' ? null : resolve(folder),
    hour: values.PAPERDAWN_BACKUP_HOUR,
    kept: values.PAPERDAWN_BACKUPS_KEPT,
    passphrase,
  }
}

function toPubmed(values: Settings): Config['sources']['pubmed'] {
  const { PUBMED_URL: apiUrl, PUBMED_GAP_MS: gapMs, PUBMED_API_KEY: apiKey } = values
  return { apiUrl, gapMs, apiKey }
}

function toCrossref(values: Settings): Config['sources']['crossref'] {
  const { CROSSREF_API_URL: apiUrl, CROSSREF_GAP_MS: gapMs, ADMIN_EMAIL_DOMAIN: domain } = values
  const mailto = values.CONTACT_EMAIL ?? values.ADMIN_EMAIL ?? (domain && `postmaster@${domain}`)
  return { apiUrl, gapMs: gapMs ?? (mailto === undefined ? 1_000 : 250), mailto }
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

/** Returns the host for a URL: localhost for the wildcard addresses, which a browser cannot open. */
function toUrlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return isIP(host) === 6 ? `[${host}]` : host
}
