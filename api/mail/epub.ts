import { strToU8, zipSync, type Zippable } from 'fflate'
import { escapeXml } from './escape.ts'

export interface Chapter {
  title: string
  /** The body in XHTML. */
  body: string
}

export interface Book {
  title: string
  /** What the book is of, the same for the same book: an e-reader replaces the one before. */
  subject: string
  /** The instant of its last change. */
  modified: Date
  chapters: readonly Chapter[]
}

const STYLE = `body { font-family: serif; line-height: 1.5; margin: 0 5%; }
h1 { font-size: 1.3em; line-height: 1.3; }
.meta { font-size: 0.85em; }
.notice { font-weight: bold; }
.abstract { hyphens: auto; }
math[display="block"] { margin: 0.6em 0; }
`
const CONTAINER = `<?xml version="1.0" encoding="utf-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="book/package.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>
`
const ACCESS = [
  ['accessMode', 'textual'],
  ['accessModeSufficient', 'textual'],
  ['accessibilityFeature', 'MathML'],
  ['accessibilityFeature', 'tableOfContents'],
  ['accessibilityHazard', 'none'],
  ['accessibilitySummary', 'Text with headings; formulas are MathML with an alternative text.'],
] as const

/** Returns the book as an EPUB 3.3 file: a table of contents and a chapter for each paper. */
export function writeEpub(book: Book): Uint8Array<ArrayBuffer> {
  const names = book.chapters.map((_chapter, index) => `paper${index + 1}.xhtml`)
  const files: Zippable = {
    // First and not compressed, by which programs recognise the format.
    mimetype: [strToU8('application/epub+zip'), { level: 0 }],
    'META-INF/container.xml': strToU8(CONTAINER),
    'book/package.opf': strToU8(toPackage(book, names)),
    'book/contents.xhtml': strToU8(toContents(book, names)),
    'book/style.css': strToU8(STYLE),
  }
  for (const [index, { title, body }] of book.chapters.entries())
    files[`book/${names[index]}`] = strToU8(toPage(title, body))
  return zipSync(files, { mtime: book.modified })
}

function toPackage({ title, subject, modified, chapters }: Book, names: readonly string[]): string {
  const hash = new Bun.CryptoHasher('sha256').update(subject).digest('hex')
  const id = hash.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')
  return `<?xml version="1.0" encoding="utf-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="en">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="id">urn:uuid:${id}</dc:identifier>
<dc:title>${escapeXml(title)}</dc:title>
<dc:language>en</dc:language>
<dc:creator>Paperdawn</dc:creator>
<meta property="dcterms:modified">${modified.toISOString().slice(0, 19)}Z</meta>
${ACCESS.map(([name, value]) => `<meta property="schema:${name}">${value}</meta>`).join('\n')}
</metadata>
<manifest>
<item id="contents" href="contents.xhtml" media-type="application/xhtml+xml" properties="nav"/>
<item id="style" href="style.css" media-type="text/css"/>
${chapters.map(({ body }, at) => `<item id="paper${at + 1}" href="${names[at]}" media-type="application/xhtml+xml"${propertiesOf(body)}/>`).join('\n')}
</manifest>
<spine>
<itemref idref="contents"/>
${chapters.map((_chapter, at) => `<itemref idref="paper${at + 1}"/>`).join('\n')}
</spine>
</package>
`
}

const propertiesOf = (body: string) => (body.includes('<math ') ? ' properties="mathml"' : '')

const toContents = ({ title, chapters }: Book, names: readonly string[]): string =>
  toPage(
    title,
    `<h1>${escapeXml(title)}</h1>
<nav epub:type="toc" aria-label="Contents">
<ol>
${[{ title: 'Contents' }, ...chapters].map((chapter, at) => `<li><a href="${names[at - 1] ?? 'contents.xhtml'}">${escapeXml(chapter.title)}</a></li>`).join('\n')}
</ol>
</nav>`,
  )

const toPage = (title: string, body: string): string => `<?xml version="1.0" encoding="utf-8"?>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="en" xml:lang="en">
<head>
<title>${escapeXml(title)}</title>
<link rel="stylesheet" type="text/css" href="style.css"/>
</head>
<body>
${body}
</body>
</html>
`
