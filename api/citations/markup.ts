import { decodeReferences } from '../text/characterReferences.ts'
import { readTex } from './texSource.ts'

/** Tags that programs keep in titles. Other words in angle brackets, as "<mask>", are text. */
const TAG =
  /<\/?(?:i|b|u|em|strong|sub|sup|inf|sc|scp|tt|p|span|div|font|(?:jats|mml):[a-z-]{1,20})(?:\s+[a-z:-]{1,20}\s*=\s*(?:"[^"<>]*"|'[^'<>]*'))*\s*\/?>/gi

/** The text of a title with tags and character references of HTML: "CO<sub>2</sub>" is "CO2". */
export const readMarkup = (text: string): string =>
  decodeReferences(text.includes('<') ? text.replace(/<br\s*\/?>/gi, ' ').replace(TAG, '') : text)

/** The text of a title in TeX, which may have tags of HTML as well. */
export const readTitle = (source: string): string => readMarkup(readTex(source))
