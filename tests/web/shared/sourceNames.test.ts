import { expect, test } from 'bun:test'
import { lookUpNameOf } from '#web/shared/sourceNames.ts'

test.each([
  ['arxiv:2611.90001', 'arXiv'],
  ['https://arxiv.org/abs/2611.90001', 'arXiv'],
  ['doi:10.48550/arXiv.2611.90001', 'arXiv'],
  ['doi:10.5555/jiv.2026.0011', 'Crossref'],
  ['https://press.example.org/doi/full/10.5555/jiv.2026.0011', 'Crossref'],
  ['https://press.example.org/?id=10.5555%2Fjiv.2026.0011', 'Crossref'],
  ['doi:10.64898/2026.09.18.999001', 'Crossref'],
  ['https://www.medrxiv.org/content/10.64898/2026.09.18.999001v2.full', 'Crossref'],
  ['pmid:123', undefined],
  ['https://press.example.org/10.5/none', undefined],
  ['arxiv:', undefined],
])('%s is looked up at %p', (ref, name) => expect(lookUpNameOf(ref)).toBe(name))
