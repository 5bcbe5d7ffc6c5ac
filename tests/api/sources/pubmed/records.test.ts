import { describe, expect, test } from 'bun:test'
import { normalise } from '#api/services/ingestion/normalise.ts'
import { parsePubmed } from '#api/sources/pubmed/records.ts'
import { listOf, readOne, xmlOf } from './source.ts'

const vernacular = (xml: string) =>
  xml.replace('</Article>', '<VernacularTitle>Lanternes et hiboux.</VernacularTitle></Article>')
const located = (valid: string) => (xml: string) =>
  xml.replace('<AuthorList', `<ELocationID EIdType="doi" ValidYN="${valid}">10.5555/JIM.9</ELocationID><AuthorList`)
const without = (status: string) => (xml: string) =>
  xml.replace(new RegExp(`<PubMedPubDate PubStatus="${status}">.*?</PubMedPubDate>`), '')
const linksOf = (types: string[], refType: string, source: string) =>
  readOne({ types, corrections: [{ refType, source, pmid: '99900002' }] }).links

describe('A record of PubMed', () => {
  test('becomes a paper with its title, abstract, names, venue and ids', () => {
    const record = readOne({ pmc: 'PMC9990001' })
    expect(record).toEqual({
      id: 'pmid:99900001',
      source: 'pubmed',
      source_id: '99900001',
      version: null,
      kind: 'article',
      title: 'Effect of E. fictus on H2O lanterns',
      abstract: 'BACKGROUND: We keep lanterns in water.\n\nRESULTS: They glow (p < 0.05).',
      authors: [
        {
          name: 'Mirela Quillfeather',
          affiliation: 'Institute of Invented Studies, Nowhere.',
          orcid: '0000-0002-1825-0097',
        },
        { name: 'Lantern Consortium' },
      ],
      categories: [],
      primary_category: null,
      published_at: new Date('2026-11-20'),
      published_precision: 'day',
      updated_at: null,
      announced_on: '2026-11-24',
      announce_type: 'new',
      announced_in: null,
      changed_on: null,
      version_dates: [],
      doi: '10.5555/jim.2026.1',
      ids: ['pmc:9990001'],
      comment: null,
      venue: { name: 'Journal of invented medicine', volume: '3', issue: '1', pages: '11-29' },
      journal_ref: 'J Inv Med 2026;3(1):11-29',
      license: null,
      code_url: null,
      withdrawn: false,
      source_interface: 'api',
    })
    expect(normalise(record).urls).toEqual({
      abs: 'https://pubmed.ncbi.nlm.nih.gov/99900001/',
      html: 'https://pmc.ncbi.nlm.nih.gov/articles/PMC9990001/',
      doi: 'https://doi.org/10.5555/jim.2026.1',
    })
  })

  test.each([
    ['Lanterns of owls.', 'Lanterns of owls'],
    ['Lanterns of owls?', 'Lanterns of owls?'],
    ['And then...', 'And then...'],
    ['[Lanterns of owls].', 'Lanterns of owls'],
    ['[Lanterns of owls.]', 'Lanterns of owls'],
    ['[1,2-<sup>13</sup>C]acetate in [light].', '[1,2-13C]acetate in [light]'],
    ['Light &amp; dark: p &lt; 0.05 &#x3b1;-waves.', 'Light & dark: p < 0.05 α-waves'],
    [
      'Waves of <mml:math xmlns:mml="http://www.w3.org/1998/Math/MathML"><mml:mi>k</mml:mi></mml:math> lanterns.',
      'Waves of k lanterns',
    ],
    ['Glow <b>of <i>E. fictus</i></b> at 10<sup>3</sup> lux.', 'Glow of E. fictus at 10^3 lux'],
  ])('with the title “%s” is “%s”', (title, expected) => {
    expect(readOne({ title }).title).toBe(expected)
  })

  test('with a title in its own language only has that one, and without any is rejected', () => {
    expect(readOne({ title: '[Not Available].' }, vernacular).title).toBe('Lanternes et hiboux')
    const { rejected } = parsePubmed(listOf(xmlOf({ title: '' })))
    expect(rejected).toMatchObject([{ reason: 'it has no title', source_id: '99900001', announced_on: '2026-11-24' }])
  })

  test.each([
    ['<Year>2026</Year><Month>Sep</Month><Day>20</Day>', '2026-09-20', 'day'],
    ['<Year>2026</Year><Month>9</Month>', '2026-09-01', 'month'],
    ['<Year>2026</Year><Season>Spring</Season>', '2026-01-01', 'year'],
    ['<Year>2026</Year><Month>Feb</Month><Day>30</Day>', '2026-02-01', 'month'],
    ['<MedlineDate>2026 Sep-Oct</MedlineDate>', '2026-09-01', 'month'],
    ['<MedlineDate>1998 Dec-1999 Jan</MedlineDate>', '1998-12-01', 'month'],
    ['<MedlineDate>Fall 2026</MedlineDate>', '2026-01-01', 'year'],
    ['<MedlineDate>1976-1977</MedlineDate>', '1976-01-01', 'year'],
  ])('of an issue of %s is of %s, known to the %s', (pubDate, day, precision) => {
    const record = readOne({ pubDate, articleDate: undefined })
    expect(record.published_at).toEqual(new Date(day))
    expect(record.published_precision).toBe(precision as 'day')
  })

  test('without any date has none', () => {
    const record = readOne({ pubDate: '<MedlineDate>soon</MedlineDate>', articleDate: undefined })
    expect([record.published_at, record.published_precision, record.journal_ref]).toEqual([
      null,
      undefined,
      'J Inv Med;3(1):11-29',
    ])
  })

  test('has its authors in their order, with canonical ORCIDs, and no name that a later one corrects', () => {
    const { authors } = readOne({
      authors: [
        { family: 'Óðinson', given: 'Tomás', isWrong: true },
        { family: 'Óðinsson', given: 'Tomás', suffix: 'Jr', orcid: 'https://orcid.org/0000-0002-1694-233x' },
        { family: 'Quillfeather', orcid: '0000000218250097' },
        { group: 'LANTERN group <i>of</i> Nowhere. mail@example.org' },
        { given: 'Ada', family: 'Brandt', orcid: 'not one' },
      ],
    })
    expect(authors).toEqual([
      { name: 'Tomás Óðinsson Jr', orcid: '0000-0002-1694-233X' },
      { name: 'Quillfeather', orcid: '0000-0002-1825-0097' },
      { name: 'LANTERN group of Nowhere.' },
      { name: 'Ada Brandt' },
    ])
  })

  test('has no e-mail address anywhere', () => {
    const record = readOne({
      title: 'Lanterns of ada@example.org.',
      abstract: ['Write to ada@example.org. Electronic address: tomas@example.org.'],
      authors: [
        { family: 'Brandt', affiliation: 'Lab &lt;ada@example.org&gt;, Nowhere. Electronic address: a.b@example.org.' },
      ],
    })
    expect(JSON.stringify(record)).not.toContain('example.org')
    expect(record.authors[0]?.affiliation).toStartWith('Lab')
  })

  test('has abstracts without labels as paragraphs, in order with their markup', () => {
    const { abstract } = readOne({
      abstract: [
        'First <i>and</i> CO<sub>2</sub>.',
        { label: 'UNLABELLED', text: 'Second.' },
        { label: 'AIMS:', text: 'Third.' },
      ],
    })
    expect(abstract).toBe('First and CO2.\n\nSecond.\n\nAIMS: Third.')
    expect(readOne({ abstract: undefined }).abstract).toBeNull()
  })

  test('has its own DOI, never that of a reference, and takes one that PubMed calls valid', () => {
    expect(readOne({ doi: undefined }).doi).toBeNull()
    expect(readOne({ doi: undefined }, located('Y')).doi).toBe('10.5555/jim.9')
    expect(readOne({ doi: undefined }, located('N')).doi).toBeNull()
  })

  test.each(['Published Erratum', 'Retraction of Publication', 'Expression of Concern', 'Comment'])(
    'of the type “%s” is about another paper, and is announced on no day',
    (type) => {
      expect(readOne({ types: ['Journal Article', type] })).toMatchObject({
        kind: 'other',
        announced_on: null,
        announce_type: null,
      })
    },
  )

  test('that was retracted is a paper all the same', () => {
    expect(readOne({ types: ['Journal Article', 'Retracted Publication'] })).toMatchObject({
      kind: 'article',
      announced_on: '2026-11-24',
    })
  })

  test('is made on the day of “entrez”, or of “pubmed”; without either its day is not known', () => {
    const old = { entered: '2019-03-04' }
    expect(readOne(old).announced_on).toBe('2026-11-24')
    expect(readOne(old, without('entrez')).announced_on).toBe('2019-03-05')
    expect(readOne(old, (xml) => without('pubmed')(without('entrez')(xml)))).toMatchObject({
      announced_on: null,
      announce_type: 'new',
    })
  })

  test('of a preprint is linked to its article, and the article to it, but no review to its earlier version', () => {
    expect(linksOf(['Preprint'], 'UpdateIn', 'J Inv Med. 2026;3:1.')).toEqual([
      { type: 'preprint-of', to: 'pmid:99900002', by: 'source' },
    ])
    expect(linksOf(['Journal Article'], 'UpdateOf', 'medRxiv. 2026 Jan 5:2026.')).toEqual([
      { type: 'has-preprint', to: 'pmid:99900002', by: 'source' },
    ])
    expect(linksOf(['Journal Article'], 'UpdateOf', 'Database Syst Rev. 2019;3.')).toBeUndefined()
    expect(linksOf(['Journal Article'], 'CommentIn', 'medRxiv. 2026 Jan 5:2026.')).toBeUndefined()
    expect(readOne({ types: ['Preprint'] })).toMatchObject({ kind: 'preprint', journal_ref: null })
    expect(readOne({ types: ['constructor'] })).toMatchObject({ kind: 'article' })
  })

  test('of a chapter of a book is one, with the book as its venue', () => {
    const { records, rejected } = parsePubmed(
      listOf(
        xmlOf({ book: 'Handbook of Lanterns', title: 'Wicks', pubDate: '<Year>2026</Year>' }),
        xmlOf({ pmid: '99900002' }),
      ),
    )
    expect(rejected).toEqual([])
    expect(records).toMatchObject([
      {
        id: 'pmid:99900001',
        kind: 'chapter',
        title: 'Wicks',
        venue: { name: 'Handbook of Lanterns' },
        announced_on: '2026-11-24',
        doi: '10.5555/jim.2026.1',
      },
      { id: 'pmid:99900002', kind: 'article' },
    ])
  })

  test('with 3,000 authors has all of them', () => {
    const authors = Array.from({ length: 3_000 }, (_, index) => ({
      family: `Óðinsson${index}`,
      given: 'Tomás',
      affiliation: `Department ${index} of the Institute of Invented Studies, Nowhere. a${index}@example.org.`,
    }))
    expect(readOne({ authors }).authors).toHaveLength(3_000)
  })
})
