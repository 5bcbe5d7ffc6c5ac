import { decodeReferences } from '../text/characterReferences.ts'

/** A note as HTML on one line, as Zotero reads and writes the notes of a RIS file. */
export const noteToHtml = (note: string): string =>
  `<p>${note
    .replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign] ?? sign)
    .replace(/\r\n?|\n/g, '<br/>')}</p>`

/** The text of a note of a file: of HTML if it begins with a paragraph or a block of it, else as written. */
export const readNote = (text: string): string =>
  /^\s*<(?:p|div|h[1-6]|ul|ol|blockquote)\b/i.test(text)
    ? decodeReferences(
        text
          .replace(/<br\s{0,9}\/?>|<\/li>/gi, '\n')
          .replace(/<\/(?:p|div|h[1-6]|blockquote)>/gi, '\n\n')
          .replace(/<[^<>]*>/g, ''),
      ).trim()
    : text.trim()
