/** Escapes `text` for a regular expression of the database, which does not read all escapes of `RegExp.escape`. */
export const escapePattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
