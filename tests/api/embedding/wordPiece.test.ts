import { expect, test } from 'bun:test'
import { createTokenizer } from '#api/embedding/local/wordPiece.ts'

const TOKENS = (
  '[PAD] [UNK] [CLS] [SEP] the lantern ##s sail ##ing ##ed rope ##d a b ##c 2 ##0 . , - $ _ ( ) 船 灯 caf ##e ' +
  'x ##x ##β α ##gle of un ##known ='
).split(' ')
const vocab = Object.fromEntries(TOKENS.map((token, id) => [token, id]))
const tokenizerJson = JSON.stringify({ model: { type: 'WordPiece', vocab } })

/** Ids that Hugging Face's tokenizers 0.23.3 returns for this vocabulary with BertNormalizer and BertPreTokenizer. */
const EXPECTED: [string, number[]][] = [
  ['', [2, 3]],
  ['The lanterns, sailing.', [2, 4, 5, 6, 18, 7, 8, 17, 3]],
  ['THE Lantern\u00a0SAILED\u3000roped', [2, 4, 5, 7, 9, 10, 11, 3]],
  ['Caf\u00e9 caf\u00c9', [2, 26, 27, 26, 27, 3]],
  ['a\u200bb\ufffd\u0000c the', [2, 1, 4, 3]],
  ['\u8239\u706f lantern\u8239', [2, 24, 25, 5, 24, 3]],
  ['sail-ing (rope)_x', [2, 7, 19, 1, 22, 10, 23, 21, 28, 3]],
  ['$x_2=20$', [2, 20, 28, 21, 15, 36, 15, 16, 20, 3]],
  ['the unknownlantern rope', [2, 4, 1, 10, 3]],
  ['\u03b1\u03b2 \u0391\u0392', [2, 31, 30, 31, 30, 3]],
  ['x'.repeat(100), [2, 28, ...Array.from({ length: 99 }, () => 29), 3]],
  ['x'.repeat(101), [2, 1, 3]],
  ['the\tlantern\r\nof\u2028rope', [2, 4, 5, 33, 10, 3]],
  ['rope\u2014sail \u201clantern\u201d', [2, 10, 1, 7, 1, 5, 1, 3]],
  ['xgle un known', [2, 28, 32, 34, 1, 3]],
  ['\u00ad the', [2, 4, 3]],
  ['\u{1f600} the', [2, 1, 4, 3]],
]

test.each(EXPECTED)('WordPiece splits %j as the reference does', (text, ids) => {
  expect(createTokenizer(tokenizerJson, 256)(text)).toEqual(ids)
})

test('WordPiece cuts long texts, also within a word, and ends them with [SEP]', () => {
  const tokenize = createTokenizer(tokenizerJson, 6)
  expect(tokenize('the lanterns sailed')).toEqual([2, 4, 5, 6, 7, 3])
  expect(tokenize('the '.repeat(1_000))).toEqual([2, 4, 4, 4, 4, 3])
})
