import { describe, expect, test } from 'bun:test'
import { parsePaperReference } from '#api/search/query/idQuery.ts'

const DOI = '10.5555/jiv.2026.0011'

describe('The DOI of a paper is found', () => {
  test.each([
    DOI,
    `doi:${DOI.toUpperCase()}`,
    `https://doi.org/${DOI}?utm=mail#top`,
    `https://press.example.org/doi/${DOI}`,
    `https://press.example.org/doi/full/${DOI}`,
    `https://press.example.org/doi/abs/${DOI}?journal=jiv`,
    `https://press.example.org/doi/${DOI}/full`,
    `https://press.example.org/articles/${DOI}/pdf/`,
    `https://press.example.org/content/pdf/${DOI}.pdf#page=2`,
    `https://press.example.org/article?id=${DOI}&type=printable`,
    'https://press.example.org/article/10.5555%2Fjiv.2026.0011',
    `(https://press.example.org/doi/${DOI})`,
  ])('in %j', (text) => expect(parsePaperReference(text)).toEqual({ id: `doi:${DOI}`, doi: DOI }))

  test('whole where it looks like the address of a view', () => {
    expect(parsePaperReference('https://doi.org/10.5555/jiv.2026/full')?.id).toBe('doi:10.5555/jiv.2026/full')
    expect(parsePaperReference('10.5555/jiv.2026/pdf')?.id).toBe('doi:10.5555/jiv.2026/pdf')
  })

  test('without the version of a preprint in the id, and with it as the DOI', () => {
    expect(parsePaperReference('https://doi.org/10.26434/chemrxiv-2025-abc1d-v2')).toEqual({
      id: 'doi:10.26434/chemrxiv-2025-abc1d',
      doi: '10.26434/chemrxiv-2025-abc1d-v2',
    })
    expect(parsePaperReference('https://www.biorxiv.org/content/10.1101/2025.11.22.469359v1.full.pdf')?.id).toBe(
      'doi:10.1101/2025.11.22.469359',
    )
    expect(parsePaperReference('https://www.biorxiv.org/content/10.1101/2025.11.22.469359v2.abstract')?.id).toBe(
      'doi:10.1101/2025.11.22.469359',
    )
  })

  test.each([
    'https://www.biorxiv.org/content/10.64898/2026.09.18.999001',
    'https://www.biorxiv.org/content/10.64898/2026.09.18.999001v2',
    'https://www.biorxiv.org/content/10.64898/2026.09.18.999001v2.full',
    'https://www.medrxiv.org/content/10.64898/2026.09.18.999001v2.full-text',
    'https://www.medrxiv.org/content/10.64898/2026.09.18.999001v1.full.pdf+html',
    'https://www.medrxiv.org/content/10.64898/2026.09.18.999001v1.full#F1',
    'https://www.medrxiv.org/content/10.64898/2026.09.18.999001v12.supplementary-material',
    'https://www.biorxiv.org/content/10.64898/2026.09.18.999001v1.article-info?versioned=true',
    'https://www.biorxiv.org/content/medrxiv/10.64898/2026.09.18.999001v1/',
    'www.biorxiv.org/content/10.64898/2026.09.18.999001v3.article-metrics',
    '10.64898/2026.09.18.999001v2',
  ])('without version and view in %j', (text) =>
    expect(parsePaperReference(text)).toEqual({
      id: 'doi:10.64898/2026.09.18.999001',
      doi: '10.64898/2026.09.18.999001',
    }),
  )

  test('not in other addresses, and that of a paper of arXiv is its arXiv id', () => {
    for (const text of ['https://press.example.org/10.5/none', 'https://press.example.org/'])
      expect(parsePaperReference(text)).toBeNull()
    expect(parsePaperReference('https://doi.org/10.48550/arXiv.2611.90001')?.id).toBe('arxiv:2611.90001')
  })
})

describe('A record of PubMed is found', () => {
  test.each([
    ['PMID: 99900001', 'pmid:99900001'],
    ['pmid:099900001', 'pmid:99900001'],
    ['https://pubmed.ncbi.nlm.nih.gov/99900001/', 'pmid:99900001'],
    ['https://pubmed.ncbi.nlm.nih.gov/99900001/?from=mail#abstract', 'pmid:99900001'],
    ['https://www.ncbi.nlm.nih.gov/pubmed/99900001', 'pmid:99900001'],
    ['PMC9990001', 'pmc:9990001'],
    ['https://pmc.ncbi.nlm.nih.gov/articles/PMC9990001/', 'pmc:9990001'],
    ['https://www.ncbi.nlm.nih.gov/pmc/articles/PMC9990001.2/', 'pmc:9990001'],
    ['https://pmc.ncbi.nlm.nih.gov/articles/PMC9990001/pdf/jim-1-1.pdf', 'pmc:9990001'],
    ['PMC2', undefined],
    ['99900001', undefined],
    ['PMC', undefined],
    ['PMC9990001 lanterns', undefined],
    ['https://www.ncbi.nlm.nih.gov/books/NBK99900', undefined],
  ])('in “%s”: %p', (text, id) => expect(parsePaperReference(text)?.id).toBe(id))
})

test.each([
  ['2026/007', 'eprint:2026/7'],
  ['eprint:2026/7', 'eprint:2026/7'],
  ['https://eprint.iacr.org/2026/7', 'eprint:2026/7'],
  ['https://eprint.iacr.org/2026/1981?utm=mail#abstract', 'eprint:2026/1981'],
  ['https://eprint.iacr.org/2026/007.pdf', 'eprint:2026/7'],
  ['https://eprint.iacr.org/archive/versions/2026/007', 'eprint:2026/7'],
  // A month, a year of the future, and years before the archive.
  ['2026/7', undefined],
  ['2126/007', undefined],
  ['1995/007', undefined],
  ['eprint:2026/000', undefined],
  ['https://eprint.iacr.org/2026', undefined],
])('the number of the IACR archive in “%s” is %p', (text, id) => expect(parsePaperReference(text)?.id).toBe(id))

test.each([
  ['openreview:aB3dE5fG7h', 'openreview:aB3dE5fG7h'],
  ['https://openreview.net/forum?id=aB3dE5fG7h', 'openreview:aB3dE5fG7h'],
  ['https://openreview.net/forum?id=aB3dE5fG7h&noteId=x_-1', 'openreview:aB3dE5fG7h'],
  ['(https://openreview.net/pdf?id=aB3dE5fG7h)', 'openreview:aB3dE5fG7h'],
  ['https://openreview.net/group?id=ICLR.cc/2027/Conference', undefined],
  ['openreview', undefined],
])('A paper of OpenReview is found in %j as %p', (text, id) => expect(parsePaperReference(text)?.id).toBe(id))

describe('What a site calls a paper names it', () => {
  test.each([
    ['https://ui.adsabs.harvard.edu/abs/2026arXiv261100001L/abstract', 'arxiv:2611.00001'],
    ['https://ui.adsabs.harvard.edu/abs/2010arXiv1001.1234L', 'arxiv:1001.1234'],
    ['2026arXiv261100001L', 'arxiv:2611.00001'],
    ['1999hep.th....1001L', 'arxiv:hep-th/9901001'],
    ['https://ui.adsabs.harvard.edu/abs/1999astro.ph..1001L/abstract', 'arxiv:astro-ph/9901001'],
    ['https://www.semanticscholar.org/arxiv/2611.00001', 'arxiv:2611.00001'],
    ['https://api.semanticscholar.org/arXiv:2611.00001', 'arxiv:2611.00001'],
    ['https://scirate.com/arxiv/hep-th/9901001', 'arxiv:hep-th/9901001'],
    ['https://www.alphaxiv.org/overview/2611.00001v2', 'arxiv:2611.00001'],
    ['https://inspirehep.net/api/arxiv/2611.00001', 'arxiv:2611.00001'],
    ['https://inspirehep.net/literature?q=arxiv%3A2611.00001', 'arxiv:2611.00001'],
    ['https://dblp.org/rec/journals/corr/abs-2611-00001.html?view=bibtex', 'arxiv:2611.00001'],
    ['https://europepmc.org/article/MED/12345678', 'pmid:12345678'],
    ['https://www.nature.com/articles/s41586-026-00001-2.pdf', 'doi:10.1038/s41586-026-00001-2'],
    ['https://proxy.example/login?url=https://arxiv.org/abs/2611.00001', 'arxiv:2611.00001'],
    ['https://proxy.example/login?qurl=https%3A%2F%2Fdoi.org%2F10.5555%2Fowls', 'doi:10.5555/owls'],
  ])('%j', (text, id) => expect(parsePaperReference(text)?.id).toBe(id))

  test.each([
    // A paper of a journal has a bibcode without an id.
    'https://ui.adsabs.harvard.edu/abs/2026PhRvL.124a1101A',
    '2026PhRvL.124a1101A',
    '2026 arXiv 2611',
    'https://www.nature.com/articles/',
    'https://www.nature.com/subjects/owls2',
    'https://owls.example/login?next=https://arxiv.org/abs/2611.00001',
    'https://proxy.example/login?url=https://proxy.example/login?url=https://owls.example/',
    'https://proxy.example/login?url=https%3A%2F%2F%E0%A4%A',
    'https://notdblp.org/rec/journals/corr/abs-2611-00001',
  ])('%j names none', (text) => expect(parsePaperReference(text)).toBeNull())
})
