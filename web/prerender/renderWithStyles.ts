import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'

const STYLE = /<style data-emotion="[^"]*">([\s\S]*?)<\/style>/g

/** Renders `page` to its markup and the CSS rules that Emotion writes for it. NODE_ENV must be "production". */
export function renderWithStyles(page: ReactNode): { markup: string; css: string } {
  const html = renderToString(page)
  // Emotion writes the rules of each component before it, some of them several times.
  const rules = new Set(Array.from(html.matchAll(STYLE), ([, rule = '']) => rule))
  return { markup: html.replace(STYLE, ''), css: [...rules].join('') }
}
