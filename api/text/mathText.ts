import { ownNames } from './ownNames.ts'

/**
 * Renders a TeX formula as Unicode text, as far as possible: `x_{n}^2` -> "xₙ²", `\mathbb{R}` -> "ℝ", `\hat{x}` -> "x̂".
 * A matrix or another environment stays TeX, on one line. Never throws.
 */
export function toPlainMath(tex: string): string {
  if (/\\begin\s*\{/.test(tex)) return tex.replace(/\s+/g, ' ').trim()
  const text = tex
    .replace(/\\(?:left|right|[bB]igg?[lrm]?|displaystyle|textstyle|limits|nolimits|mathstrut)(?![A-Za-z])/g, '')
    .replace(/(\\[A-Za-z]+)(?=\\[A-Za-z])/g, `$1${END}`)
    .replace(/\\([{}_])/g, (_, sign: string) => String.fromCharCode(FIRST_SHOWN + SHOWN.indexOf(sign)))
    .replace(/\\mathbb\s*(?:\{([A-Za-z0-9])\}|([A-Za-z0-9]))/g, (_, group?: string, one?: string) =>
      doubleStruck(group ?? one ?? ''),
    )
    .replace(STACKED, stack)
    .replace(NOT, (_, group: string | undefined, one = '') => `${group ?? one}\\not `)
    .replace(FRACTION, toRatio)
    .replace(ROOT, (_, degree: string | undefined, inside: string) => toRoot(degree, inside))
    .replace(
      ACCENT,
      (_, name: string, braced?: string, inBraces = '', rest = '', command = braced, alone = '') =>
        `${command === undefined ? inBraces || alone : (symbols[command] ?? command)}${accents[name] ?? ''}${rest}`,
    )
    .replace(FONT, (_, shift: string | undefined, inside: string) =>
      shift === undefined ? inside : `${shift}{${inside}}`,
    )
    // Their argument has braces of its own, or is a single letter.
    .replace(FONT_OF_GROUP, '')
    .replace(/\\(?:math[a-z]+|boldsymbol|bm)(?![A-Za-z])\s*/g, '')
    .replace(/\\(?:rm|bf|it|cal|sf|tt)(?![A-Za-z])\s*/g, '')
    .replace(
      /(?<=(.)?)\\([A-Za-z]+)(\s*)(?=(.)?)/g,
      (_, before: string = '', name: string, space: string, after: string = '') =>
        symbol(name, { before, space, after }),
    )
    .replaceAll(END, '')
    .replace(/\\\|/g, '‖')
    .replace(/\\[,;: ]/g, ' ')
    .replaceAll('\\!', '')
    .replace(/\\([%&$#])/g, '$1')
  return shiftScripts(text)
    .replace(/[{}]/g, '')
    .replace(/[\uE010-\uE012]/g, (hidden) => SHOWN[hidden.charCodeAt(0) - FIRST_SHOWN] ?? '')
    .replaceAll('′′', '″')
    .replace(/~/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .normalize()
}

/** After the name of a command before another command, of which a letter may be left: `\times\mathcal{N}`. */
const END = '\u2063'
/** Before a function, a space follows one of these. */
const ENDS_A_TERM = new RegExp(`[A-Za-z0-9}${END}]`)
/** A stroke through what follows. Unicode's stroke follows what it is on. */
const NOT = new RegExp(String.raw`\\not[\s${END}]*(?:\{([^{}]*)\}|(\\[A-Za-z]+|[=<>]))`, 'g')
/** Signs that are shown, and the first of the characters that stand for them until those that mean something are read. */
const SHOWN = '{}_'
const FIRST_SHOWN = 0xe010

/** Drops the space after a letter, keeps it around a sign, and makes a function such as `\log` a separate word. */
function symbol(name: string, { before, space, after }: { before: string; space: string; after: string }): string {
  const text = symbols[name]
  if (text === undefined)
    return `${ENDS_A_TERM.test(before) ? ' ' : ''}${name}${/[_^(]/.test(after) && space === '' ? '' : ' '}`
  const isSign = before === ' ' && !/\p{L}/u.test(text)
  return space !== '' && (isSign || /[=<>+-]/.test(after)) ? `${text} ` : text
}

/** An argument in braces, which may contain braces. */
export const ARGUMENT = String.raw`\{((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}`
const FONT_NAME = String.raw`\\(?:(?:text|math|operatorname|boldsymbol|bm)[a-z]*\*?|[hmf]box|underline)\s*`
const FONT = new RegExp(String.raw`(?:([_^])\s*)?${FONT_NAME}\{([^{}]*)\}`, 'g')
const FONT_OF_GROUP = new RegExp(String.raw`${FONT_NAME}(?=\{)`, 'g')
const SCRIPT = new RegExp(String.raw`([_^])\s*(?:${ARGUMENT}|([^\s{}]))`, 'gu')

/** Subscripts and superscripts, which may contain others: `e^{-x^2}`. */
const shiftScripts = (text: string): string =>
  text.replace(SCRIPT, (_, sign: '_' | '^', group?: string, one?: string) =>
    toShifted(group === undefined ? (one ?? '') : shiftScripts(group), sign),
  )

const ROOT = new RegExp(String.raw`\\sqrt\s*(?:\[([^\[\]{}]*)\])?\s*${ARGUMENT}`, 'g')
const toRoot = (degree: string | undefined, inside: string): string =>
  `${degree === undefined ? '' : shiftText(degree, '^')}√(${inside.replace(ROOT, (_, of?: string, part = '') => toRoot(of, part))})`

/** A fraction, whose parts may contain braces. */
const FRACTION = /\\[dt]?frac\s*\{((?:[^{}]|\{[^{}]*\})*)\}\s*\{((?:[^{}]|\{[^{}]*\})*)\}/g
const toRatio = (_: string, ...parts: string[]): string =>
  parts
    .slice(0, 2)
    .map((part) => enclose(part.replace(FRACTION, toRatio)))
    .join('/')
const enclose = (text: string) => (text.length > 1 && /[-+*/ ]/.test(text) ? `(${text})` : text)

/** Returns `text` as superscript or subscript characters if all of them exist; else unchanged, after `sign`. */
function toShifted(text: string, sign: '_' | '^'): string {
  const plain = text.replace(/[{}]/g, '')
  const shifted = shift(plain, sign)
  return shifted ?? (plain.length > 1 ? `${sign}(${plain})` : `${sign}${plain}`)
}

function shift(text: string, sign: '_' | '^'): string | null {
  const to = sign === '_' ? subscripts : superscripts
  const shifted = [...text].map((character) => to.get(character))
  return shifted.every((character) => character !== undefined) ? shifted.join('') : null
}

/** Returns `text` as subscript or superscript characters if all of them exist, else unchanged. */
export const shiftText = (text: string, sign: '_' | '^'): string => shift(text, sign) ?? text

const pairs = (from: string, to: string): ReadonlyMap<string, string> => {
  const characters = [...to]
  return new Map([...from].map((character, n) => [character, characters[n] ?? character]))
}
const superscripts = pairs(
  '0123456789+-−=()T∘′†abcdefghijklmnoprstuvwxyz',
  '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ᵀ°′†ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ',
)
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
  acute: '\u0301',
  grave: '\u0300',
  check: '\u030C',
  breve: '\u0306',
  mathring: '\u030A',
  r: '\u030A',
})
/**
 * An accent over a letter or a command for one, with or without braces. Over several characters, as in `\dot{M_d}`, it is
 * put on the first.
 */
const ACCENT = new RegExp(
  String.raw`\\(${Object.keys(accents).join('|')})(?![A-Za-z])[\s${END}]*(?:\{\s*(?:\\([A-Za-z]+)|(\p{L}))((?:[^{}]|\{[^{}]*\})*)\}|\\([A-Za-z]+)|(\p{L}))`,
  'gu',
)

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
    not=\u0338 rightleftharpoons=⇌ preceq=⪯ succeq=⪰ uparrow=↑ gtrapprox=⪆ lessapprox=⪅ lt=< gt=> top=⊤ bot=⊥ setminus=∖ iff=⇔ implies=⇒ triangleq=≜ sqrt=√ AA=Å
    supset=⊃ supseteq=⊇ subsetneq=⊊ sqcup=⊔ sqcap=⊓ cong=≅ asymp=≍ doteq=≐ backsimeq=⋍ leqslant=⩽ geqslant=⩾ nmid=∤ models=⊨ vdash=⊢
    gets=← longrightarrow=⟶ longleftarrow=⟵ Longrightarrow=⟹ Leftrightarrow=⇔ hookrightarrow=↪ rightsquigarrow=⇝ leadsto=⇝
    downarrow=↓ ominus=⊖ boxtimes=⊠ ltimes=⋉ rtimes=⋊ land=∧ lor=∨ lnot=¬ varnothing=∅ square=□ Box=□ triangle=△ diamond=⋄
    flat=♭ sharp=♯ natural=♮ imath=ı jmath=ȷ lvert=| rvert=| lVert=‖ rVert=‖ bigcup=⋃ bigcap=⋂ bigoplus=⨁ bigotimes=⨂ colon=:`),
  quad: ' ',
  qquad: ' ',
})
