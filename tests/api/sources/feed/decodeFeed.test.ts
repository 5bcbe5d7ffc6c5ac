import { expect, test } from 'bun:test'
import { decodeFeed } from '#api/sources/feed/decodeFeed.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
/** For characters below U+0100. */
const latin1 = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))
const declared = (charset: string, text: string) => `<?xml version="1.0" encoding="${charset}"?><a>${text}</a>`

test.each([
  ['UTF-8', utf8(declared('UTF-8', 'Óðinsson')), null],
  ['UTF-8 that is declared to be ISO-8859-1', utf8(declared('ISO-8859-1', 'Óðinsson')), null],
  ['Windows-1252 that is declared to be UTF-8', latin1(declared('UTF-8', 'Óðinsson')), 'text/xml; charset=utf-8'],
  ['ISO-8859-1', latin1(declared('ISO-8859-1', 'Óðinsson')), null],
  ['ISO-8859-1 by the header', latin1('<a>Óðinsson</a>'), 'text/xml; charset="iso-8859-1"'],
  ['an unknown charset', utf8(declared('x-none', 'Óðinsson')), null],
  ['a byte order mark of UTF-16', Uint8Array.from(Buffer.from(`\uFEFF<a>Óðinsson</a>`, 'utf16le')), null],
])('a feed in %s is decoded', (_, bytes, contentType) => {
  expect(decodeFeed(bytes, contentType).body).toContain('Óðinsson')
})

test('other declared charsets are believed', () => {
  const bytes = Uint8Array.from([...latin1('<?xml version="1.0" encoding="Shift_JIS"?>'), 0x93, 0xfa, 0x96, 0x7b])
  expect(decodeFeed(bytes, null).body).toEndWith('日本')
})
