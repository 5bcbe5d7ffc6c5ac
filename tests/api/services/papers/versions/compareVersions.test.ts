import { describe, expect, test } from 'bun:test'
import type { ChangePart } from '#api/contract/versions.ts'
import { compareVersions } from '#api/services/papers/versions/compareVersions.ts'
import type { VersionContent } from '#api/store/papers/paperVersions.ts'
import { plainText } from '#api/text/segments.ts'

const ABSTRACT =
  'We count the lanterns of a harbour at night. Fog hides a third of them. ' +
  'A model with 12 parameters explains the rest. The code is available.'
const version = (changes: Partial<VersionContent> = {}): VersionContent => ({
  version: 1,
  at: new Date('2026-11-02T10:00:00Z'),
  title: 'Lanterns in fog',
  abstract: ABSTRACT,
  authors: [{ name: 'Mirela Quillfeather' }, { name: 'Tomás Óðinsson' }, { name: 'Wei Zhang' }],
  comment: '12 pages, 3 figures',
  categories: ['cs.LG', 'stat.ML'],
  license: null,
  journal_ref: null,
  withdrawn: false,
  source_interface: 'api',
  ...changes,
})
const compare = (before: Partial<VersionContent>, after: Partial<VersionContent>) =>
  compareVersions(version(before), version({ version: 2, ...after }))
const marks = { same: ['', ''], added: ['{+', '+}'], removed: ['[-', '-]'], moved: ['{>', '<}'] } as const
const show = (parts: readonly ChangePart[], between = '') =>
  parts
    .map(({ op, segments, number }) => {
      const [open, close] = marks[op]
      return `${open}${number ? '#' : ''}${plainText(segments)}${close}`
    })
    .join(between)
const shown = (before: Partial<VersionContent>, after: Partial<VersionContent>) =>
  compare(before, after).fields.map(({ field, parts, kind }) => `${field}: ${show(parts, kind === 'list' ? ' ' : '')}`)

describe('What changed from one version to the next', () => {
  test.each<[string, Partial<VersionContent>, Partial<VersionContent>, string, string[]]>([
    [
      'a word of the title',
      {},
      { title: 'Lanterns in haze' },
      'Only the title changed.',
      ['title: Lanterns in [-fog-]{+haze+}'],
    ],
    [
      'a number of the comment',
      {},
      { comment: '14 pages, 3 figures' },
      'Only the comment changed: 12 to 14 pages.',
      ['comment: [-#12 -]{+#14 +}pages, 3 figures'],
    ],
    [
      'a number with its unit',
      { title: 'A lantern of 12 km range' },
      { title: 'A lantern of 15 km range' },
      'Only the title changed.',
      ['title: A lantern of [-#12 km -]{+#15 km +}range'],
    ],
    [
      'a formula',
      { title: 'Lanterns in $O(n^2)$ time' },
      { title: 'Lanterns in $O(n \\log n)$ time' },
      'Only the title changed.',
      ['title: Lanterns in [-O(n²) -]{+O(n log n) +}time'],
    ],
    [
      'a sign',
      { title: 'Lanterns with p < 0.05 in fog' },
      { title: 'Lanterns with p > 0.05 in fog' },
      'Only the title changed.',
      ['title: Lanterns with p [-< -]{+> +}0.05 in fog'],
    ],
    [
      'a sentence that moved',
      {},
      {
        abstract:
          'The code is available. We count the lanterns of a harbour at night. Fog hides a third of them. ' +
          'A model with 12 parameters explains the rest.',
      },
      'One sentence of the abstract moved.',
      [
        'abstract: {>The code is available. <}We count the lanterns of a harbour at night. Fog hides a third of them. ' +
          'A model with 12 parameters explains the rest.',
      ],
    ],
    [
      'title, sentences and an author',
      {},
      {
        title: 'Lanterns in haze',
        abstract: ABSTRACT.replace('a third', 'half').replace('12', '14').replace('available', 'public'),
        authors: [...version().authors, { name: 'Ana Ribeiro' }],
      },
      'The title and 3 sentences of the abstract changed; one author added.',
      [
        'title: Lanterns in [-fog-]{+haze+}',
        'abstract: We count the lanterns of a harbour at night. Fog hides [-a third -]{+half +}of them. ' +
          'A model with [-#12 -]{+#14 +}parameters explains the rest. The code is [-available.-]{+public.+}',
        'authors: Mirela Quillfeather Tomás Óðinsson Wei Zhang {+Ana Ribeiro+}',
      ],
    ],
    [
      'an added and a dropped sentence',
      {},
      { abstract: ABSTRACT.replace('Fog hides a third of them. ', '').concat(' We thank the keepers of the harbour.') },
      'Only 2 sentences of the abstract changed.',
      [
        'abstract: We count the lanterns of a harbour at night. [-Fog hides a third of them. -]A model with 12 parameters ' +
          'explains the rest. The code is available. {+We thank the keepers of the harbour.+}',
      ],
    ],
    [
      'authors dropped and reordered',
      {},
      { authors: [{ name: 'Wei Zhang' }, { name: 'Mirela Quillfeather' }] },
      'One author dropped; the authors are in another order.',
      ['authors: {>Wei Zhang<} Mirela Quillfeather [-Tomás Óðinsson-]'],
    ],
    [
      'categories, licence and journal',
      { license: 'https://example.org/by' },
      { categories: ['cs.LG', 'cs.CV'], license: 'https://example.org/zero', journal_ref: 'J. Harbours 3, 11 (2026)' },
      'The licence changed; a journal reference was added; category cs.CV added; category stat.ML removed.',
      [
        'journal_ref: {+J. Harbours 3, 11 (2026)+}',
        'categories: cs.LG {+cs.CV+} [-stat.ML-]',
        'license: {+https://example.org/zero+} [-https://example.org/by-]',
      ],
    ],
    [
      'another abstract',
      {},
      { abstract: 'Boats sail without light. None were seen by anybody on shore.' },
      'Only the abstract changed.',
      [`abstract: [-${ABSTRACT}-]{+Boats sail without light. None were seen by anybody on shore.+}`],
    ],
    ['nothing', {}, {}, 'Nothing that is read here changed.', []],
  ])('%s', (_, before, after, summary, fields) => {
    expect(shown(before, after)).toEqual(fields)
    expect(compare(before, after).summary).toBe(summary)
  })

  test('a withdrawal is said, and its text is not compared', () => {
    const notice = { withdrawn: true, abstract: 'This paper has been withdrawn.', comment: 'Withdrawn: a wrong lemma' }
    const changes = compare({}, notice)
    expect(changes).toMatchObject({ summary: 'Version 2 withdraws the paper.', withdrawn: true })
    expect(changes.fields.map(({ field }) => field)).toEqual(['comment'])
    expect(compare({ ...notice, abstract: '' }, { abstract: '' })).toMatchObject({ withdrawn: false })
  })

  test('what the interface of a version does not report is not compared', () => {
    const feed = { source_interface: 'rss' as const, comment: null, journal_ref: null, abstract: '', authors: [] }
    expect(shown(feed, { journal_ref: 'J. Harbours 3' })).toEqual([])
    expect(shown({ journal_ref: 'J. Harbours 3' }, feed)).toEqual([])
    expect(shown({ comment: null }, {})).toEqual(['comment: {+12 pages, 3 figures+}'])
  })
})

describe('What reads the same is no change', () => {
  test.each([
    ['white space', 'Lanterns in fog', ' Lanterns\n  in\tfog '],
    ['case', 'Lanterns in Fog', 'Lanterns in fog'],
    ['spaces in a formula', 'A bound of $O(n^2)$ steps', 'A bound of $ O( n ^ 2 ) $ steps'],
    ['braces in a formula', 'A bound of $x^{2}$ steps', 'A bound of $x^2$ steps'],
    ['delimiters of a formula', 'A bound of \\(x_i\\) steps', 'A bound of $x_{i}$ steps'],
    ['sizes in a formula', 'At $\\left( x \\right)$ only', 'At $(x)$ only'],
    ['a formula and its characters', 'On $\\alpha$-RuCl$_3$ at $\\Lambda$CDM', 'On α-RuCl₃ at ΛCDM'],
    ['a number as a formula', 'With $10\\%$ of $3$ lanterns', 'With 10% of 3 lanterns'],
    ['quotes', 'The “best” lantern’s light', 'The "best" lantern\'s light'],
    ['quotes and no quotes', 'The ‘best’ lantern', 'The best lantern'],
    ['ligatures', 'An efﬁcient ofﬂine method', 'An efficient offline method'],
    ['composed letters', 'Schro\u0308dinger lanterns', 'Schrödinger lanterns'],
    ['accents', 'Schrodinger and Erdos', 'Schrödinger and Erdős'],
    ['dashes', 'Lanterns – a state-of-the-art view', 'Lanterns -- a state of the art view'],
    ['groups of digits', 'We saw 12,000 lanterns', 'We saw 12 000 lanterns'],
    ['minus signs', 'At −5 degrees', 'At -5 degrees'],
    ['punctuation', 'Lanterns, fog and light.', 'Lanterns, fog, and light'],
    ['invisible characters', 'Lan\u00adterns\u200b in \u202efog\u0000', 'Lanterns in fog'],
    ['micro signs', 'A 5 µm lens', 'A 5 μm lens'],
  ])('%s', (_, before, after) => {
    for (const field of ['title', 'abstract'] as const)
      expect(shown({ [field]: before }, { [field]: after })).toEqual([])
  })

  test.each([
    ['Mirela Quillfeather', 'M. Quillfeather'],
    ['Tomás Óðinsson', 'Tomas Odinsson'],
    ['Wei Zhang', 'Zhang, Wei'],
  ])('the author %s and %s', (one, other) => {
    const [first, second] = [{ name: 'Ana Ribeiro' }, { name: 'Jan Kettle', affiliation: 'Harbour Institute' }]
    expect(
      shown({ authors: [first, { name: one }, second] }, { authors: [first, { name: other }, { name: 'Jan Kettle' }] }),
    ).toEqual([])
  })

  test.each([
    ['N lanterns', 'n lanterns'],
    ['A value of $N$', 'A value of $n$'],
    ['We saw 10² lanterns', 'We saw 102 lanterns'],
    ['A gain of 5 dB', 'A gain of −5 dB'],
    ['Loss of $x^2$', 'Loss of $x_2$'],
    ['With 1.5 lanterns', 'With 15 lanterns'],
    ['With 10 % fog', 'With 10 fog'],
    ['Sokratès', 'Aristotle'],
  ])('but "%s" and "%s" are different', (before, after) => {
    expect(shown({ title: before }, { title: after })).toHaveLength(1)
  })
})

describe('Hostile texts', () => {
  const words = (count: number, word: string) => Array.from({ length: count }, (_, n) => `${word}${n}`).join(' ')
  const joined = (parts: readonly ChangePart[], without: ChangePart['op']) =>
    parts.flatMap(({ op, segments }) => (op === without ? [] : plainText(segments))).join('')

  test('of a megabyte are compared by whole sentences', () => {
    const sentences = (word: string) =>
      Array.from({ length: 10_000 }, (_, n) => `The ${word} ${n} lanterns were seen by all. `)
    const [before, after] = [
      sentences('first').join(''),
      sentences('second').with(5_000, 'The first 7 lanterns were seen by all. ').join(''),
    ]
    const [field] = compare({ abstract: before }, { abstract: after }).fields
    expect(field?.parts.map(({ op }) => op)).toEqual(['removed', 'added', 'moved', 'added'])
    expect(joined(field!.parts, 'removed')).toBe(after)
  })

  test.each([
    ['a title of 10 KB', words(1_700, 'fog'), words(1_700, 'haze')],
    ['words without an end', words(150_000, 'fog'), words(150_000, 'haze')],
    ['one word', 'x'.repeat(1_000_000), 'y'.repeat(1_000_000)],
    ['digits', '1'.repeat(200_000), '1,'.repeat(100_000)],
    ['dollar signs', '$'.repeat(100_000), '$x'.repeat(50_000)],
    ['braces', `a${'{'.repeat(100_000)}`, `b${'}'.repeat(100_000)}`],
    ['full stops', '. '.repeat(200_000), 'A. '.repeat(100_000)],
    ['accents', `a${'\u0301'.repeat(100_000)}`, 'b'],
    ['a text from the right to the left', 'פנסים בערפל', 'פנסים בגשם'],
    ['NUL', 'a\0b c', 'a\0d c'],
  ])('%s are compared', (_, before, after) => {
    const [field] = compare({ title: before }, { title: after }).fields
    expect(field?.parts.length).toBeGreaterThan(0)
    expect(JSON.stringify(field)).not.toContain('\\u0000')
  })

  test('3,000 authors in another order are compared, and all of them are there', () => {
    const authors = Array.from({ length: 3_000 }, (_, n) => ({ name: `Ada Lindqvist${n} of Tharn` }))
    const { fields, summary } = compare({ authors }, { authors: authors.toReversed() })
    expect(summary).toBe('The authors are in another order.')
    expect(fields[0]?.parts.filter(({ op }) => op === 'moved')).toHaveLength(2_999)
    const others = authors.map(({ name }) => ({ name: name.replace('Ada', 'Bea') }))
    expect(compare({ authors }, { authors: others }).summary).toBe('3000 authors added; 3000 authors dropped.')
    expect(shown({ authors }, { authors })).toEqual([])
  })

  test('the same author twice is one author added', () => {
    const [first] = version().authors
    expect(compare({ authors: [first!] }, { authors: [first!, first!] }).summary).toBe('One author added.')
  })
})
