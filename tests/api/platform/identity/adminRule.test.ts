import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { isAdmin } from '#api/platform/identity/adminRule.ts'

const config = { adminEmailDomain: 'example.com', adminEmail: 'boss@paperdawn.test' }
const verified = (email: string) => isAdmin({ email, email_verified: true, provider: 'google.com' }, config)

/** Addresses that look similar to an admin's address. */
const HOSTILE = [
  'ada@evil-example.com',
  'ada@evilexample.com',
  'ada@example.com.evil.org',
  'ada@sub.example.com',
  'ada@example.co',
  'ada@example.com.',
  'ada@.example.com',
  'ada@example..com',
  'ada@example.com@evil.org',
  'ada@evil.org@example.com',
  '"ada@evil.org"@example.com',
  '"ada"@example.com',
  'ada(comment)@example.com',
  'ada@example.com(comment)',
  'ada@(comment)example.com',
  '<ada@example.com>',
  'Ada <ada@example.com>',
  'ada@example.com>',
  'ada @example.com',
  'ada@ example.com',
  ' ada@example.com',
  'ada@example.com ',
  'ada@example.com\n',
  'ada\n@example.com',
  'ada\t@example.com',
  'ada\0@example.com',
  'ada@example.com\0',
  'ada@example.com\0.evil.org',
  'ada@exаmple.com',
  'аda@example.com',
  'ada\uff20example.com',
  'ada@example。com',
  'ada@EXAMPLE．COM',
  'ada@examp\u212ae.com',
  'ada@exampl\u0435.com',
  'ada@xn--example-com',
  'ada@xn--exmple-cua.com',
  'ada@[example.com]',
  'ada@[127.0.0.1]',
  'ada@example.com,evil.org',
  'ada@example.com;evil.org',
  'ada@evil.org,ada@example.com',
  'ada@evil.org%example.com',
  'ada%example.com@evil.org',
  '.ada@example.com',
  'ada.@example.com',
  'a..da@example.com',
  '@example.com',
  'example.com',
  '',
  '@',
  'ada@',
  'ada\\@example.com',
  'ada@example.com/',
  'ada@example.com?x',
  'ada@example.com#x',
  'ada@examp‍le.com',
  '\u202eada@example.com',
  'boss@paperdawn.test.evil.org',
  'boss@evil.org',
  'boss+x@paperdawn.test',
  'b.oss@paperdawn.test',
  'other@paperdawn.test',
  'boss\u017f@paperdawn.test',
  'bo\u017fs@paperdawn.test',
]

test('a verified address at exactly the admin domain is an admin, in upper or lower case', () => {
  for (const email of [
    'ada@example.com',
    'Ada@Example.COM',
    'a.b+c@example.com',
    'boss@paperdawn.test',
    'BOSS@PaperDawn.test',
  ])
    expect(verified(email)).toBe(true)
})

test('an admin domain may have more than two labels, and then its parent is not one', () => {
  const department = { adminEmailDomain: 'cs.example.com' }
  const of = (email: string) => isAdmin({ email, email_verified: true }, department)
  expect(of('ada@cs.example.com')).toBe(true)
  expect(['ada@example.com', 'ada@maths.cs.example.com', 'ada@csxexample.com'].filter(of)).toEqual([])
})

test('no address that only looks similar is an admin', () => {
  expect(HOSTILE.filter(verified)).toEqual([])
  expect(HOSTILE.length).toBeGreaterThanOrEqual(60)
})

test('a non-ASCII letter whose lower case is an ASCII letter does not match it', () => {
  const kiosk = { adminEmailDomain: 'kiosk.example' }
  const of = (email: string) => isAdmin({ email, email_verified: true }, kiosk)
  expect(of('ada@KIOSK.example')).toBe(true)
  // U+212A KELVIN SIGN becomes an ordinary k in lower case.
  expect(of('ada@\u212aios\u212a.example')).toBe(false)
})

test('an unverified address is not an admin', () => {
  expect(isAdmin({ email: 'ada@example.com', email_verified: false, provider: 'google.com' }, config)).toBe(false)
})

test('a sign-in provider that does not verify the address makes no admin', () => {
  for (const provider of ['anonymous', 'phone', 'custom', 'unknown', 'saml.example', ''])
    expect(isAdmin({ email: 'ada@example.com', email_verified: true, provider }, config)).toBe(false)
})

test('there is no admin if none is configured', () => {
  expect(isAdmin({ email: 'ada@example.com', email_verified: true }, {})).toBe(false)
  expect(isAdmin({ email: 'undefined', email_verified: true }, {})).toBe(false)
})

test('no generated address with text around the admin domain is an admin', () => {
  const text = fc.string({ unit: 'binary', maxLength: 12 })
  const around = fc.oneof(text, fc.constantFrom('', '.', '@', '"', ' ', 'x', 'sub.', '.evil'))
  fc.assert(
    fc.property(text, around, around, (local, before, after) => {
      const email = `${local}@${before}example.com${after}`
      fc.pre(before !== '' || after !== '')
      expect(verified(email)).toBe(false)
    }),
    { numRuns: 20_000 },
  )
})

const isAdminWith = (provider: string) => isAdmin({ email: 'ada@example.com', email_verified: true, provider }, config)

test('Every provider that verifies the address gives an admin the rights; a phone, a custom token and no sign-in do not', () => {
  const verifying = ['google.com', 'password', 'emailLink', 'microsoft.com', 'apple.com', 'github.com']
  expect(verifying.filter((provider) => !isAdminWith(provider))).toEqual([])
  expect(['phone', 'custom', 'anonymous', ''].filter(isAdminWith)).toEqual([])
})
