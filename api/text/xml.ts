import { XMLParser } from 'fast-xml-parser'

/** An element as an object: attributes as `@name`, its own text as `#text`, everything else by element name. */
export type XmlNode = string | { [name: string]: XmlNode | XmlNode[] | undefined }

const DEPTH_MAX = 64

interface Options {
  /** Names of elements that can occur several times: always an array, even when there is only one. */
  lists: readonly string[]
}

/**
 * Parses an XML document into objects; namespace prefixes are dropped, and every value stays a string. Throws
 * SyntaxError with the reason, also for document types and entity definitions, nesting deeper than 64 elements, and
 * truncated documents.
 */
export function parseXml(xml: string, { lists }: Options): Record<string, XmlNode> {
  const text = xml.replace(/^\uFEFF/, '').trim()
  if (text === '') throw new SyntaxError('the response is empty')
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text))
    throw new SyntaxError('the response has a document type declaration, which is not allowed')
  const body = text.slice(skipProlog(text))
  const root = /^<([\w:.-]+)/.exec(body)?.[1]
  if (root === undefined) throw new SyntaxError('the response is not XML')
  const complete = body.endsWith(`</${root}>`) || /^<[^<>]*\/>$/.test(body)
  if (!complete) throw new SyntaxError('the response is truncated')
  try {
    return createParser(new Set(lists)).parse(text)
  } catch (cause) {
    throw new SyntaxError(
      `the response is not well-formed XML (${cause instanceof Error ? cause.message : String(cause)})`,
      {
        cause,
      },
    )
  }
}

const space = /\s*/y

/** Returns the index of the root element, after white space, processing instructions and comments, in linear time. */
function skipProlog(text: string): number {
  let at = 0
  for (;;) {
    space.lastIndex = at
    space.test(text)
    at = space.lastIndex
    const close = text.startsWith('<?', at) ? '?>' : text.startsWith('<!--', at) ? '-->' : undefined
    if (close === undefined) return at
    const end = text.indexOf(close, at + (close === '?>' ? 2 : 4))
    if (end === -1) return text.length
    at = end + close.length
  }
}

const createParser = (lists: ReadonlySet<string>) =>
  new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    ignoreDeclaration: true,
    ignorePiTags: true,
    removeNSPrefix: true,
    // Numbers stay strings: an id such as 2401.00010 would lose its last digit.
    parseTagValue: false,
    parseAttributeValue: false,
    trimValues: false,
    // Needed for numeric character references; the named HTML entities that it also decodes do no harm.
    htmlEntities: true,
    maxNestedTags: DEPTH_MAX,
    isArray: (name, _path, _leaf, isAttribute) => !isAttribute && lists.has(name),
  })

/** Returns the first child element with that name. */
export function child(node: XmlNode | undefined, name: string): XmlNode | undefined {
  return children(node, name)[0]
}

/** Returns all child elements with that name, in their order. */
export function children(node: XmlNode | undefined, name: string): XmlNode[] {
  if (node === undefined || typeof node === 'string') return []
  const found = Object.hasOwn(node, name) ? node[name] : undefined
  if (found === undefined) return []
  return Array.isArray(found) ? found : [found]
}

/** Returns the text of an element, without that of its children; empty when there is none. */
export function textOf(node: XmlNode | undefined): string {
  if (node === undefined) return ''
  if (typeof node === 'string') return node
  const own = node['#text']
  return typeof own === 'string' ? own : ''
}

/** Returns the text of the first child element with that name; empty when there is none. */
export const childText = (node: XmlNode | undefined, name: string): string => textOf(child(node, name))

/** Returns the value of an attribute; empty when it is missing. */
export const attribute = (node: XmlNode | undefined, name: string): string => childText(node, `@${name}`)
