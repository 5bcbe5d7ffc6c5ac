export interface ParsedEntry {
  type: string
  key: string
  fields: Record<string, string>
}

/**
 * Reads BibTeX strictly, independent of the library that writes it: entries `@type{key, name = {value}, …}` whose values
 * have balanced braces, and nothing else. A value is returned as TeX source. Throws for any other text.
 */
export function readBibtex(source: string): ParsedEntry[] {
  let at = 0
  const take = (pattern: RegExp): string[] => {
    const sticky = new RegExp(pattern.source, 'yu')
    sticky.lastIndex = at
    const found = sticky.exec(source)
    if (found === null) throw new Error(`${pattern} is expected at: ${source.slice(at, at + 60)}`)
    at = sticky.lastIndex
    return [...found]
  }
  const takeValue = (): string => {
    take(/\{/)
    const from = at
    for (let depth = 1; depth > 0; at++) {
      if (at >= source.length) throw new Error(`The value is not closed: ${source.slice(from, from + 60)}`)
      if (source[at] === '{') depth++
      else if (source[at] === '}') depth--
    }
    return source.slice(from, at - 1)
  }
  const entries: ParsedEntry[] = []
  for (take(/\s*/); at < source.length; take(/\s*/)) {
    const [, type = '', key = ''] = take(/@([a-z]+)\{([^\s,{}"#%'()=\\~]+),\s*/)
    const fields: Record<string, string> = {}
    while (source[at] !== '}') {
      const [, name = ''] = take(/([A-Za-z]+)\s*=\s*/)
      if (name in fields) throw new Error(`${name} is there twice`)
      fields[name] = takeValue()
      take(/,?\s*/)
    }
    at++
    entries.push({ type, key, fields })
  }
  return entries
}
