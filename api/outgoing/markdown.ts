const SIGNS = /[\\*_~`>|[\]()#@:<]/g

/** Puts a backslash before each sign that Markdown, or a chat service in it, gives a meaning. */
export const escapeMarkdown = (text: string): string => text.replace(SIGNS, String.raw`\$&`)

/** Length of a letter with its escapes, and with what a service adds to an `@`. */
export const measureMarkdown = (letter: string): number =>
  escapeMarkdown(letter).length + (letter.match(/@/g)?.length ?? 0)
