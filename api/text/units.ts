import { shiftText } from './mathText.ts'

const table = (list: string): ReadonlyMap<string, string> =>
  new Map(list.split(/\s+/).map((entry) => entry.split('=', 2) as [string, string]))

/** Prefixes and units of the package siunitx, and its short names that do not print as they are. */
const prefixes = table(
  'quecto=q ronto=r yocto=y zepto=z atto=a femto=f pico=p nano=n micro=µ milli=m centi=c deci=d deca=da deka=da hecto=h kilo=k ' +
    'mega=M giga=G tera=T peta=P exa=E zetta=Z yotta=Y kibi=Ki mebi=Mi gibi=Gi tebi=Ti',
)
const units = table(
  'meter=m metre=m gram=g kilogram=kg second=s ampere=A kelvin=K mole=mol candela=cd hertz=Hz newton=N pascal=Pa joule=J ' +
    'watt=W volt=V ohm=Ω tesla=T electronvolt=eV liter=L litre=L hour=h minute=min day=d degree=° degreeCelsius=°C ' +
    'celsius=°C percent=% angstrom=Å byte=B bit=bit decibel=dB barn=b dalton=Da arcsecond=″ arcminute=′ coulomb=C ' +
    'farad=F siemens=S weber=Wb henry=H lumen=lm lux=lx becquerel=Bq gray=Gy sievert=Sv radian=rad steradian=sr ' +
    'bar=bar tonne=t hectare=ha katal=kat neper=Np astronomicalunit=au parsec=pc clight=c',
)
const short = table(
  'um=µm us=µs uA=µA uV=µV uW=µW uL=µL ul=µL uF=µF uJ=µJ uN=µN uH=µH uM=µM ug=µg ohm=Ω kohm=kΩ Mohm=MΩ',
)

/** The source of a unit as text: `\kilo\meter\per\second\squared` is "km/s²", `m.s^{-1}` is "m s⁻¹". */
export function readUnit(source: string): string {
  let text = ''
  let isPer = false
  let hasPrefix = false
  for (const [piece, command, argument] of source.matchAll(
    /\\([A-Za-z]+)\s*(?:\{([^{}]*)\})?|\^\s*(?:\{[^{}]*\}|\S)|[^\\^]+/g,
  )) {
    if (command === 'per') isPer = true
    else if (command === 'squared' || command === 'cubed') text += command === 'squared' ? '²' : '³'
    else if (command === 'square' || command === 'cubic' || command === 'of' || command === 'highlight') continue
    else if (command === 'tothe' || command === 'raiseto') text += shiftText(argument ?? '', '^')
    else if (piece.startsWith('^')) text += shiftText(piece.replace(/[\^{}\s]/g, ''), '^')
    else {
      const literal = piece
        .replace(/[.~]|\\[,;: ]/g, ' ')
        .replace(/[{}]/g, '')
        .trim()
      const prefix = command === undefined ? undefined : prefixes.get(command)
      const name =
        command === undefined
          ? (short.get(literal) ?? literal)
          : (prefix ?? units.get(command) ?? short.get(command) ?? command)
      if (name === '') continue
      const joint = isPer ? '/' : text === '' || hasPrefix ? '' : ' '
      text += `${joint}${name}`
      isPer = false
      hasPrefix = prefix !== undefined
    }
  }
  return text.trim()
}

/** The source of a number as text: `1.2e-5` is "1.2 × 10⁻⁵", `3+-1` is "3 ± 1". */
export const readNumber = (source: string): string =>
  source
    .trim()
    .replace(/\+-|\\pm/g, ' ± ')
    .replace(/^e([+-]?\d+)$/i, (_, power: string) => `10${shiftText(power.replace('+', ''), '^')}`)
    .replace(/(?<=\d)e([+-]?\d+)/gi, (_, power: string) => ` × 10${shiftText(power.replace('+', ''), '^')}`)
    .replace(/\s+/g, ' ')

/** A number and its unit; a degree or a per cent sign follows without a space. */
export const joinQuantity = (number: string, unit: string): string =>
  unit === '' ? number : /^[°′″](?!C)/.test(unit) ? number + unit : `${number} ${unit}`
