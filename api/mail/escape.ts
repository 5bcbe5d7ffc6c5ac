const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes text for HTML and XML, also within quotes. */
export const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)
