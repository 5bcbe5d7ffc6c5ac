import type { Segment } from '../contract/papers.ts'
import { toPlainMath } from '../text/mathText.ts'
import { mapFormulas, plainText, toSegments } from '../text/segments.ts'
import { texToText } from '../text/tex.ts'

const escapes: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '{': '\\textbraceleft{}',
  '}': '\\textbraceright{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  '<': '\\textless{}',
  '>': '\\textgreater{}',
}

/** Text as TeX source on one line, with balanced braces. Letters of all scripts are kept: the file is UTF-8. */
export const escapeTex = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/\p{Cc}/gu, '')
    .replace(/[\\{}~^<>&%$#_]/g, (sign) => escapes[sign] ?? `\\${sign}`)

/** Two of these signs are a dash or a quote in TeX, unless an empty group is between them. */
const LIGATURES = ['-', '`', "'"]

/** Text of several lines as TeX source, with its spaces and line breaks. */
export const escapeTexLines = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[\\{}~^<>&%$#_]/g, (sign) => escapes[sign] ?? `\\${sign}`)
    .replace(/([-`'])(?=\1)/g, '$1{}')

const written = new RegExp(
  [...Object.values(escapes), ...LIGATURES.map((sign) => `${sign}{}`)]
    .map((escape) => escape.replace(/[\\{}]/g, '\\$&'))
    .concat('\\\\([{}&%$#_])')
    .join('|'),
  'g',
)
const signs = new Map([
  ...Object.entries(escapes).map(([sign, escape]) => [escape, sign] as const),
  ...LIGATURES.map((sign) => [`${sign}{}`, sign] as const),
])
/** First of the private use characters that stand for escaped signs during the conversion. */
const PRIVATE = 0xe000

/** A placeholder for a formula; below the signs that stand for others. */
const FORMULA = '\ue080'
/** Arguments of a command that is not known: its braces are kept, so that it can be read. */
const UNKNOWN = /(\\[A-Za-z]+)((?:\{[^{}]*\})+)/g
const LAYERS_MAX = 5

/** The text of TeX source: the inverse of `escapeTex`; of other source the text that it prints. Keeps line breaks. */
export function readTex(source: string): string {
  const bare = source.replace(/[\ue000-\ue080]/g, '')
  if (!/[\\{}$~]|--|``|''/.test(bare)) return bare
  const formulas: string[] = []
  const withoutFormulas = mapFormulas(
    bare.replace(written, (escape, sign?: string) => hide(sign ?? signs.get(escape) ?? '')),
    (text) => text,
    (formula) => {
      formulas.push(plainText(toSegments(formula)))
      return FORMULA
    },
  )
  return readLayers(withoutFormulas)
    .replace(UNKNOWN, (_, command: string, groups: string) => command + groups.replace(/[{}]/g, hide))
    .replace(/[{}]/g, '')
    .replace(/\ue080/g, () => formulas.shift() ?? '')
    .replace(/[\ue000-\ue07f]/g, (sign) => String.fromCodePoint(sign.charCodeAt(0) - PRIVATE))
}

/** A layer of TeX may be within another one: `{{\'e}}`. */
function readLayers(source: string): string {
  let text = source
  for (let layer = 0; layer < LAYERS_MAX; layer++) {
    const after = texToText(text)
    if (after === text) break
    text = after
  }
  return text
}

const hide = (sign: string): string => String.fromCodePoint(PRIVATE + sign.charCodeAt(0))

/**
 * A title as TeX source. Words with capitals and formulas are in braces, because BibTeX styles change the case of the
 * rest; the first letter of the title is not, because they keep it.
 */
export const titleToTex = (segments: readonly Segment[]): string =>
  segments
    .map((segment, index) =>
      'tex' in segment ? formulaToTex(segment.tex) : protectCapitals(segment.text, index === 0),
    )
    .join('')
    .trim()

const protectCapitals = (text: string, isFirst: boolean): string =>
  text.replace(/\S+|\s+/g, (word, at: number) => {
    const escaped = escapeTex(word)
    const changed = isFirst && at === 0 ? word.slice(1) : word
    return /\p{Lu}/u.test(changed) ? `{${escaped}}` : escaped
  })

/** BibTeX counts the braces of `\{`, too: `\lbrace` means the same. A formula with other open braces becomes text. */
function formulaToTex(tex: string): string {
  const source = tex.replace(/\\\{/g, '\\lbrace ').replace(/\\\}/g, '\\rbrace ').replace(/\s+/g, ' ').trim()
  const isWhole = isBalanced(source) && !/(?<!\\)[$%]|\\$/.test(source)
  return isWhole ? `{$${source}$}` : `{${escapeTex(toPlainMath(tex))}}`
}

function isBalanced(source: string): boolean {
  let depth = 0
  for (const sign of source) {
    if (sign === '{') depth++
    else if (sign === '}' && --depth < 0) return false
  }
  return depth === 0
}
