import type { Plugin } from 'vite'
import { filesOf } from './preloadPage.ts'
import { renderLanding, renderLogin } from './renderPages.tsx'
import type { RenderedPage } from './renderWithStyles.ts'

/** The two fonts of the first screen. */
const FONT = /(inter|source-serif-4)-latin-wght-normal-.*\.woff2$/
const TITLE = /<title>[^<]*<\/title>/
const SCRIPTS =
  /<script type="module"[^>]*src="([^"]*)"[^>]*><\/script>|<link rel="modulepreload"[^>]*href="([^"]*)"[^>]*>/g
const PRELOAD = /<script data-preload[\s\S]*?<\/script>/
const LANDING = '/web/app/LandingApp.tsx'
/** A busy browser is never idle. */
const IDLE_MAX_MS = 2_000

/** Writes `landing.html` and `login.html`: index.html with the text of these pages, which is painted before any script runs. */
export const prerenderPages: Plugin = {
  name: 'prerender-pages',
  apply: 'build',
  enforce: 'post',
  generateBundle(_options, bundle) {
    const index = bundle['index.html']
    if (index?.type !== 'asset') throw new Error('The build has no index.html')
    const files = Object.keys(bundle)
    const page = String(index.source)
    const emit = (fileName: string, source: string) => this.emitFile({ type: 'asset', fileName, source })
    emit('landing.html', whenIdle(withPage(page, renderLanding(), files), filesOf(bundle, [LANDING])))
    emit('login.html', withPage(page, renderLogin(), files))
  },
}

function withPage(html: string, { markup, css, emotion }: RenderedPage, files: readonly string[]): string {
  const title = TITLE.exec(markup)?.[0]
  if (title === undefined) throw new Error('The page has no title')
  const fonts = files
    .filter((name) => FONT.test(name))
    .map((name) => `<link rel="preload" as="font" type="font/woff2" crossorigin="" href="/${name}">`)
  return replaceAll(html, [
    [TITLE, title],
    ['</head>', `${fonts.join('')}<style data-emotion="${emotion}">${css}</style></head>`],
    ['<div id="root"></div>', `<div id="root"><div id="prerendered">${markup.replace(TITLE, '')}</div></div>`],
    // The page itself is shown without scripts.
    [/<noscript>[\s\S]*?<\/noscript>/, ''],
  ])
}

/**
 * Loads the scripts of a page when the browser has nothing else to do, or at the first press, key or move of the pointer:
 * its text is there, and its links work without them. For a signed-in reader, who sees another page, at once.
 */
function whenIdle(html: string, chunks: readonly string[]): string {
  const found = [...html.matchAll(SCRIPTS)]
  // The last one imports the others.
  const main = found.findLast(([, script]) => script !== undefined)?.[1]
  if (main === undefined) throw new Error('index.html has no script')
  const preloads = new Set(found.map(([, script, preload]) => script ?? preload ?? ''))
  for (const name of chunks) preloads.add(`/${name}`)
  preloads.delete(main)
  const script = `(()=>{let begun=false;const add=(tag,more)=>document.head.append(Object.assign(document.createElement(tag),{crossOrigin:''},more));const begin=()=>{if(begun)return;begun=true;for(const href of ${JSON.stringify([...preloads])})add('link',{rel:'modulepreload',href});add('script',{type:'module',src:${JSON.stringify(main)}})};if(document.documentElement.hasAttribute('data-signed-in'))return begin();for(const type of ['pointerdown','pointermove','keydown'])addEventListener(type,begin,{once:true});addEventListener('DOMContentLoaded',()=>(window.requestIdleCallback||setTimeout)(begin,{timeout:${IDLE_MAX_MS}}))})()`
  return replaceAll(html.replace(SCRIPTS, ''), [[PRELOAD, `<script>${script}</script>`]])
}

/** Throws if a pattern is not in the page. */
function replaceAll(page: string, parts: readonly [pattern: RegExp | string, html: string][]): string {
  return parts.reduce((html, [pattern, replacement]) => {
    if (html.search(pattern) === -1) throw new Error(`index.html has no ${pattern}`)
    return html.replace(pattern, () => replacement)
  }, page)
}
