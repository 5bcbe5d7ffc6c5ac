const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** A note as HTML on one line, as Zotero reads and writes the notes of a RIS file. */
export const noteToHtml = (note: string): string =>
  `<p>${note
    .replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign] ?? sign)
    .replace(/\r\n?|\n/g, '<br/>')}</p>`

/** The text of a note of a file: of HTML if it begins with a paragraph or a block of it, else as written. */
export const readNote = (text: string): string =>
  /^\s*<(?:p|div|h[1-6]|ul|ol|blockquote)\b/i.test(text)
    ? text
        .replace(/<br\s{0,9}\/?>|<\/li>/gi, '\n')
        .replace(/<\/(?:p|div|h[1-6]|blockquote)>/gi, '\n\n')
        .replace(/<[^<>]*>/g, '')
        .replace(/&(?:#(\d{1,7})|([a-z]{2,4}));/gi, (whole, code?: string, name?: string) => {
          if (name !== undefined) return entities[name.toLowerCase()] ?? whole
          const point = Number(code)
          return point > 0 && point < 0xd8_00 ? String.fromCodePoint(point) : ''
        })
        .trim()
    : text.trim()
