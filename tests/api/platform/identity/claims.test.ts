import { expect, test } from 'bun:test'
import { toIdentity } from '#api/platform/identity/claims.ts'
import { claimsOf } from '#tests/support/keys.ts'

const PROJECT = 'paperdawn-tests'
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
