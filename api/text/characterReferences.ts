import { ownNames } from './ownNames.ts'
import { symbols } from './mathText.ts'

const parseTable = (list: string): Record<string, string> =>
  Object.fromEntries(list.split(/\s+/).map((entry) => [entry.slice(0, -1), entry.slice(-1)]))

/** Named references of HTML that occur in bibliographic data; letters of Greek have the names of their TeX commands. */
const named: Readonly<Record<string, string>> = ownNames({
  ...parseTable(
    'amp& lt< gt> quot" apos\' ndash– mdash— lsquo‘ rsquo’ ldquo“ rdquo” sbquo‚ bdquo„ laquo« raquo» hellip… bull• middot· prime′ ' +
      'deg° plusmn± times× divide÷ minus− microµ sup1¹ sup2² sup3³ frac12½ frac14¼ frac34¾ copy© reg® trade™ sect§ para¶ dagger† ' +
      'Dagger‡ euro€ pound£ yen¥ cent¢ infin∞ asymp≈ ne≠ le≤ ge≥ rarr→ larr← harr↔ iexcl¡ iquest¿ szligß ' +
      'agraveà aacuteá acircâ atildeã aumlä aringå aeligæ ccedilç egraveè eacuteé ecircê eumlë igraveì iacuteí icircî iumlï ' +
      'ethð ntildeñ ograveò oacuteó ocircô otildeõ oumlö oslashø ugraveù uacuteú ucircû uumlü yacuteý thornþ yumlÿ ' +
      'oeligœ scaronš zcaronž',
  ),
  nbsp: ' ',
  ensp: ' ',
  emsp: ' ',
  thinsp: ' ',
  shy: '',
  ...Object.fromEntries(Object.entries(symbols).filter(([, sign]) => /^\p{Script=Greek}$/u.test(sign))),
})

/** At most this long, so that a text with an ampersand is not searched far. */
const REFERENCE = /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([A-Za-z][A-Za-z0-9]{1,7}));/gi

/**
 * Replaces the character references of HTML in a text, once: `&amp;lt;` becomes `&lt;`. Unknown ones and other
 * ampersands, as in "R&D", are kept. Letters may be named with a capital: `&Eacute;`.
 */
export const decodeReferences = (text: string): string =>
  text.includes('&')
    ? text.replace(REFERENCE, (whole, hex?: string, decimal?: string, name = '') =>
        hex === undefined && decimal === undefined
          ? (named[name] ?? capital(name) ?? whole)
          : (character(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)) ?? whole),
      )
    : text

const windows1252 = new TextDecoder('windows-1252')

/**
 * Control characters and lone surrogates stay references, but those of 128 to 159 are characters of Windows-1252, as in
 * HTML (its "numeric character reference end state").
 */
function character(point: number): string | null {
  const text = point >= 0x80 && point <= 0x9f ? windows1252.decode(Uint8Array.of(point)) : null
  if (text !== null) return text.codePointAt(0) === point ? null : text
  const isText = point >= 0x20 && point !== 0x7f && (point < 0xd8_00 || point > 0xdf_ff)
  if (point === 9 || point === 10 || point === 13) return ' '
  return isText && point <= 0x10_ff_ff ? String.fromCodePoint(point) : null
}

function capital(name: string): string | undefined {
  const letter = named[name.charAt(0).toLowerCase() + name.slice(1)] ?? named[name.toLowerCase()]
  // `&AMP;` and `&LT;` are references as well.
  return letter !== undefined && (/^\p{L}$/u.test(letter) || /^(?:AMP|LT|GT|QUOT)$/.test(name))
    ? letter.toUpperCase()
    : undefined
}
