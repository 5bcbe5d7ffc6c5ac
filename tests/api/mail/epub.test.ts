import { describe, expect, test } from 'bun:test'
import { strFromU8, unzipSync } from 'fflate'
import { writeEpub, type Book } from '#api/mail/epub.ts'
import { toChapter } from '#api/mail/paperChapter.ts'
import { parseXml } from '#api/text/xml.ts'
import { toSegments } from '#api/text/segments.ts'
import { samplePaper } from '#tests/support/samples.ts'

const publicUrl = 'https://papers.example.org'
const book = (changes: Partial<Book> = {}): Book => ({
  title: 'Papers of Friday, 20 November 2026',
  subject: 'ada 2026-11-20',
  modified: new Date('2026-11-20T12:00:00Z'),
  chapters: [],
  ...changes,
})
const filesOf = (bytes: Uint8Array) =>
  new Map(Object.entries(unzipSync(bytes)).map(([name, content]) => [name, strFromU8(content)]))

const idOf = (subject: string) =>
  /urn:uuid:([\w-]{36})</.exec(filesOf(writeEpub(book({ subject }))).get('book/package.opf')!)?.[1]

describe('An EPUB file', () => {
  test('begins with its type, uncompressed, and names each of its files once', () => {
    const chapters = [1, 2].map((number) => ({ title: `Paper ${number}`, body: `<p>${number}</p>` }))
    const bytes = writeEpub(book({ chapters }))
    expect(strFromU8(bytes.slice(30, 58))).toBe('mimetypeapplication/epub+zip')
    const files = filesOf(bytes)
    const manifest = [...files.get('book/package.opf')!.matchAll(/<item [^>]*href="([^"]*)"/g)].map(([, href]) => href!)
    expect(manifest.map((href) => `book/${href}`).toSorted()).toEqual(
      [...files.keys()].filter((name) => name.startsWith('book/') && !name.endsWith('.opf')).toSorted(),
    )
    expect(files.get('book/contents.xhtml')).toContain('<li><a href="paper2.xhtml">Paper 2</a></li>')
    expect(files.get('book/package.opf')).toContain('<dc:title>Papers of Friday, 20 November 2026</dc:title>')
  })

  test('has the same id for the same day, by which an e-reader replaces the one before', () => {
    expect(idOf('ada 2026-11-20')).toBe(idOf('ada 2026-11-20')!)
    expect(idOf('ada 2026-11-20')).not.toBe(idOf('ada 2026-11-21')!)
  })

  test('has formulas as MathML with an alternative text, and says so in the manifest', () => {
    const abstract_segments = toSegments(String.raw`Bound $O(\sqrt{n})$ and $$\sum_{i=1}^{n} x_i^2 < 3\%$$ hold.`)
    const chapter = toChapter({
      paper: { ...samplePaper, title_segments: [{ text: 'Bounds' }], abstract_segments },
      publicUrl,
    })
    expect(chapter.body.match(/<math alttext="[^"]+" /g)).toHaveLength(2)
    expect(chapter.body).toContain('<math alttext="O(√(n))" xmlns="http://www.w3.org/1998/Math/MathML">')
    const text = [{ text: 'No formula.' }]
    const plain = toChapter({ paper: { ...samplePaper, title_segments: text, abstract_segments: text }, publicUrl })
    const opf = filesOf(writeEpub(book({ chapters: [chapter, plain] }))).get('book/package.opf')
    expect(opf?.match(/href="paper1.xhtml" media-type="application\/xhtml\+xml" properties="mathml"/)).not.toBeNull()
    expect(opf).toContain('<item id="paper2" href="paper2.xhtml" media-type="application/xhtml+xml"/>')
  })

  test('has no MathML that e-readers refuse: a formula within a sign, or a sign without a place', () => {
    const abstract_segments = toSegments(String.raw`Take $\boldsymbol{z_u}$ and $k_{\max}$ of them.`)
    const { body } = toChapter({ paper: { ...samplePaper, abstract_segments }, publicUrl })
    expect(body).toContain('Take zᵤ and <math')
    expect(body).not.toContain('\u2061')
  })

  test('shows the TeX of a formula that cannot be read', () => {
    const abstract_segments = toSegments(String.raw`See $\frac{1$ and $\unknown<b>$.`)
    const { body } = toChapter({ paper: { ...samplePaper, abstract_segments }, publicUrl })
    expect(body).toContain(String.raw`<code>\unknown&lt;b&gt;</code>`)
  })

  test('is well-formed XML with any text of a source and of its reader', () => {
    const hostile = 'a\0\b\u000B\uFFFE\uD800 ]]> <!-- & "q" \'p\' <b> \u2028 🌅'
    const segments = [{ text: hostile }, { tex: hostile, display: true }]
    const chapter = toChapter({
      paper: {
        ...samplePaper,
        title_segments: segments,
        abstract_segments: segments,
        authors: [{ name: hostile }],
        categories: [hostile],
        urls: { abs: `https://arxiv.org/abs/%zz${hostile}`, pdf: 'https://arxiv.org/pdf/a%20b' },
      },
      publicUrl,
      reasons: [{ kind: 'keyword', text: hostile }],
      notes: `${hostile}\n\nsecond`,
      tags: [hostile],
    })
    const files = filesOf(writeEpub(book({ title: hostile, chapters: [chapter] })))
    for (const [name, text] of files) {
      expect(text.isWellFormed()).toBe(true)
      // oxlint-disable-next-line no-control-regex -- XML 1.0 does not allow them
      expect(text).not.toMatch(/[\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]/)
      if (/\.(xhtml|opf|xml)$/.test(name)) expect(() => parseXml(text)).not.toThrow()
    }
    const page = files.get('book/paper1.xhtml')
    expect(page).toContain('href="https://arxiv.org/pdf/a%20b"')
    expect(page).toContain('<p class="note">second</p>')
  })
})
