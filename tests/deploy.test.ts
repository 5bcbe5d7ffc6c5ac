import { describe, expect, test } from 'bun:test'
import { YAML } from 'bun'
import { readConfig } from '#api/platform/config.ts'
import { metrics } from '#api/platform/metrics.ts'
import { warningsOf } from '#api/platform/settingWarnings.ts'

type Variables = Record<string, string>

interface Manifest {
  kind: string
  data?: Variables
  spec?: { template?: { spec: { containers: { env: { name: string; value: string }[] }[] } } }
}

/** What an operator adds, by name. */
const GIVEN: Variables = {
  PAPERDAWN_HOST: 'papers.example.org',
  PUBLIC_URL: 'https://papers.example.org',
  PAPERDAWN_SECRET: 'a secret of a test, longer than 32 characters',
  MONGODB_URI: 'mongodb://database.example.org/paperdawn?replicaSet=rs0',
  FIREBASE_PROJECT_ID: 'paperdawn-prod',
  FIREBASE_API_KEY: 'a-key',
  FIREBASE_AUTH_DOMAIN: 'paperdawn-prod.firebaseapp.com',
  ADMIN_EMAIL: 'admin@example.org',
  BACKUP_PASSPHRASE: 'a passphrase of a test',
  OPENSEARCH_URL: 'http://search:9200',
}
const given = (...names: string[]) => Object.fromEntries(names.map((name) => [name, GIVEN[name] ?? '']))

const read = (file: string) => Bun.file(`.deploy/${file}`).text()

/** `NAME=value NAME=value` of all lines that begin with `start`. */
const assignments = (text: string, start: string): Variables =>
  Object.fromEntries(
    [...text.matchAll(new RegExp(`^${start}(.*)$`, 'gm'))].flatMap(([, line = '']) =>
      line.split(' ').map((one) => one.split('=') as [string, string]),
    ),
  )

const image = assignments(await read('Containerfile'), 'ENV ')

async function composeVariables(role: 'web' | 'worker'): Promise<Variables> {
  const text = (await read('compose.yaml')).replaceAll(/\$\{(\w+)[^}]*\}/g, (_, name: string) => GIVEN[name] ?? name)
  const { services } = YAML.parse(text) as { services: Record<string, { environment: Variables }> }
  return { ...image, ...services[role]?.environment }
}

/** The first document of a manifest. */
const manifest = async (name: string) =>
  YAML.parse((await read(`kubernetes/${name}.yaml`)).split(/^---$/m)[0] ?? '') as Manifest

async function podVariables(role: 'web' | 'worker'): Promise<Variables> {
  const [{ data }, { spec }] = await Promise.all([manifest('settings'), manifest(role)])
  const env = spec?.template?.spec.containers[0]?.env ?? []
  const ofPod = Object.fromEntries(env.map(({ name, value }) => [name, value]))
  return { ...image, ...data, ...given('MONGODB_URI', 'PAPERDAWN_SECRET', 'FIREBASE_API_KEY'), ...ofPod }
}

async function unitVariables(role: 'web' | 'worker'): Promise<Variables> {
  const { PAPERDAWN_HOST: _host, BACKUP_PASSPHRASE: _passphrase, ...common } = GIVEN
  const readme = await read('README.md')
  const own = /printf '([^']*)' > \/etc\/paperdawn\/ROLE/.source.replace('ROLE', role)
  const ofInstance =
    new RegExp(own)
      .exec(readme)?.[1]
      ?.replaceAll(String.raw`\n`, ' ')
      .trim() ?? ''
  const unit = (await read('systemd/paperdawn@.service')).replaceAll('%i', role)
  return { ...common, ...assignments(ofInstance, ''), ...assignments(unit, 'Environment=') }
}

const WAYS = { compose: composeVariables, kubernetes: podVariables, systemd: unitVariables }

describe.each(Object.entries(WAYS))('%s', (_way, variablesOf) => {
  test.each(['web', 'worker'] as const)('starts a %s process in production, with no embedded part', async (role) => {
    const variables = await variablesOf(role)
    const { roles, embedded } = readConfig(variables)
    expect([...roles]).toEqual([role])
    expect(embedded).toEqual({ database: false, identity: false, mail: false })
    expect(variables['NODE_ENV']).toBe('production')
    expect(warningsOf(variables)).toEqual([])
  })
})

test('The image has the version of Bun that the product is tested with', async () => {
  const tested = /^version=(\S+)$/m.exec(await Bun.file('.bin/bun').text())?.[1]
  expect(await read('Containerfile')).toContain(`ARG BUN_IMAGE=oven/bun:${tested}-slim\n`)
})

test.each(['prometheus/alerts.yaml', 'prometheus/alerts.test.yaml', 'grafana/dashboard.json'])(
  '%s names only metrics that exist',
  async (file) => {
    const known = new Set(metrics.getMetricsAsArray().map(({ name }) => name))
    const named = (await read(file)).match(/\b(paperdawn|process)_\w+/g) ?? []
    expect(named.length).toBeGreaterThan(5)
    expect(named.filter((name) => !known.has(name.replace(/_(bucket|count|sum)$/, '')))).toEqual([])
  },
)
