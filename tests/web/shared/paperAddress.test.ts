import { expect, test } from 'bun:test'
import { paperIdAt } from '#web/shared/paperAddress.ts'

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
  ['https://arxiv.org/abs/2611.90001', 'https://arxiv.org/abs/2611.90001'],
])('the path %s is that of %s', (path, id) => {
  expect(paperIdAt(path)).toBe(id)
})
