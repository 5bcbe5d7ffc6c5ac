import { afterAll, describe, expect, test } from 'bun:test'
import { find, indexed, indexOf } from '#tests/api/support/searchIndex.ts'

const authors = {
  kops: 'Hendrika M. de Bruin Pols',
  gasset: 'Ramiro Ortelio y Casset',
  silva: 'Anselmo do Porto e Sousa',
  maestro: 'Livia Del Fornaio',
  follette: 'Ines La Fontelle',
  leo: 'Tea De Lio',
  gogh: 'Pieter van Hoog',
  double: 'Rowan Ashe-Linden',
  plain: 'Rowan Ashe',
  linden: 'Rowan Linden',
  initial: 'D. Lio',
  hoog: 'Vana Hoog',
}
const index = indexOf(
  ...Object.entries(authors).map(([id, name]) => indexed(id, { title: 'A lantern', authors: ['Odile Heron', name] })),
)
afterAll(() => index.close())

const forms: [id: string, ...names: string[]][] = [
  ['kops', 'de Bruin Pols', 'De Bruin Pols', 'de Bruin Pols, H M', 'H. de Bruin Pols', 'Hendrika de Bruin Pols'],
  ['gasset', 'Ortelio y Casset', 'R. Ortelio y Casset', 'Ortelio y Casset, Ramiro', 'ortelio y casset'],
  ['silva', 'do Porto e Sousa', 'do Porto e Sousa, A.', 'Anselmo do Porto e Sousa', 'Porto e Sousa'],
  ['maestro', 'Del Fornaio', 'del fornaio', 'L. Del Fornaio', 'DelFornaio', 'Fornaio, Livia Del'],
  ['follette', 'La Fontelle', 'la Fontelle', 'La Fontelle, I.'],
  ['leo', 'De Lio', 'de lio', 'DeLio, T.'],
  ['gogh', 'van Hoog', 'Van Hoog', 'P. van Hoog', 'van Hoog P'],
  ['double', 'Ashe-Linden', 'ashe-linden', 'R. Ashe-Linden', 'Ashe Linden, R.'],
]

describe('A family name of several parts finds exactly its author', () => {
  for (const [id, ...names] of forms)
    test.each(names)('%s', (name) => {
      expect(find(index, `author:"${name}"`, { as_typed: true })).toEqual([id])
      expect(find(index, 'lantern', { author: name })).toEqual([id])
    })
})

test.each([
  ['au:del_fornaio', 'maestro'],
  ['au:DelFornaio_L', 'maestro'],
  ['au:del_fornaio_l', 'maestro'],
  ['au:DelFornaio', 'maestro'],
  ['au:de_bruin_pols_h', 'kops'],
  ['au:hoog_vana', 'hoog'],
  ['au:"hoog_v"', 'hoog'],
  ['author:ashe-linden', 'double'],
  ['author:vanhoog', 'gogh'],
])('The form of the interface of arXiv, %s, finds the author', (q, id) => {
  expect(find(index, q, { as_typed: true })).toEqual([id])
})

test('A family name of one word is still found inside longer ones', () => {
  expect(find(index, 'author:ashe').toSorted()).toEqual(['double', 'plain'])
  expect(find(index, 'author:sousa')).toEqual(['silva'])
})
