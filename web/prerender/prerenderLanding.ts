import type { Plugin } from 'vite'
import { renderLanding } from './renderLanding.tsx'

/** The two fonts of the first screen. */
const FONT = /(inter|source-serif-4)-latin-wght-normal-.*\.woff2$/

/** The code of the page. */
const SCRIPT = /\/landing-[^/]*\.js$/

/** Writes `landing.html`: index.html with the text of the landing page, which is shown before any script runs. */
export const prerenderLanding: Plugin = {
  name: 'prerender-landing',
  apply: 'build',
  enforce: 'post',
  generateBundle(_options, bundle) {
    const page = bundle['index.html']
    if (page?.type !== 'asset') throw new Error('The build has no index.html')
    const source = withLanding(String(page.source), Object.keys(bundle))
    this.emitFile({ type: 'asset', fileName: 'landing.html', source })
  },
}

function withLanding(page: string, files: readonly string[]): string {
  const preloads = [
    ...files
      .filter((name) => FONT.test(name))
      .map((name) => `<link rel="preload" as="font" type="font/woff2" crossorigin="" href="/${name}">`),
    ...files
      .filter((name) => SCRIPT.test(name))
      .map((name) => `<link rel="modulepreload" crossorigin="" href="/${name}">`),
  ]
  const { markup, title } = renderLanding()
  const parts: [pattern: RegExp, html: string][] = [
    [/<title>[^<]*<\/title>/, `<title>${title}</title>`],
    // Text is painted before scripts run, and the code of the other pages is not needed.
    [/<script data-preload[\s\S]*?<\/script>/, preloads.join('')],
    [/<div id="root"><\/div>/, `<div id="root"><div id="prerendered">${markup}</div></div>`],
    // The page itself is shown without scripts.
    [/<noscript>[\s\S]*?<\/noscript>/, ''],
  ]
  return parts.reduce((html, [pattern, replacement]) => {
    if (!pattern.test(html)) throw new Error(`index.html has no ${pattern}`)
    return html.replace(pattern, () => replacement)
  }, page)
}
