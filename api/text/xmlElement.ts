/** An element of an XML document. Namespace prefixes are dropped; every value is a string. */
export interface XmlElement {
  name: string
  attributes: ReadonlyMap<string, string>
  children: XmlElement[]
  /** Its own text, without that of its children. */
  text: string
}

export const createElement = (name: string): XmlElement => ({ name, attributes: new Map(), children: [], text: '' })

/** Returns the first child element with that name. */
export const child = (node: XmlElement | undefined, name: string): XmlElement | undefined =>
  node?.children.find((element) => element.name === name)

/** Returns all child elements with that name, in their order. */
export const children = (node: XmlElement | undefined, name: string): XmlElement[] =>
  node?.children.filter((element) => element.name === name) ?? []

/** Returns the text of an element, without that of its children; empty when there is none. */
export const textOf = (node: XmlElement | undefined): string => node?.text ?? ''

/** Returns the text of the first child element with that name; empty when there is none. */
export const childText = (node: XmlElement | undefined, name: string): string => textOf(child(node, name))

/** Returns the value of an attribute; empty when it is missing. */
export const attribute = (node: XmlElement | undefined, name: string): string => node?.attributes.get(name) ?? ''
