const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes text for HTML and XML, also within quotes. */
export const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)

/** Escapes text for XML 1.0, without the characters that it does not allow. */
export const escapeXml = (text: string): string =>
  // oxlint-disable-next-line no-control-regex -- these are the characters to leave out
  escape(text.toWellFormed().replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, ''))
