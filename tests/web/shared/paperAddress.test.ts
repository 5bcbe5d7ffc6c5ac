import { expect, test } from 'bun:test'
import { paperIdAt, paperPath } from '#web/shared/paperAddress.ts'

test.each([
  ['2611.90001', 'arxiv:2611.90001'],
  ['2611.90001v3', 'arxiv:2611.90001'],
  ['2611.90001/', 'arxiv:2611.90001'],
  ['arXiv:2611.90001v2', 'arxiv:2611.90001'],
  ['arxiv:math/0309136v1', 'arxiv:math/0309136'],
  ['math/0309136', 'arxiv:math/0309136'],
  ['10.5555/a(b)v2', 'doi:10.5555/a(b)v2'],
  ['doi:10.5555/a', 'doi:10.5555/a'],
  ['pmid:12345', 'pmid:12345'],
  ['PMC9990001', 'pmc:9990001'],
  ['2026/007', 'eprint:2026/007'],
  ['https://arxiv.org/abs/2611.90001', 'https://arxiv.org/abs/2611.90001'],
  ['https://press.example.org/lanterns/', 'https://press.example.org/lanterns/'],
])('the path %s is that of %s', (path, id) => {
  expect(paperIdAt(path)).toBe(id)
})

test('the address of a page is one part of the path, and an id keeps its slashes', () => {
  expect(paperPath('https://press.example.org/a?b=1')).toBe('/paper/https%3A%2F%2Fpress.example.org%2Fa%3Fb%3D1')
  expect(paperPath('arxiv:math/0309136')).toBe('/paper/arxiv:math/0309136')
})
