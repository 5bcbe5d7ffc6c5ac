import { describe, expect, test } from 'bun:test'
import { readConfig } from '#api/platform/config.ts'
import { warningsOf } from '#api/platform/settingWarnings.ts'
import { ipAddressOf } from '#api/http/plugins/ipAddress.ts'

/** The address that is found behind the proxies of `TRUSTED_PROXIES`, for a request from `peer`. */
const clientOf = (TRUSTED_PROXIES: string, peer: string, forwarded: string) =>
  ipAddressOf(
    new Request('http://localhost/', { headers: { 'x-forwarded-for': forwarded } }),
    { requestIP: () => ({ address: peer }) },
    readConfig({ TRUSTED_PROXIES }),
  )

const likeProduction = { MONGODB_URI: 'mongodb://db1/paperdawn', FIREBASE_PROJECT_ID: 'paperdawn-prod' }

describe('The start', () => {
  test('names a setting that does not exist, and the one that is probably meant', () => {
    expect(warningsOf({ PAPERDAWN_ROLE: 'web', ARXIV_GAP: '5000', PAPERDAWN_NOTHING_LIKE_IT: '1' })).toEqual([
      'ARXIV_GAP is not a setting and has no effect.',
      'PAPERDAWN_NOTHING_LIKE_IT is not a setting and has no effect.',
      'PAPERDAWN_ROLE is not a setting and has no effect. Did you mean PAPERDAWN_ROLES?',
    ])
  })

  test('does not warn of existing settings, of those of the terminal program and of other programs', () => {
    expect(warningsOf({ PAPERDAWN_DATA: 'x', PAPERDAWN_SERVER: 'x', PAPERDAWN_TOKEN: 'x', PATH: '/bin' })).toEqual([])
  })

  test('says that a process with the settings of production runs in development mode', () => {
    expect(warningsOf(likeProduction)).toEqual([expect.stringContaining('runs in development mode')])
    for (const NODE_ENV of ['production', 'development', 'test'])
      expect(warningsOf({ ...likeProduction, NODE_ENV })).toEqual([])
    expect(warningsOf({})).toEqual([])
  })
})

describe('Trusted proxies', () => {
  test.each([
    ['10.0.0.5', '10.0.0.5', '203.0.113.7', '203.0.113.7'],
    ['10.0.0.5, 10.1.0.0/16', '10.1.200.3', '198.51.100.1, 203.0.113.7, 10.0.0.5', '203.0.113.7'],
    ['10.0.0.0/8', '::ffff:10.9.9.9', '203.0.113.7', '203.0.113.7'],
    ['fd00::/8', 'fd12::1', '2001:db8::1', '2001:db8::1'],
    ['0.0.0.0/0', '198.51.100.1', '2001:db8::1, 9.9.9.9', '2001:db8::1'],
    // A peer outside the networks is the client itself, whatever it says.
    ['10.1.0.0/16', '10.2.0.1', '203.0.113.7', '10.2.0.1'],
    ['10.0.0.0/8', '10.0.0.1', 'garbage', 'garbage'],
  ])('%s, peer %s, forwarded for %s: the client is %s', (proxies, peer, forwarded, client) => {
    expect(clientOf(proxies, peer, forwarded)).toBe(client)
  })

  test.each(['10.0.0.0/33', '10.0.0', 'proxy.example.org', '10.0.0.5,', '10.0.0.0/', '10.0.0.0/8/8', 'fd00::/129'])(
    '%s is refused',
    (TRUSTED_PROXIES) => expect(() => readConfig({ TRUSTED_PROXIES })).toThrow('TRUSTED_PROXIES must be IP addresses'),
  )
})

describe('The domain of the admins', () => {
  test.each(['gmail.com', 'GMail.com', 'yahoo.co.uk', 'hotmail.fr', 'gmx.de', 'proton.me', 'qq.com', 'web.de'])(
    '%s is refused, because everybody can get an address there',
    (ADMIN_EMAIL_DOMAIN) =>
      expect(() => readConfig({ ADMIN_EMAIL_DOMAIN })).toThrow('must not be the domain of a public mail service'),
  )

  test.each([
    'example.org',
    'me.example.org',
    'web.example.com',
    'uni-gmail.de',
    'mail.example.edu',
    'live.example.ac.uk',
  ])('%s is accepted', (ADMIN_EMAIL_DOMAIN) =>
    expect(readConfig({ ADMIN_EMAIL_DOMAIN }).adminEmailDomain).toBe(ADMIN_EMAIL_DOMAIN),
  )
})
