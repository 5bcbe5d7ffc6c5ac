import { ownNames } from './ownNames.ts'

/**
 * Renders a TeX formula as Unicode text, as far as possible: `x_{n}^2` -> "xₙ²", `\mathbb{R}` -> "ℝ", `\hat{x}` -> "x̂".
 * A matrix or another environment stays TeX, on one line. Never throws.
 */
export function toPlainMath(tex: string): string {
  if (/\\begin\s*\{/.test(tex)) return tex.replace(/\s+/g, ' ').trim()
  return (
    tex
      .replace(/\\(?:left|right|[bB]igg?[lrm]?|displaystyle|textstyle|limits|nolimits|mathstrut)(?![A-Za-z])/g, '')
      .replace(/\\mathbb\s*(?:\{([A-Za-z0-9])\}|([A-Za-z0-9]))/g, (_, group?: string, one?: string) =>
        doubleStruck(group ?? one ?? ''),
      )
      .replace(STACKED, stack)
      .replace(/\\not\s*\{([^{}]*)\}/g, (_, inside: string) => `${inside}\\not `)
      .replace(FRACTION, toRatio)
      .replace(/\\sqrt\s*\{([^{}]*)\}/g, '√($1)')
      .replace(ACCENT, (_, name: string, command?: string, inBraces = '', alone = '') =>
        `${command === undefined ? inBraces || alone : (symbols[command] ?? command)}${accents[name] ?? ''}`.normalize(),
      )
      .replace(/\\(?:(?:text|math|operatorname|boldsymbol|bm)[a-z]*\*?|[hmf]box)\s*\{([^{}]*)\}/g, '$1')
      // Their argument has braces of its own.
      .replace(/\\(?:(?:text|math|operatorname|boldsymbol|bm)[a-z]*\*?|[hmf]box)\s*(?=\{)/g, '')
      .replace(/\\(?:rm|bf|it|cal|sf|tt)(?![A-Za-z])\s*/g, '')
      .replace(
        /(?<=(.)?)\\([A-Za-z]+)(\s*)(?=(.)?)/g,
        (_, before: string = '', name: string, space: string, after: string = '') =>
          symbol(name, { before, space, after }),
      )
      .replace(/\\\|/g, '‖')
      .replace(/\\[,;:! ]/g, ' ')
      .replace(/\\([{}%&$#_])/g, '$1')
      .replace(/\^\s*(?:\{([^{}]*)\}|(\S))/gu, (_, group?: string, one?: string) =>
        toShifted(group ?? one ?? '', superscripts, '^'),
      )
      .replace(/_\s*(?:\{([^{}]*)\}|(\S))/gu, (_, group?: string, one?: string) =>
        toShifted(group ?? one ?? '', subscripts, '_'),
      )
      .replace(/[{}]/g, '')
      .replace(/~/g, ' ')
      .replace(/\s+/g, ' ')
      .trim()
  )
}

/** Drops the space after a letter, keeps it around a sign, and makes a function such as `\log` a separate word. */
function symbol(name: string, { before, space, after }: { before: string; space: string; after: string }): string {
  const text = symbols[name]
  if (text === undefined) return `${/[A-Za-z0-9]/.test(before) ? ' ' : ''}${name} `
  const isSign = before === ' ' && !/\p{L}/u.test(text)
  return space !== '' && (isSign || /[=<>+-]/.test(after)) ? `${text} ` : text
}

/** A fraction, whose parts may contain braces. */
const FRACTION = /\\[dt]?frac\s*\{((?:[^{}]|\{[^{}]*\})*)\}\s*\{((?:[^{}]|\{[^{}]*\})*)\}/g
const toRatio = (_: string, ...parts: string[]): string =>
  parts
    .slice(0, 2)
    .map((part) => enclose(part.replace(FRACTION, toRatio)))
    .join('/')
const enclose = (text: string) => (text.length > 1 && /[-+*/ ]/.test(text) ? `(${text})` : text)

/** Returns `text` as superscript or subscript characters if all of them exist; else unchanged, after `sign`. */
function toShifted(text: string, to: ReadonlyMap<string, string>, sign: string): string {
  const shifted = shift(text, to)
  return shifted ?? (text.length > 1 ? `${sign}(${text})` : `${sign}${text}`)
}

function shift(text: string, to: ReadonlyMap<string, string>): string | null {
  const shifted = [...text].map((character) => to.get(character))
  return shifted.every((character) => character !== undefined) ? shifted.join('') : null
}

/** Returns `text` as subscript or superscript characters if all of them exist, else unchanged. */
export const shiftText = (text: string, sign: '_' | '^'): string =>
  shift(text, sign === '_' ? subscripts : superscripts) ?? text

const pairs = (from: string, to: string): ReadonlyMap<string, string> => {
  const characters = [...to]
  return new Map([...from].map((character, n) => [character, characters[n] ?? character]))
}
const superscripts = pairs('0123456789+-−=()T∘abcdefghijklmnoprstuvwxyz', '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ᵀ°ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ')
const subscripts = pairs('0123456789+-−=()aehijklmnoprstuvx', '₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ')

/** Combining characters of the accents over one letter. */
const accents: Record<string, string> = ownNames({
  hat: '\u0302',
  widehat: '\u0302',
  tilde: '\u0303',
  widetilde: '\u0303',
  bar: '\u0304',
  overline: '\u0305',
  dot: '\u0307',
  ddot: '\u0308',
  vec: '\u20D7',
})
/** An accent over a letter or a command for one, with or without braces. */
const ACCENT =
  /\\(hat|widehat|tilde|widetilde|bar|overline|dot|ddot|vec)(?![A-Za-z])\s*(?:\{\s*(?:\\([A-Za-z]+)|(\p{L}))\s*\}|(\p{L}))/gu

const blackboard: Record<string, string> = { C: 'ℂ', H: 'ℍ', N: 'ℕ', P: 'ℙ', Q: 'ℚ', R: 'ℝ', Z: 'ℤ' }

/** A letter or digit in double-struck form: "ℝ", "𝔼", "𝟙". */
function doubleStruck(sign: string): string {
  const [first, from] = /\d/.test(sign) ? ['0', 0x1d7d8] : /[A-Z]/.test(sign) ? ['A', 0x1d538] : ['a', 0x1d552]
  return blackboard[sign] ?? String.fromCodePoint(from + sign.charCodeAt(0) - first.charCodeAt(0))
}

const stack = (_: string, over: string, base: string): string =>
  stacked[`${withoutFont(over)} ${withoutFont(base)}`] ?? `${base}^{${over}}`
const withoutFont = (tex: string): string => tex.replace(/\\(?:text|mathrm|rm)(?![A-Za-z])|[{}\s]/g, '')

/** A sign over another one, in any spelling, and those of them that are a sign of their own. */
const STACKED = /\\(?:overset|stackrel)\s*\{((?:[^{}]|\{[^{}]*\})*)\}\s*\{((?:[^{}]|\{[^{}]*\})*)\}/g
const stacked: Readonly<Record<string, string>> = ownNames({
  '< \\sim': '≲',
  '> \\sim': '≳',
  '\\sim <': '≲',
  '\\sim >': '≳',
  '< \\approx': '⪅',
  '> \\approx': '⪆',
  '? =': '≟',
  'def =': '≝',
  'd =': '=ᵈ',
})

const parseTable = (list: string): Record<string, string> =>
  Object.fromEntries(
    list
      .trim()
      .split(/\s+/)
      .map((entry) => entry.split('=', 2)),
  ) as Record<string, string>

/** TeX commands for a sign or a Greek letter. */
export const symbols: Readonly<Record<string, string>> = ownNames({
  ...parseTable(`alpha=α beta=β gamma=γ delta=δ epsilon=ϵ varepsilon=ε zeta=ζ eta=η theta=θ vartheta=ϑ iota=ι kappa=κ
    lambda=λ mu=μ nu=ν xi=ξ pi=π varpi=ϖ rho=ρ varrho=ϱ sigma=σ varsigma=ς tau=τ upsilon=υ phi=ϕ varphi=φ chi=χ psi=ψ omega=ω
    Gamma=Γ Delta=Δ Theta=Θ Lambda=Λ Xi=Ξ Pi=Π Sigma=Σ Upsilon=Υ Phi=Φ Psi=Ψ Omega=Ω
    times=× cdot=· ast=∗ pm=± mp=∓ leq=≤ le=≤ geq=≥ ge=≥ neq=≠ ne=≠ approx=≈ sim=∼ simeq=≃ equiv=≡ propto=∝ ll=≪ gg=≫
    lesssim=≲ gtrsim=≳ infty=∞ partial=∂ nabla=∇ sum=∑ prod=∏ int=∫ in=∈ notin=∉ subset=⊂ subseteq=⊆ cup=∪ cap=∩
    emptyset=∅ forall=∀ exists=∃ to=→ rightarrow=→ leftarrow=← leftrightarrow=↔ Rightarrow=⇒ mapsto=↦ langle=⟨ rangle=⟩
    ell=ℓ hbar=ℏ circ=∘ degree=° deg=° odot=⊙ oplus=⊕ otimes=⊗ prime=′ dagger=† star=⋆ ldots=… dots=… cdots=⋯ mid=| vert=| Vert=‖
    perp=⊥ parallel=∥ wedge=∧ vee=∨ neg=¬ aleph=ℵ Re=ℜ Im=ℑ bullet=• lfloor=⌊ rfloor=⌋ lceil=⌈ rceil=⌉
    not=\u0338 rightleftharpoons=⇌ preceq=⪯ succeq=⪰ uparrow=↑ downarrow=↓ gtrapprox=⪆ lessapprox=⪅ lt=< gt=> top=⊤ bot=⊥ setminus=∖ iff=⇔ implies=⇒ triangleq=≜`),
  quad: ' ',
  qquad: ' ',
})
