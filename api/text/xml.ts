import { XMLParser } from 'fast-xml-parser'

/** An element as an object: attributes as `@name`, its own text as `#text`, everything else by element name. */
export type XmlNode = string | { [name: string]: XmlNode | XmlNode[] | undefined }

const DEPTH_MAX = 64

interface Options {
  /** Elements that can occur several times: always an array, also when there is one. */
  lists: readonly string[]
}

/**
 * The document as objects; prefixes of names are dropped, every value stays text. Refuses document types and entity
 * definitions, deep nesting and documents that end too early. Throws SyntaxError with the reason.
 */
export function parseXml(xml: string, { lists }: Options): Record<string, XmlNode> {
  const text = xml.replace(/^\uFEFF/, '').trim()
  if (text === '') throw new SyntaxError('the answer is empty')
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw new SyntaxError('the answer has a document type, which is refused')
  const body = text.slice(skipProlog(text))
  const root = /^<([\w:.-]+)/.exec(body)?.[1]
  if (root === undefined) throw new SyntaxError('the answer is not XML')
  const complete = body.endsWith(`</${root}>`) || /^<[^<>]*\/>$/.test(body)
  if (!complete) throw new SyntaxError('the answer ends too early')
  try {
    return createParser(new Set(lists)).parse(text)
  } catch (cause) {
    throw new SyntaxError(
      `the answer is not readable XML (${cause instanceof Error ? cause.message : String(cause)})`,
      {
        cause,
      },
    )
  }
}

const space = /\s*/y

/** Where the root element starts, after white space, processing instructions and comments. Takes linear time. */
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
    // Numbers stay text: an id such as 2401.00010 would lose its last digit.
    parseTagValue: false,
    parseAttributeValue: false,
    trimValues: false,
    // Decodes numeric references; the few named ones beside them do no harm.
    htmlEntities: true,
    maxNestedTags: DEPTH_MAX,
    isArray: (name, _path, _leaf, isAttribute) => !isAttribute && lists.has(name),
  })

/** The first child of that name. */
export function child(node: XmlNode | undefined, name: string): XmlNode | undefined {
  return children(node, name)[0]
}

/** All children of that name, in their order. */
export function children(node: XmlNode | undefined, name: string): XmlNode[] {
  if (node === undefined || typeof node === 'string') return []
  const found = Object.hasOwn(node, name) ? node[name] : undefined
  if (found === undefined) return []
  return Array.isArray(found) ? found : [found]
}

/** The text inside an element, without that of its children. Empty when there is none. */
export function textOf(node: XmlNode | undefined): string {
  if (node === undefined) return ''
  if (typeof node === 'string') return node
  const own = node['#text']
  return typeof own === 'string' ? own : ''
}

/** The text of the first child of that name. */
export const childText = (node: XmlNode | undefined, name: string): string => textOf(child(node, name))

/** The value of an attribute, empty when it is missing. */
export const attribute = (node: XmlNode | undefined, name: string): string => childText(node, `@${name}`)
