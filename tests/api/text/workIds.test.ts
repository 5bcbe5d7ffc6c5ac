import { describe, expect, test } from 'bun:test'
import { canonicalWorkId } from '#api/text/workIds.ts'

describe('An identifier of a work', () => {
  test.each([
    ['2609.90001v3', 'arxiv:2609.90001'],
    ['arXiv:2609.90001 [cs.LG]', 'arxiv:2609.90001'],
    ['https://arxiv.org/abs/2609.90001v2?context=cs', 'arxiv:2609.90001'],
    ['10.48550/arXiv.2609.90001', 'arxiv:2609.90001'],
    ['https://doi.org/10.48550/arxiv.2609.90001', 'arxiv:2609.90001'],
    ['abs/2609.90001', 'arxiv:2609.90001'],
    ['math/0309136', 'arxiv:math/0309136'],
    ['https://dx.doi.org/10.5555/JIV.2026.0011', 'doi:10.5555/jiv.2026.0011'],
    ['<10.5555/a>.', 'doi:10.5555/a'],
    ['https://journal.example/article/10.5555/a?x=1', 'doi:10.5555/a'],
    ['10.5555/x.v1', 'doi:10.5555/x.v1'],
    ['10.1101/2025.11.22.469359v5', 'doi:10.1101/2025.11.22.469359'],
    ['10.26434/chemrxiv-2025-abc1d-v2', 'doi:10.26434/chemrxiv-2025-abc1d'],
    ['10.7554/eLife.90001.2', 'doi:10.7554/elife.90001'],
    ['10.31234/osf.io/ab3de_v2', 'osf:ab3de'],
    ['https://osf.io/preprints/psyarxiv/ab3de_v2', 'osf:ab3de'],
    ['pmid:0099900002', 'pmid:99900002'],
    ['https://pubmed.ncbi.nlm.nih.gov/99900002/', 'pmid:99900002'],
    ['PMC9990001.2', 'pmc:9990001'],
    ['pmc:9990001', 'pmc:9990001'],
    ['eprint:2026/007', 'eprint:2026/7'],
    ['Cryptology ePrint Archive, Paper 2026/007', 'eprint:2026/7'],
    ['https://eprint.iacr.org/2026/7.pdf', 'eprint:2026/7'],
    ['https://openreview.net/forum?id=aB3', 'openreview:aB3'],
    ['https://openreview.net/pdf?noteId=aB4&id=aB3#page=2', 'openreview:aB3'],
    ['HAL-0990001v2', 'hal:hal-0990001'],
    ['dblp:conf/iclx/Quillfeather26', 'dblp:conf/iclx/Quillfeather26'],
  ])('%s is %s', (text, id) => {
    expect(canonicalWorkId(text)).toBe(id)
    expect(canonicalWorkId(id)).toBe(id)
  })

  test.each([
    '10.0000/nothing',
    '10.1234/example',
    '10.5555/12345678',
    '10.5555/journal.pone.s001',
    '10.5555/journal.pone.g001',
    's2:12345',
    'openalex:W123',
    'ISSN 1234-5678',
    'a title of five words',
    `10.5555/${')'.repeat(80_000)}a`,
    '',
  ])('%p is none', (text) => {
    expect(canonicalWorkId(text)).toBeNull()
  })
})
