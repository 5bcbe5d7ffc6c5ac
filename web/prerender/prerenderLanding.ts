import type { Plugin } from 'vite'
import { renderLanding } from './renderLanding.tsx'

/** Writes `landing.html`: index.html with the text of the landing page, which is shown before any script runs. */
export const prerenderLanding: Plugin = {
  name: 'prerender-landing',
  apply: 'build',
  enforce: 'post',
  generateBundle(_options, bundle) {
    const page = bundle['index.html']
    if (page?.type !== 'asset') throw new Error('The build has no index.html')
    this.emitFile({ type: 'asset', fileName: 'landing.html', source: withLanding(String(page.source)) })
  },
}

function withLanding(page: string): string {
  const { markup, css, title } = renderLanding()
  const parts: [pattern: RegExp, html: string][] = [
    [/<title>[^<]*<\/title>/, `<title>${title}</title>`],
    [/<\/head>/, `<style>${css}</style></head>`],
    // The landing page runs without the code of the other pages.
    [/<link rel="modulepreload"[^>]*data-app[^>]*>/, ''],
    [/<div id="root"><\/div>/, `<div id="root"><div id="prerendered">${markup}</div></div>`],
    // The page itself is shown without scripts.
    [/<noscript>[\s\S]*?<\/noscript>/, ''],
  ]
  return parts.reduce((html, [pattern, replacement]) => {
    if (!pattern.test(html)) throw new Error(`index.html has no ${pattern}`)
    return html.replace(pattern, () => replacement)
  }, page)
}
