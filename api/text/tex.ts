import { ownNames } from './ownNames.ts'
import { shiftText, symbols } from './mathText.ts'

/** Combining marks of TeX's accent commands. */
const marks: Record<string, string> = {
  '`': '\u0300',
  "'": '\u0301',
  '^': '\u0302',
  '~': '\u0303',
  '=': '\u0304',
  '.': '\u0307',
  '"': '\u0308',
  u: '\u0306',
  r: '\u030A',
  H: '\u030B',
  v: '\u030C',
  c: '\u0327',
  k: '\u0328',
  d: '\u0323',
  b: '\u0331',
  h: '\u0309',
}

/** Commands for a character or a word of text, and for mathematical signs, which also occur outside formulas. */
const letters: Readonly<Record<string, string>> = ownNames({
  ...symbols,
  aa: 'å', AA: 'Å', ae: 'æ', AE: 'Æ', oe: 'œ', OE: 'Œ', o: 'ø', O: 'Ø', l: 'ł', L: 'Ł', ss: 'ß', SS: 'ẞ',
  i: 'ı', j: 'ȷ', dh: 'ð', DH: 'Ð', th: 'þ', TH: 'Þ', dj: 'đ', DJ: 'Đ', ng: 'ŋ', NG: 'Ŋ',
  ohorn: 'ơ', OHORN: 'Ơ', uhorn: 'ư', UHORN: 'Ư', guillemotleft: '«', guillemotright: '»', quotedblbase: '„',
  S: '§', P: '¶', pounds: '£', euro: '€', copyright: '©', texttrademark: '™', textregistered: '®', textdegree: '°',
  textendash: '–', textemdash: '—', textquoteright: '’', textquoteleft: '‘', textquotedblleft: '“', textquotedblright: '”',
  ldots: '…', dots: '…', textellipsis: '…', textbullet: '•', textunderscore: '_', textmu: 'µ', quad: ' ', qquad: ' ', newline: ' ',
  eg: 'e.g.', ie: 'i.e.', etal: 'et al.', xspace: '', textgreater: '>', textless: '<', textasciitilde: '~',
}) // prettier-ignore

/** Commands of which only the argument is text: fonts, and the packages for glossaries and for marked changes. */
const font =
  'emph|underline|mbox|hbox|fbox|url|uppercase|text(?:it|bf|tt|rm|sc|sf|sl|up|md|normal)?|[Gg]ls(?:pl)?|ac[slfp]?|acr(?:short|long|full)|added'

/** An accent over a letter, which may have one already. */
const accent =
  /\\(['`^"~=.]|[uHvcrkdbh](?![A-Za-z]))\s*(?:\{\s*(?:\\(?=[ij]\s*\}))?(\p{L}\p{M}?)\s*\}|\\([ij])(?![A-Za-z])(?:\{\}|\s+)?|(\p{L}\p{M}?))/gu
/** Accents of a letter. TeX writes them one around the other, without braces or in braces: `\~\^e`, `\~{\^{e}}`. */
const ACCENTS_MAX = 3
const letter = new RegExp(`\\\\(${Object.keys(letters).join('|')})(?![A-Za-z])(?:\\{\\}|([ \\t\\n]+))?`, 'g')
const link = /\\href\s*\{([^{}]*)\}\s*\{([^{}]*)\}/g
const texOrPdf = /\\texorpdfstring\s*\{([^{}]*)\}\s*\{[^{}]*\}/g
const colour = /\\(?:text)?color\s*\{[^{}]*\}/g
const fontGroup = new RegExp(`\\\\(?:${font})\\s*\\{([^{}]*)\\}`, 'g')
/** Shifted text: as characters that Unicode has, else as it is. */
const shifted = /\\text(sub|super)script\s*\{([^{}]*)\}/g
const fontSwitch =
  /\\(?:bf|it|em|rm|sc|sf|tt|sl|bfseries|itshape|scshape|ttfamily|small|large|noindent)(?![A-Za-z])\s*/g
/** Text that the authors marked as deleted, and as replaced: the new wording, then the old one. */
const struckOut = /\\(?:deleted|sout)\s*\{[^{}]*\}/g
const replaced = /\\replaced\s*\{([^{}]*)\}\s*\{[^{}]*\}/g
const footnote = /\\footnote\s*(?:\[[^\][{}]*\])?\s*\{([^{}]*)\}/g
/** An ion as AASTeX names it: `\ion{O}{6}` and `\ion{O}{vi}` are "O VI". */
const ion = /\\ion\s*\{([A-Z][a-z]?)\}\s*\{(\d|[ivxIVX]{1,5})\}/g
const romanDigits = ['', 'I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX']
/** A command for a character that arXiv takes for an accent: "©" becomes `\c{opyright}` in its metadata. */
const takenForAccent = /\\([a-zA-Z])\{([a-z]{2,12})\}/g

/**
 * Converts TeX in running text to Unicode: accents, letters, fonts, quotes, dashes, escapes, ties and grouping braces.
 * `text` must not contain formulas. Unknown commands are kept. Never throws.
 */
export const texToText = (text: string): string =>
  placeAccents(text.replace(takenForAccent, (whole, first: string, rest: string) => letters[first + rest] ?? whole))
    .replace(letter, (whole, name: string, space = '') => `${letters[name] ?? whole}${dropsSpace(name) ? '' : space}`)
    // arXiv writes "this https URL" in place of an address.
    .replace(link, (_, address: string, words: string) =>
      words.includes(address) || /\s/.test(address.trim()) ? words : `${words} (${address.trim()})`,
    )
    .replace(colour, '')
    .replace(
      ion,
      (_, element: string, charge: string) => `${element} ${romanDigits[Number(charge)] ?? charge.toUpperCase()}`,
    )
    .replace(struckOut, '')
    .replace(replaced, '$1')
    .replace(footnote, (_, note: string) => ` (${note.trim()})`)
    .replace(texOrPdf, '$1')
    .replace(shifted, (_, where: string, words: string) => shiftText(words, where === 'sub' ? '_' : '^'))
    .replace(fontGroup, '$1')
    .replace(fontSwitch, '')
    .replace(/~?\\cite[a-z]*\s*(?:\[[^\][{}]*\]\s*){0,2}\{[\w\s,:.&+-]*\}/g, '')
    .replace(/\\\\(?!\$)/g, ' ')
    .replace(/\\[,;:!/ ]|\\(?=\n)/g, ' ')
    .replace(/\\slash(?![A-Za-z])[ \t]?/g, '/')
    // A place at which a word may be divided.
    .replace(/\\-(?=\p{L})/gu, '')
    .replace(/\\([%&_#])/g, '$1')
    .replace(/``/g, '“')
    .replace(/''/g, '”')
    .replace(/-{2,}/g, (dashes) => ({ 2: '–', 3: '—' })[dashes.length] ?? dashes)
    // A tie becomes a space. Between a single letter and a number, and in URLs, it is a tilde ("z~5", "/~ada").
    .replace(/~(?:(?<=[\p{L}\p{N}.,)}\uE000]~)(?=[\p{L}(\uE000\\])|(?<=(?:\p{L}\p{L}|[.)])~)(?=\d))/gu, ' ')
    .replace(/\{,\}(?<=\d\{,\})(?=\d)/g, ',')
    .replace(/\\@/g, '')
    // A list in braces is a set and is kept; other braces group words, as BibTeX does to protect capitals.
    .replace(/\{(?<!(?:\\(?:[A-Za-z]+)?|\}|[_^])\{)([^{}\\,;:|=<>]*)\}/g, '$1')

function placeAccents(text: string): string {
  let result = text
  for (let layer = 0; layer < ACCENTS_MAX && result.includes('\\'); layer++) {
    const before = result
    result = before.replace(accent, (whole, mark: string, group?: string, dotless?: string, bare?: string) =>
      accented(whole, mark, group ?? dotless ?? bare ?? ''),
    )
    if (result === before) break
  }
  return result
}

/** TeX drops the space after a command. That is intended after a letter; after a sign, authors expect the space. */
const dropsSpace = (name: string) => /^\p{L}$/u.test(letters[name] ?? '')

/** Returns the base letter with its accent, precomposed if Unicode has that letter, else with a combining mark. */
function accented(whole: string, mark: string, base: string): string {
  const plain = base === 'ı' ? 'i' : base === 'ȷ' ? 'j' : base
  const combined = composeAccents(`${plain}${marks[mark] ?? ''}`)
  if ([...combined].length === 1) return combined
  // "don\'t" comes from escaped quotes, not from an accent.
  if (mark === "'" && !whole.includes('{')) return `'${base}`
  return combined
}

/**
 * Composes letters with two accents that are written in the other order than Unicode composes them in: the acute and the
 * breve of "Thắng". The result is in the normal form C.
 */
export const composeAccents = (text: string): string =>
  text.normalize('NFC').replace(/\p{L}\p{M}/gu, (letterWithMark) => {
    const [base = '', first = '', second = ''] = letterWithMark.normalize('NFD')
    const other = `${base}${second}${first}`.normalize('NFC')
    return second !== '' && [...other].length === 1 ? other : letterWithMark
  })
