import { join } from 'node:path'
import { Elysia, NotFoundError } from 'elysia'
import { AppError } from '../platform/errors.ts'
import { chooseEncoding, ENCODINGS, type Encoding, hasTag, weakTag } from './representations.ts'
import type { InlineTexts } from './plugins/securityHeaders.ts'

/** One file of the built web app with its precompressed variants. */
interface SiteFile {
  type: string
  etag: string
  cacheControl: string
  bytes: Uint8Array<ArrayBuffer>
  compressed: ReadonlyMap<Encoding, Uint8Array<ArrayBuffer>>
}

export interface Site {
  /** The inline scripts and styles of its pages and pictures, for the content security policy. */
  readonly inline: InlineTexts
  /** Serves every path outside `/api`. */
  readonly routes: ReturnType<typeof createSiteRoutes>
}

/** Pages whose text is in their HTML already. */
const PRERENDERED: Readonly<Record<string, string>> = { '/': '/landing.html', '/login': '/login.html' }
const ENDINGS: Record<Encoding, string> = { br: '.br', gzip: '.gz' }
const HASHED = /-[\w-]{8}\.\w+$/
const INLINE_STYLE = /<style[^>]*>([\s\S]*?)<\/style>/g
const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g

/**
 * Serves the web app built in `folder`. The files (4 MB) are read once at start: a later build in the same folder does
 * not take away the chunks of the pages that are open, and path traversal is not possible. "/" returns landing.html and
 * "/login" login.html; other paths without a file extension and the address of a paper are pages of the app and return
 * index.html, as those two do if the build does not have theirs. Without a build (for example with a development server)
 * every path returns "unavailable".
 */
export async function openSite(folder: string): Promise<Site> {
  const files = new Map<string, SiteFile>()
  const built = await Bun.file(join(folder, 'index.html')).exists()
  const names = built ? await Array.fromAsync(new Bun.Glob('**/*').scan({ cwd: folder })) : []
  const present = new Set(names)
  for (const name of names) {
    if (/\.(br|gz)$/.test(name) && present.has(name.replace(/\.(br|gz)$/, ''))) continue
    files.set(`/${name}`, await readSiteFile(folder, name, present))
  }
  const page = files.get('/index.html')
  return { inline: readInline(files), routes: createSiteRoutes(files, page) }
}

function readInline(files: ReadonlyMap<string, SiteFile>): InlineTexts {
  const documents = [...files].filter(([path]) => /\.(html|svg)$/.test(path))
  const texts = documents.map(([, { bytes }]) => new TextDecoder().decode(bytes))
  const find = (pattern: RegExp) => texts.flatMap((text) => Array.from(text.matchAll(pattern), ([, code = '']) => code))
  return { scripts: find(INLINE_SCRIPT), styles: find(INLINE_STYLE) }
}

const createSiteRoutes = (files: ReadonlyMap<string, SiteFile>, page: SiteFile | undefined) => {
  const serve = ({ request }: { request: Request }) => {
    const path = new URL(request.url).pathname
    if (path === '/api' || path.startsWith('/api/')) throw new NotFoundError()
    if (page === undefined) throw new AppError('unavailable', 'The web app is not built yet: bun web/build.ts')
    const file = files.get(PRERENDERED[path] ?? path) ?? (isPage(path) ? page : undefined)
    if (file === undefined) throw new NotFoundError()
    return send(file, request)
  }
  return new Elysia({ name: 'site' }).get('/*', serve, { detail: { hide: true } })
}

/** The id at the end of a paper's address has a dot, too: "/paper/arxiv:2611.90001". */
const isPage = (path: string) => path.startsWith('/paper/') || !/\.\w+$/.test(path)

function send(file: SiteFile, request: Request): Response {
  const encoding = chooseEncoding(request, [...file.compressed.keys()])
  const headers: Record<string, string> = {
    'cache-control': file.cacheControl,
    'content-type': file.type,
    etag: file.etag,
    vary: 'Accept-Encoding',
    ...(encoding !== undefined && { 'content-encoding': encoding }),
  }
  if (hasTag(request, file.etag)) return new Response(null, { status: 304, headers })
  return new Response(encoding === undefined ? file.bytes : file.compressed.get(encoding), { headers })
}

async function readSiteFile(folder: string, name: string, present: ReadonlySet<string>): Promise<SiteFile> {
  const file = Bun.file(join(folder, name))
  const bytes = await file.bytes()
  const compressed = new Map<Encoding, Uint8Array<ArrayBuffer>>()
  for (const encoding of ENCODINGS) {
    const variant = `${name}${ENDINGS[encoding]}`
    if (present.has(variant)) compressed.set(encoding, await Bun.file(join(folder, variant)).bytes())
  }
  return {
    type: name.endsWith('.webmanifest') ? 'application/manifest+json' : file.type,
    etag: weakTag(bytes),
    cacheControl: HASHED.test(name) ? 'public, max-age=31536000, immutable' : 'no-cache',
    bytes,
    compressed,
  }
}
