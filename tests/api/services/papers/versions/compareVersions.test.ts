import { describe, expect, test } from 'bun:test'
import type { VersionContent } from '#api/store/papers/paperVersions.ts'
import { ABSTRACT, compare, shown, version } from '#tests/api/support/versions.ts'

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
      'how many times something is',
      { title: 'Lanterns counted 2.4x faster' },
      { title: 'Lanterns counted 2.52x faster' },
      'Only the title changed.',
      ['title: Lanterns counted [-#2.4x -]{+#2.52x +}faster'],
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
        'license: {+example.org/zero+} [-example.org/by-]',
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
