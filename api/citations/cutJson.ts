/** The items of a JSON file that are read at once. */
interface JsonPart {
  /** Length of the part, in characters. 0 if the text ends before its first item does. */
  end: number
  /** The part as a file of its own. */
  content: string
  items: number
  /** Text behind the items that is not the end of a list: the file ends in the middle of an item. */
  broken: string
}

interface Limits {
  /** Items of the part at most. */
  max: number
  /** Whether the file goes on behind the text: what its end cuts is not read. */
  more: boolean
}

/** What follows the last item of a JSON file. */
const JSON_END = /^[\s,\]}]*$/

/** Whether a text is a JSON file or a later part of one, which begins behind an item. */
export const isJson = (text: string): boolean => /^(?:[[{]|,\s*\{)/.test(text) || /^[\s,]*[\]}][\s\]}]*$/.test(text)

/**
 * Cuts the first items of a JSON file behind a whole one. The items are in the list that the file is, or in a list in its
 * object. Takes linear time.
 */
export function cutJson(text: string, { max, more }: Limits): JsonPart {
  if (JSON_END.test(text)) return { end: text.length, content: '[]', items: 0, broken: '' }
  const level = { '[': 1, '{': 2, ',': 0 }[text.trimStart().charAt(0)] ?? 0
  let depth = 0
  let items = 0
  let first = -1
  let end = 0
  for (let at = 0; at < text.length && items < max; at++) {
    const sign = text[at]
    if (sign === '"') at = endOfString(text, at)
    else if (sign === '{' || sign === '[') {
      if (depth === level && first < 0) first = at
      depth++
    } else if (sign === '}' || sign === ']') {
      depth--
      if (depth !== level || first < 0) continue
      items++
      end = at + 1
    }
  }
  const rest = text.slice(end)
  const isWhole = JSON_END.test(rest) && !more
  // A file in one part is read as it is, so that a mistake in it is reported.
  if (level > 0 && (isWhole || (items < max && !more))) return { end: text.length, content: text, items, broken: '' }
  const content = end === 0 ? '[]' : `[${text.slice(first, end)}]`
  if (isWhole) return { end: text.length, content, items, broken: '' }
  return items < max && !more ? { end: text.length, content, items, broken: rest } : { end, content, items, broken: '' }
}

/** The position of the quote that ends the string which begins at `at`. */
function endOfString(text: string, at: number): number {
  let end = at + 1
  while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1
  return end
}
