import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'

const STYLE = /<style data-emotion="([^"]*)">([\s\S]*?)<\/style>/g

export interface RenderedPage {
  markup: string
  /** The CSS rules of the components in it. */
  css: string
  /** Value of the attribute with which Emotion finds the rules in a page, and does not write them again. */
  emotion: string
}

/** Renders `page` to its markup and the CSS rules that Emotion writes for it. NODE_ENV must be "production". */
export function renderWithStyles(page: ReactNode): RenderedPage {
  const html = renderToString(page)
  // Emotion writes the rules of each component before it, some of them several times.
  const rules = new Map(Array.from(html.matchAll(STYLE), ([, names = '', rule = '']) => [rule, names] as const))
  const names = [...rules.values()].flatMap((value) => value.split(' ').slice(1))
  return {
    markup: html.replace(STYLE, ''),
    css: [...rules.keys()].join(''),
    emotion: ['css', ...new Set(names)].join(' '),
  }
}
