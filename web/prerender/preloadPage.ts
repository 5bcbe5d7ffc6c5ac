import type { Plugin, Rolldown } from 'vite'

/** Modules of the pages in the shell, by the first part of their path. */
const PAGES: Readonly<Record<string, readonly string[]>> = {
  search: ['/web/pages/Search/Search.tsx'],
  'reading-list': ['/web/pages/ReadingList/ReadingList.tsx'],
  paper: ['/web/pages/Paper/Paper.tsx'],
  profile: ['/web/pages/Profile/Profile.tsx'],
  admin: ['/web/pages/Admin/Admin.tsx'],
}
/** Around each of them. */
const SHELL = '/web/app/ShellLayout.tsx'
const APP = '/web/app/App.tsx'
/** Before the style sheet, for which an inline script would wait. */
const FIRST_SCRIPT = '<script type="module"'

/**
 * Writes a script into the page that loads the chunks of the page at this address with the HTML, in parallel with the
 * scripts that ask for them. One HTML file is served for all addresses but those of the prerendered pages.
 */
export const preloadPage: Plugin = {
  name: 'preload-page',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) => {
      if (!html.includes(FIRST_SCRIPT)) throw new Error('index.html has no script')
      const isMissing = (name: string) => !html.includes(name)
      const app = filesOf(bundle, [APP]).filter(isMissing)
      const pages = Object.entries(PAGES).map(([path, modules]) => {
        const files = filesOf(bundle, [APP, SHELL, ...modules])
        return [path, files.filter((name) => isMissing(name) && !app.includes(name))]
      })
      const script = `for(const name of ${JSON.stringify(app)}.concat(${JSON.stringify(Object.fromEntries(pages))}[location.pathname.split('/')[1]]||[]))document.head.append(Object.assign(document.createElement('link'),{rel:'modulepreload',crossOrigin:'',href:'/'+name}))`
      return html.replace(FIRST_SCRIPT, () => `<script data-preload="">${script}</script>${FIRST_SCRIPT}`)
    },
  },
}

/** Names of the chunks that have these modules, and of those that they import. */
export function filesOf(bundle: Rolldown.OutputBundle, modules: readonly string[]): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const names = new Set<string>()
  const add = (name: string) => {
    if (names.has(name)) return
    names.add(name)
    chunks.find(({ fileName }) => fileName === name)?.imports.forEach(add)
  }
  for (const module of modules) {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)))
    if (chunk === undefined) throw new Error(`The build has no ${module}`)
    add(chunk.fileName)
  }
  return [...names]
}
