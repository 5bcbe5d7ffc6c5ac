/** What a line is for; each role has a style in HTML. */
export type Role =
  | 'heading'
  | 'lead'
  | 'section'
  | 'title'
  | 'meta'
  | 'why'
  | 'abstract'
  | 'paragraph'
  | 'foot'
  | 'links'
  | 'button'

export interface Link {
  text: string
  href: string
}

/** A line of a mail. With the role "links" or "button" it contains only links. */
export interface Line {
  role: Role
  content: readonly (string | Link)[]
}

/** The content of a mail, from which both its HTML and its plain text are made: they have the same words and links. */
export interface Letter {
  title: string
  /** Preview text that a mail program shows beside the subject. */
  preheader: string
  top: readonly Line[]
  /** The entries of the list. */
  entries: readonly (readonly Line[])[]
  foot: readonly Line[]
}

export const line = (role: Role, ...content: (string | Link)[]): Line => ({ role, content })

/** Whether a mail may link to this address. Others, for example `javascript:`, are left out. */
export const isWebAddress = (href: string): boolean => /^https?:\/\//i.test(href)

const toLines = ({ role, content }: Line): string[] => {
  const links = content.flatMap((part) => (typeof part !== 'string' && isWebAddress(part.href) ? [part] : []))
  if (role === 'links' || role === 'button') return links.map(({ text, href }) => `${text}: ${href}`)
  return [
    content.map((part) => (typeof part === 'string' ? part : part.text)).join(''),
    ...links.map(({ href }) => href),
  ]
}

const toBlock = (lines: readonly Line[]) => lines.flatMap(toLines).join('\n')

/** Returns the letter as plain text. The address of a link is below its line. Entries with a title are numbered. */
export function toPlainText({ top, entries, foot }: Letter): string {
  let number = 0
  const list = entries.map((lines) => `${lines[0]?.role === 'title' ? `${(number += 1)}. ` : ''}${toBlock(lines)}`)
  return [...top.map((one) => toBlock([one])), ...list, `--\n${toBlock(foot)}`].join('\n\n') + '\n'
}
