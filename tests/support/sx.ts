/** One `sx` of a component: where it is written, and its properties as `name: value`. */
export interface Sx {
  place: string
  properties: readonly string[]
}

/** The objects that are written as `sx={{ … }}` in `source`, without what is nested in them. */
export function findSx(file: string, source: string): Sx[] {
  return [...source.matchAll(/\bsx=\{\{/g)].map(({ index }) => {
    const start = index + 'sx={{'.length
    const line = source.slice(0, index).split('\n').length
    return { place: `${file}:${line}`, properties: splitProperties(source.slice(start, endOf(source, start))) }
  })
}

const OPEN = '{[('
const CLOSE = '}])'

/** Position of the bracket that closes the object whose content begins at `start`. */
function endOf(source: string, start: number): number {
  let depth = 0
  for (let at = start; at < source.length; at += 1) {
    const sign = source[at] ?? ''
    if (OPEN.includes(sign)) depth += 1
    if (!CLOSE.includes(sign)) continue
    if (depth === 0) return at
    depth -= 1
  }
  return source.length
}

/** Splits at the commas that are in no bracket and in no string. */
function splitProperties(content: string): string[] {
  const parts: string[] = []
  let depth = 0
  let quote = ''
  let part = ''
  for (const sign of content.replace(/\/\/.*$/gm, '')) {
    if (quote !== '') quote = sign === quote ? '' : quote
    else if (`'"\``.includes(sign)) quote = sign
    else if (OPEN.includes(sign)) depth += 1
    else if (CLOSE.includes(sign)) depth -= 1
    if (sign === ',' && depth === 0 && quote === '') {
      parts.push(part)
      part = ''
    } else part += sign
  }
  return [...parts, part].map((text) => text.replace(/\s+/g, ' ').trim()).filter((text) => text !== '')
}

/** Groups of `least` properties that are written together in as many places or more, with these places. */
export function findRepeated(all: readonly Sx[], least: number): string[] {
  const places = new Map<string, Set<string>>()
  for (const { place, properties } of all)
    for (const group of combinations(properties.toSorted(), least)) {
      const name = group.join('; ')
      places.set(name, (places.get(name) ?? new Set()).add(place))
    }
  return [...places].filter(([, { size }]) => size >= least).map(([name, at]) => `${name}\n  ${[...at].join('\n  ')}`)
}

function combinations(list: readonly string[], size: number): string[][] {
  if (size === 0) return [[]]
  return list.flatMap((first, at) => combinations(list.slice(at + 1), size - 1).map((rest) => [first, ...rest]))
}
