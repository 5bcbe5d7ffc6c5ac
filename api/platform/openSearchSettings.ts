import type { Static } from '@sinclair/typebox'
import { Type } from '@sinclair/typebox'
import { text, WEB_ADDRESS, withDefault } from './settingForms.ts'

/** The settings of a search index in OpenSearch. */
export const openSearchSettings = {
  OPENSEARCH_URL: text(WEB_ADDRESS, {
    meaning:
      'The OpenSearch that has the search index; may contain user and password, which are percent-encoded there; https ' +
      'in production where they are set',
    expected: 'an address beginning with http:// or https://',
    example: 'https://search.example.org:9200',
    otherwise: 'a file in PAPERDAWN_SEARCH',
  }),
  OPENSEARCH_USER: text('.', {
    meaning: 'The user of OpenSearch, where the address has none',
    expected: 'a name',
    example: 'paperdawn',
  }),
  OPENSEARCH_PASSWORD: text('.', {
    meaning: 'The password of that user',
    expected: 'a password',
    example: 'the output of: openssl rand -base64 24',
  }),
  OPENSEARCH_CA: text('.', {
    meaning: 'A file with the certificate of the authority that signed the certificate of OpenSearch, in PEM',
    expected: 'a path',
    example: '/etc/paperdawn/opensearch-ca.pem',
    otherwise: 'the authorities that the machine trusts',
  }),
  OPENSEARCH_INDEX: withDefault('^[a-z][a-z0-9-]{0,59}$', 'paperdawn', {
    meaning: 'The names of the indices in OpenSearch begin with it: each database needs its own',
    expected: '1 to 60 lower-case letters, digits and hyphens, the first a letter',
    example: 'paperdawn',
  }),
}

/** Where the search index is, if it is in OpenSearch. */
export interface OpenSearchConfig {
  /** Without user and password. */
  readonly url: string
  readonly user?: string | undefined
  readonly password?: string | undefined
  /** File of the certificate authority. */
  readonly caFile?: string | undefined
  readonly prefix: string
}

const SettingsOfOpenSearch = Type.Object(openSearchSettings)

/** Undefined without an OpenSearch. User and password of the address are preferred. */
export function toOpenSearch(values: Static<typeof SettingsOfOpenSearch>): OpenSearchConfig | undefined {
  if (values.OPENSEARCH_URL === undefined) return undefined
  const url = new URL(values.OPENSEARCH_URL)
  const user = url.username === '' ? values.OPENSEARCH_USER : decodeURIComponent(url.username)
  const password = url.password === '' ? values.OPENSEARCH_PASSWORD : decodeURIComponent(url.password)
  url.username = url.password = ''
  return {
    url: url.href.replace(/\/$/, ''),
    user,
    password,
    caFile: values.OPENSEARCH_CA,
    prefix: values.OPENSEARCH_INDEX,
  }
}

/** Says what is wrong with the address of OpenSearch; null when nothing is. */
export function findAddressProblem(values: Static<typeof SettingsOfOpenSearch>, production: boolean): string | null {
  const { OPENSEARCH_URL: address } = values
  if (address === undefined) return null
  const form = 'must be an address of a host, without a query, for example https://search.example.org:9200'
  if (!URL.canParse(address) || new URL(address).search !== '' || new URL(address).hash !== '') return form
  try {
    const { protocol } = new URL(address)
    const { user } = toOpenSearch(values) ?? {}
    return production && user !== undefined && protocol !== 'https:'
      ? 'must begin with https:// in production, so that the password is not sent in clear'
      : null
  } catch {
    return 'must have user and password percent-encoded'
  }
}
