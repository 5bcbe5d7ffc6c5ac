import { expect, test } from 'bun:test'
import { parseOrcid } from '#api/text/orcid.ts'

test('An ORCID iD is read bare, without hyphens and from an address', () => {
  for (const text of [
    '0000-0002-1825-0097',
    '0000000218250097',
    ' 0000 0002 1825 0097 ',
    'https://orcid.org/0000-0002-1825-0097',
    'http://www.orcid.org/0000-0002-1825-0097/',
    'orcid.org/0000-0002-1825-0097',
    'ORCID: 0000-0002-1825-0097',
  ])
    expect([text, parseOrcid(text)]).toEqual([text, '0000-0002-1825-0097'])
  expect(parseOrcid('0000-0002-1694-233x')).toBe('0000-0002-1694-233X')
})

test('An iD with a wrong checksum, and any other text, is none', () => {
  for (const text of [
    '',
    'not one',
    '0000-0002-1825-0098',
    '0000-0002-1825-009X',
    '0000-0002-1825-009',
    '0000-0002-1825-00977',
    'https://example.org/0000-0002-1825-0097',
    '0000-0002-1825-0097\u0000',
    '9'.repeat(1_000_000),
  ])
    expect([text.slice(0, 30), parseOrcid(text)]).toEqual([text.slice(0, 30), null])
})
