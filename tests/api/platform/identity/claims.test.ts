import { afterEach, expect, setSystemTime, test } from 'bun:test'
import { checkShape, toIdentity } from '#api/platform/identity/claims.ts'
import { claimsOf } from '#tests/support/keys.ts'

const PROJECT = 'paperdawn-tests'
afterEach(() => void setSystemTime())

const read = (changes: Record<string, unknown>) => toIdentity(claimsOf('ada', PROJECT, changes), PROJECT)

test('Claims that are missing or of another type are read as absent, and a name is cut at 120 characters', () => {
  for (const firebase of [undefined, null, 'google.com', {}, { sign_in_provider: 5 }, { sign_in_provider: ' ' }])
    expect(read({ firebase }).provider).toBe('unknown')
  for (const name of [undefined, null, 5, '', '  ']) expect(read({ name }).name).toBeNull()
  expect(read({ name: ` ${'a'.repeat(121)}` }).name).toBe('a'.repeat(120))
  for (const picture of [undefined, null, 5, 'http://example.org/a.png', 'javascript:a', 'https://'])
    expect(read({ picture }).photo_url).toBeNull()
})

test('A token without a usable address is refused with what to do, one of 254 characters is not', () => {
  const longest = `${'a'.repeat(242)}@example.org`
  expect(read({ email: longest }).email).toBe(longest)
  for (const email of [undefined, null, 5, '', `a${longest}`])
    expect(() => read({ email })).toThrow('This account has no e-mail address. Please sign in with one that has.')
})

test('Only ASCII letters of an address are made lower case', () => {
  expect(read({ email: 'Ada.K\u212A@Example.ORG' }).email).toBe('ada.k\u212A@example.org')
})

test('The longest subject has 128 characters', () => {
  expect(read({ sub: 'a'.repeat(128) }).uid).toHaveLength(128)
  expect(() => read({ sub: 'a'.repeat(129) })).toThrow()
})

test('A time is a number of seconds after 1970, at most 60 seconds ahead', () => {
  setSystemTime(new Date('2026-11-16T06:00:00.000Z'))
  const latest = Date.now() / 1000 + 60
  for (const claim of ['iat', 'auth_time']) {
    for (const seconds of [1, latest]) expect(() => read({ [claim]: seconds })).not.toThrow()
    for (const seconds of [0, -1, latest + 1, Infinity, Number.NaN, '1', true, null, undefined])
      expect(() => read({ [claim]: seconds })).toThrow()
  }
})

test('The error of a token tells the reason to the log only', () => {
  expect.assertions(2)
  try {
    read({ sub: '' })
  } catch (error) {
    expect((error as Error).message).toBe('Your sign-in is not valid any more. Please sign in again.')
    expect((error as Error).cause).toEqual(new Error('sub'))
  }
})

const encode = (json: string) => Buffer.from(json).toString('base64url')

test('A token has three parts, of which two are JSON, and at most 8,192 characters', () => {
  const object = encode('{}')
  const signature = 'A'.repeat(8_192 - 2 * object.length - 2)
  expect(() => checkShape(`${object}.${object}.${signature}`)).not.toThrow()
  const longer = `${encode('{"a":1}')}.${object}.${signature}`
  for (const token of [longer, `${object}.${object}`, `${object}.${object}.${object}.${object}`])
    expect(() => checkShape(token)).toThrow()
  for (const json of ['a', '', '{']) expect(() => checkShape(`${object}.${encode(json)}.${object}`)).toThrow()
})

const check = (json: string) => checkShape(`${encode(json)}.${encode(json)}.`)

test('A key is there twice only if a key is, not a text that looks like one', () => {
  for (const json of ['{"a":["b",":c"]}', '{"a":"\\"b\\":"}', '{"a" : {"a":"a"}}', '[{"a":1},{"a":2}]'])
    expect(() => check(json)).not.toThrow()
  for (const json of ['{"a":1,"a":1}', '{"a":1,"\\u0061":1}', '{"b":[{"a":1,"a":1}]}', '{"a":1,"a" :1}'])
    expect(() => check(json)).toThrow()
})
