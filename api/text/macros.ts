import { decodeReferences } from './characterReferences.ts'
import { ARGUMENT, toPlainMath } from './mathText.ts'
import { ownNames } from './ownNames.ts'
import { joinQuantity, readNumber, readUnit } from './units.ts'

// Macros of packages and of old TeX that neither the renderer of the page nor `toPlainMath` knows: their meaning in TeX
// that both know, or as text.

const macro = (names: string, count = 1) =>
  new RegExp(String.raw`\\(${names})(?![A-Za-z])(?:\s*\[[^\[\]]*\])?${String.raw`\s*${ARGUMENT}`.repeat(count)}`, 'g')

const ensure = macro('ensuremath')
const chemistry = macro('ce|cf')
const quantity = macro('SI|qty', 2)
const unit = macro('si|unit')
const number = macro('num|ang')
const range = macro('SIrange|qtyrange', 3)
const numberRange = macro('numrange', 2)
/** Macros of formulas that authors also write without dollar signs. */
const bareFormula = macro('math(?:bb|bbm|ds|cal|rm|bf|it|sf|frak|scr)|mathbbm|mathds|boldsymbol|bm|slashed|sqrt')
const bareFraction = macro('[dt]?frac', 2)
const texOrPdf = macro('texorpdfstring', 2)
const buildrel = new RegExp(
  String.raw`\\buildrel(?![A-Za-z])\s*(?:\{((?:[^{}]|\{[^{}]*\})*)\}|([^{}\\]|\\[A-Za-z]+)\s*)\s*\\over(?![A-Za-z])\s*(?:\{((?:[^{}]|\{[^{}]*\})*)\}|(\\[A-Za-z]+|[^\s{}\\]))`,
  'g',
)

/** Quantities, units and numbers of siunitx. `print` gives the text that stands for them. */
const replaceQuantities = (tex: string, print: (text: string) => string): string =>
  tex
    .replace(range, (_, _name, from: string, to: string, of: string) =>
      print(joinQuantity(`${readNumber(from)} to ${readNumber(to)}`, readUnit(of))),
    )
    .replace(numberRange, (_, _name, from: string, to: string) => print(`${readNumber(from)} to ${readNumber(to)}`))
    .replace(quantity, (_, _name, value: string, of: string) => print(joinQuantity(readNumber(value), readUnit(of))))
    .replace(unit, (_, _name, of: string) => print(readUnit(of)))
    .replace(number, (_, name: string, value: string) => print(readNumber(value) + (name === 'ang' ? '°' : '')))

/**
 * Macros of packages in running text, outside formulas: quantities and chemical formulas become text, other formulas get
 * dollar signs. `text` must not contain formulas.
 */
export function readTextMacros(text: string): string {
  if (!text.includes('\\')) return text
  return replaceQuantities(text, (words) => words)
    .replace(chemistry, (_, _name, source: string) => toPlainMath(chemistryToTex(source)))
    .replace(ensure, (_, _name, source: string) => `$${source}$`)
    .replace(bareFraction, (source: string) => `$${source}$`)
    .replace(bareFormula, (source: string) => `$${source}$`)
    .replace(astronomicalUnit, (source) => `$${source}$`)
}

/** Units of AASTeX, the package of the astronomical journals, and what its authors call those of the Sun. */
const astronomical: Readonly<Record<string, string>> = ownNames({
  arcdeg: String.raw`^{\circ}`,
  arcmin: String.raw`^{\prime}`,
  arcsec: String.raw`^{\prime\prime}`,
  fdg: String.raw`.\!\!^{\circ}`,
  farcm: String.raw`.\!\!^{\prime}`,
  farcs: String.raw`.\!\!^{\prime\prime}`,
  micron: String.raw`\mu\mathrm{m}`,
  msun: String.raw`M_{\odot}`,
  Msun: String.raw`M_{\odot}`,
  Lsun: String.raw`L_{\odot}`,
  Rsun: String.raw`R_{\odot}`,
  kms: String.raw`\mathrm{km\,s^{-1}}`,
})
const astronomicalUnit = new RegExp(String.raw`\\(${Object.keys(astronomical).join('|')})(?![A-Za-z])`, 'g')

/** MathJax's reference to a character by its number, which arXiv's own site shows. */
const character = /\\unicode\s*\{\s*(?:x([0-9a-f]{1,6})|(\d{1,7}))\s*\}/gi
/** A link in a formula. Where it is the whole formula, its words and its address are text (`clean.ts`). */
const formulaLink = macro('href', 2)
/** A change of the font as a subscript or superscript: `M_\rm{halo}`. The renderer reads it only in braces. */
const shiftedFont = /([_^])\s*\\(rm|bf|it|cal|sf|tt)(?![A-Za-z])\s*(\{[^{}]*\}|[A-Za-z\d])/g
/** Text in a formula, in which an underscore is a letter: `\texttt{lamp_kit}`. */
const formulaText = /(\\(?:text(?:tt|rm|sf|it|bf)?|mbox)\s*\{)([^{}$]*)\}/g

/** A formula with the macros that the renderer lacks in TeX that it knows. Other formulas are not changed. */
export function readFormulaMacros(tex: string): string {
  if (!tex.includes('\\')) return tex
  return (
    replaceQuantities(tex, (text) => String.raw`\text{${text.replace(/[%#&_$]/g, String.raw`\$&`)}}`)
      .replace(chemistry, (_, _name, source: string) => chemistryToTex(source))
      .replace(ensure, '{$2}')
      .replace(
        buildrel,
        (_, over?: string, overOne?: string, base?: string, baseOne?: string) =>
          String.raw`\overset{${over ?? overOne ?? ''}}{${base ?? baseOne ?? ''}}`,
      )
      .replace(/\\(?:xspace|protect)(?![A-Za-z])\s*/g, '')
      .replace(astronomicalUnit, (_, name: string) => astronomical[name] ?? '')
      .replace(character, (_, hex: string | undefined, decimal: string) =>
        // Nothing for a sign of TeX, which would be read as one, and for a control character, which stays a reference.
        decodeReferences(hex === undefined ? `&#${decimal};` : `&#x${hex};`).replace(/^[&\\{}$%#_^~].*/s, ''),
      )
      .replace(formulaLink, '{$3}')
      .replace(shiftedFont, String.raw`$1{\$2 $3}`)
      .replace(formulaText, (_, start: string, text: string) => `${start}${text.replace(/(?<!\\)_/g, String.raw`\_`)}}`)
      .replace(/\^\s*\\deg(?:ree)?(?![A-Za-z])/g, String.raw`^{\circ}`)
      // Old names of amsmath.
      .replace(/\\(Bar|Hat|Tilde|Vec|Dot|Ddot|Acute|Grave|Breve|Check)(?![A-Za-z])/g, (name) => name.toLowerCase())
      .replace(/\\(?:mbox|textsc|textsl)(?![A-Za-z])/g, String.raw`\text`)
      .replace(/\\(?:nicefrac|sfrac)(?![A-Za-z])/g, String.raw`\frac`)
      .replace(/\{\\(?:sc|sl|em)(?![A-Za-z])\s*/g, '{')
      .replace(texOrPdf, '{$2}')
      .replace(/\\(?:mathds|mathbbm)(?![A-Za-z])\s*(?:\{1\}|1)/g, '𝟙')
      .replace(/\\(?:mathds|mathbbm)(?![A-Za-z])/g, String.raw`\mathbb`)
      .replace(
        /\\slashed(?![A-Za-z])\s*(?:\{([^{}]*)\}|(\\[A-Za-z]+|[^\s{}\\]))/g,
        (_, inside?: string, one?: string) => String.raw`\not{${inside ?? one ?? ''}}`,
      )
  )
}

/** The source of a chemical formula or reaction of mhchem in TeX: `SO4^2-` is `\mathrm{SO_{4}^{2-}}`. */
function chemistryToTex(source: string): string {
  const tex = source
    .replace(/<?[-=]>(?:\[[^\]]*\]){0,2}/g, (arrow) =>
      arrow.startsWith('<') ? String.raw` \rightleftharpoons ` : String.raw` \rightarrow `,
    )
    .replace(
      /\^\s*(?:\{([^{}]*)\}|(\d*[+-]|\d+))/g,
      (_, group?: string, charge?: string) => `^{${group ?? charge ?? ''}}`,
    )
    .replace(/(?<=[A-Za-z)\]])(\d+)/g, '_{$1}')
    .replace(/(?<=[A-Za-z)\]}])([+-])(?=\s|$)/g, '^{$1}')
  return String.raw`\mathrm{${tex}}`
}
