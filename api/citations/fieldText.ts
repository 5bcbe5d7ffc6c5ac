import { decodeReferences } from '../text/characterReferences.ts'
import { readTex } from './texSource.ts'

/** Tags that programs keep in titles. Other words in angle brackets, as "<mask>", are text. */
const TAG =
  /<\/?(?:i|b|u|em|strong|sub|sup|inf|sc|scp|tt|p|span|div|font|(?:jats|mml):[a-z-]{1,20})(?:\s+[a-z:-]{1,20}\s*=\s*(?:"[^"<>]*"|'[^'<>]*'))*\s*\/?>/gi

/** The text of a title with tags and character references of HTML: "CO<sub>2</sub>" is "CO2". */
export const readMarkup = (text: string): string =>
  decodeReferences(text.includes('<') ? text.replace(/<br\s*\/?>/gi, ' ').replace(TAG, '') : text)

/** The text of a title in TeX, which may have tags of HTML as well. */
export const readTitle = (source: string): string => readMarkup(readTex(source))

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
