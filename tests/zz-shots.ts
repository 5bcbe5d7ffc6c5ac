import { openBrowser } from '/work/wt-search/tests/support/browser.ts'
import { join, normalize } from 'node:path'
const folder = '/tmp/search-w/sb'
const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: async (r) => { const p = normalize(new URL(r.url).pathname); const f = Bun.file(join(folder, p === '/' ? 'index.html' : p)); return (await f.exists()) ? new Response(f) : new Response('', { status: 404 }) } })
const b: any = await openBrowser()
const browser = b.browser ?? b
for (const scheme of ['light', 'dark'] as const) for (const [w, h] of [[1280, 800], [390, 800]] as const) for (const id of ['pages-search--unanswered', 'pages-search--meaning-pending', 'pages-search--cut-short']) {
  if (scheme === 'dark' && id.endsWith('cut-short')) continue
  const ctx = await browser.newContext({ viewport: { width: w, height: h }, colorScheme: scheme })
  const page = await ctx.newPage()
  await page.goto(`http://127.0.0.1:${server.port}/iframe.html?id=${id}&viewMode=story&globals=theme:${scheme}`)
  await page.getByText(/Not all was searched|Ordered by words/).waitFor({ timeout: 120000 })
  await page.waitForTimeout(1500)
  await page.screenshot({ path: `/tmp/search-w/${id}-${w}-${scheme}.png` })
  await ctx.close(); console.log(id, w, scheme)
}
await browser.close(); await server.stop(true); process.exit(0)
