/** Where an XML declaration is, which is in ASCII. */
const DECLARATION_BYTES = 200
/** Declared charsets that are often wrong: the bytes are UTF-8 or Windows-1252, whatever the declaration says. */
const UNSURE = /^(?:utf-?8|us-ascii|ascii|iso-?8859-1|latin-?1|windows-1252|cp1252)$/i

/**
 * Decodes a feed or a page: by its byte order mark, else by its XML declaration, else by the charset of the HTTP header,
 * else as UTF-8. Declarations are often wrong: bytes that are valid UTF-8 are UTF-8, and what cannot be decoded as declared
 * is Windows-1252, in which all bytes have a meaning.
 */
export function decodeFeed(bytes: Uint8Array, contentType: string | null): { body: string } {
  const mark = (bytes[0] ?? 0) * 256 + (bytes[1] ?? 0)
  if (mark === 0xfffe) return { body: new TextDecoder('utf-16le').decode(bytes) }
  if (mark === 0xfeff) return { body: new TextDecoder('utf-16be').decode(bytes) }
  const declared = declaredIn(bytes) ?? /charset\s*=\s*"?([\w.:-]{1,40})/i.exec(contentType ?? '')?.[1] ?? 'utf-8'
  const charsets = UNSURE.test(declared) ? ['utf-8'] : [declared, 'utf-8']
  for (const charset of charsets) {
    const body = tryDecode(bytes, charset)
    if (body !== null) return { body }
  }
  return { body: new TextDecoder('windows-1252').decode(bytes) }
}

/** The charset that an XML declaration or a page of HTML names. */
function declaredIn(bytes: Uint8Array): string | undefined {
  const start = new TextDecoder('windows-1252').decode(bytes.subarray(0, DECLARATION_BYTES * 5))
  return (
    /<\?xml[^>]{0,100}\sencoding\s*=\s*["']([\w.:-]{1,40})/i.exec(start.slice(0, DECLARATION_BYTES))?.[1] ??
    /<meta[^>]{0,100}charset\s*=\s*["']?([\w.:-]{1,40})/i.exec(start)?.[1]
  )
}

function tryDecode(bytes: Uint8Array, charset: string): string | null {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes)
  } catch {
    // Recovered: another charset is tried, or the name is none of a charset.
    return null
  }
}
