const CLASS_NAME = /\bclassName=(?:"[^"]*"|\{[^}]*\})/g
const COLOUR = /(?<=['"`\s(,])#(?:[\da-f]{8}|[\da-f]{6}|[\da-f]{3,4})\b(?![-/\w])|\brgba?\(/gi
const RADIUS = /\bborder\w*Radius: (?:\{[^}]*\d[^}]*\}|'(?!50%')[^']*\d[^']*'|(?!0\b)\d[\d.]*)/g
const SIZE = /\bfontSize: (?:\{[^}]*\d[^}]*\}|'[^']*\d[^']*'|\d[\d.]*)/g

/** The classes that a component writes. */
export const findClassNames = (source: string): string[] => source.match(CLASS_NAME) ?? []

/** Colours, radii of corners and sizes of text that are written as values. */
export const findValues = (source: string): string[] => [
  ...(source.match(COLOUR) ?? []),
  ...(source.match(RADIUS) ?? []),
  ...(source.match(SIZE) ?? []),
]
