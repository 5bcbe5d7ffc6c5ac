/** Quotes of all kinds, single ones excepted. */
const quotes = /[“”„‟«»「」『』〝〞〟｢｣]/g
/** A pair of single quotes around words: an apostrophe does not stand before a word and behind another one. */
const singleQuoted = /(?<![^\s(:-])[‘’‚‛‹›]([^\s‘‚‛‹›"][^‘‚‛‹›"]*?)[‘’‹›](?![^\s),.;:?!])/g
/** As in TeX: ``exact phrase''. */
const texQuoted = /``([^`"']+)''/g
const dashes = /[‐‑‒–—―−﹘﹣]/g
/** ASCII in the width of a Chinese character, which keyboards for East Asian languages write. */
const wide = /[！-～]/g
const WIDE_OFFSET = 0xfee0

/**
 * Replaces the quotes, dashes and wide characters that keyboards and word processors write by those of ASCII, which the
 * query language has. Each position of the text stays that of the same character.
 */
export const toPlainSigns = (text: string): string =>
  text
    .replace(wide, (sign) => String.fromCharCode(sign.charCodeAt(0) - WIDE_OFFSET))
    .replace(quotes, '"')
    .replace(singleQuoted, '"$1"')
    .replace(texQuoted, ' "$1" ')
    .replace(dashes, '-')
