import { expect, test } from 'bun:test'
import { lookUpNameOf } from '#web/shared/lookUpNames.ts'
import { announcesDaily, announcingNames, followsDaily } from '#web/shared/sourceNames.ts'

test.each([
  ['arxiv:2611.90001', 'arXiv'],
  ['https://arxiv.org/abs/2611.90001', 'arXiv'],
  ['doi:10.48550/arXiv.2611.90001', 'arXiv'],
  ['doi:10.5555/jiv.2026.0011', 'Crossref'],
  ['https://press.example.org/doi/full/10.5555/jiv.2026.0011', 'Crossref'],
  ['https://press.example.org/?id=10.5555%2Fjiv.2026.0011', 'Crossref'],
  ['doi:10.64898/2026.09.18.999001', 'Crossref'],
  ['https://www.medrxiv.org/content/10.64898/2026.09.18.999001v2.full', 'Crossref'],
  ['pmid:99900001', 'PubMed'],
  ['https://pubmed.ncbi.nlm.nih.gov/99900001/', 'PubMed'],
  ['pmc:9990001', 'PubMed'],
  ['https://pmc.ncbi.nlm.nih.gov/articles/PMC9990001/', 'PubMed'],
  ['eprint:2026/7', 'IACR ePrint'],
  ['https://eprint.iacr.org/2026/007.pdf', 'IACR ePrint'],
  ['https://press.example.org/10.5/none', 'the page at press.example.org'],
  ['http://127.0.0.1:4123/articles/lanterns?id=1', 'the page at 127.0.0.1'],
  ['https://', undefined],
  ['ftp://press.example.org/lanterns', undefined],
  ['openreview:aB3', 'OpenReview'],
  ['https://openreview.net/forum?id=aB3&noteId=aB4', 'OpenReview'],
  ['https://openreview.net/pdf?id=aB3', 'OpenReview'],
  ['https://openreview.net/group?id=aB3', 'the page at openreview.net'],
  ['arxiv:', undefined],
])('%s is looked up at %p', (ref, name) => expect(lookUpNameOf(ref)).toBe(name))

test.each([
  [[], ['arXiv']],
  [['graphs-1'], ['arXiv']],
  [['journal.9999-9994'], ['Crossref']],
  [['chemrxiv', 'journal.9999-997X', 'graphs-1'], ['Crossref']],
  [
    ['pubmed.0123456789abcdef', 'feed.0123456789abcdef', 'openreview.0123456789abcdef'],
    ['PubMed', 'Feeds', 'OpenReview'],
  ],
  [
    ['hep-th', 'journal.9999-9994'],
    ['arXiv', 'Crossref'],
  ],
  [
    ['biorxiv.zoology', 'nber', 'cs.LG'],
    ['arXiv', 'bioRxiv', 'Crossref'],
  ],
])('papers of %j are announced by %j', (ids, names) => expect(announcingNames(ids)).toEqual(names))

test('journals and preprint servers announce at weekends, arXiv does not', () => {
  expect([['cs.LG'], ['cs.LG', 'journal.9999-9994'], ['osf'], ['biorxiv.zoology']].map(followsDaily)).toEqual([
    false,
    true,
    true,
    true,
  ])
  expect(['arxiv', 'crossref', 'biorxiv'].map(announcesDaily)).toEqual([false, true, true])
})
