import { escape } from './escape.ts'
import { isWebAddress, type Letter, type Line, type Link, type Role } from './letter.ts'

const SANS = "Inter, -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif"
const SERIF = "'Source Serif 4', Georgia, 'Times New Roman', serif"

/** Inline styles by role, in the light colours; `MAIL_STYLE` overrides the colours where a client prefers dark, and the margins on phones. */
const styles: Record<Exclude<Role, 'button'> | 'name', string> = {
  name: `margin:0;font:600 20px/1.3 ${SERIF};color:#1D1B20`,
  heading: `margin:0 0 6px;font:600 28px/1.2 ${SERIF};color:#1D1B20;letter-spacing:-0.02em`,
  lead: `margin:0 0 20px;font:400 15px/1.5 ${SANS};color:#5F5A63`,
  section: `margin:6px 0 0;font:600 22px/1.3 ${SERIF};color:#1D1B20`,
  title: `margin:0;font:600 19px/1.32 ${SERIF};color:#1D1B20`,
  meta: `margin:6px 0 0;font:400 14px/1.45 ${SANS};color:#5F5A63`,
  why: `margin:6px 0 0;font:400 14px/1.45 ${SANS};color:#B83A08`,
  abstract: `margin:8px 0 0;font:400 16px/1.55 ${SERIF};color:#1D1B20`,
  paragraph: `margin:0 0 12px;font:400 16px/1.55 ${SANS};color:#1D1B20`,
  links: `margin:8px 0 0;font:500 14px/2 ${SANS};color:#5F5A63`,
  foot: `margin:0 0 8px;font:400 13px/1.5 ${SANS};color:#5F5A63`,
}

/** Headings are elements of their own, so that a screen reader can jump from paper to paper. */
const tags: Partial<Record<Role, string>> = { heading: 'h1', section: 'h2', title: 'h2' }
/** Begins with text of any language, which may be written from right to left. */
const anyDirection = new Set<Role>(['section', 'title', 'abstract'])

/** Text of the style element of every mail. */
export const MAIL_STYLE = `:root { color-scheme: light dark }
@media (max-width: 480px) {
  .page { padding: 16px 8px !important }
  .sheet { padding: 20px 16px !important }
  .heading { font-size: 25px !important }
}
@media (prefers-color-scheme: dark) {
  .bg { background: #14141B !important }
  .sheet { background: #1B1C25 !important; border-color: #2E2F3B !important }
  .row { border-color: #2E2F3B !important }
  .name, .heading, .section, .title, .abstract, .paragraph { color: #E9E6E1 !important }
  .lead, .meta, .links, .foot { color: #A5A1AB !important }
  .why { color: #FFAE7A !important }
  .link { color: #B7B5FF !important }
  .button { background: #B7B5FF !important; color: #14141B !important }
}
`

const toLink = ({ text, href }: Link, style = '') =>
  isWebAddress(href)
    ? `<a class="link" href="${escape(href)}" style="color:#3D3A8C${style}">${escape(text)}</a>`
    : escape(text)

const toButton = ({ text, href }: Link) =>
  `<p style="margin:0 0 24px"><a class="button" href="${escape(href)}" style="display:inline-block;padding:10px 18px;border-radius:9px;background:#3D3A8C;color:#FFFFFF;font:500 15px/1.3 ${SANS};text-decoration:none">${escape(text)}</a></p>`

/** The HTML of lines: those about a paper are in the mails of many readers. */
const paragraphs = new WeakMap<Line, string>()

function toParagraph(line: Line): string {
  const before = paragraphs.get(line)
  if (before !== undefined) return before
  const paragraph = writeParagraph(line)
  paragraphs.set(line, paragraph)
  return paragraph
}

function writeParagraph({ role, content }: Line): string {
  const links = content.filter((part) => typeof part !== 'string')
  if (role === 'button') return links.map(toButton).join('')
  // A title is known as a link by its colour and place; twenty underlined titles are hard to read.
  const linkStyle = role === 'title' ? ';text-decoration:none' : ''
  const markup =
    role === 'links'
      ? links
          .filter(({ href }) => isWebAddress(href))
          .map((link) => toLink(link))
          .join(' &nbsp; ')
      : content.map((part) => (typeof part === 'string' ? escape(part) : toLink(part, linkStyle))).join('')
  const tag = tags[role] ?? 'p'
  const direction = anyDirection.has(role) ? ' dir="auto"' : ''
  return markup === '' ? '' : `<${tag} class="${role}"${direction} style="${styles[role]}">${markup}</${tag}>`
}

const toParagraphs = (lines: readonly Line[]) => lines.map(toParagraph).join('')

/** A table row with a hairline above it. */
const toRow = (lines: readonly Line[]) =>
  `<tr><td class="row" style="padding:18px 0;border-top:1px solid #E4DED5">${toParagraphs(lines)}</td></tr>`

/** Returns the letter as an HTML document: at most 600 px wide, inline styles, no images, no external resources. */
export function toHtml({ title, preheader, top, entries, foot }: Letter): string {
  const table = 'role="presentation" cellpadding="0" cellspacing="0" border="0"'
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escape(title)}</title><style>${MAIL_STYLE}</style></head>
<body class="bg" style="margin:0;background:#F7F4EF">
<div style="display:none;max-height:0;overflow:hidden">${escape(preheader)}</div>
<table ${table} width="100%" class="bg" style="background:#F7F4EF"><tr><td align="center" class="page" style="padding:24px 12px">
<table ${table} width="600" style="width:100%;max-width:600px;overflow-wrap:anywhere">
<tr><td style="padding:0 4px 16px"><p class="name" style="${styles.name}">Paperdawn</p></td></tr>
<tr><td class="sheet" style="padding:28px;background:#FFFFFF;border:1px solid #E4DED5;border-radius:16px">
${toParagraphs(top)}
${entries.length > 0 ? `<table ${table} width="100%">${entries.map(toRow).join('')}</table>` : ''}
</td></tr>
<tr><td style="padding:20px 4px">${toParagraphs(foot)}</td></tr>
</table></td></tr></table></body></html>
`
}
