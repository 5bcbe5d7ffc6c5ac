import { Glob } from 'bun'
import { describe, expect, test } from 'bun:test'

/** What each room may load while it runs. Type-only imports vanish before this looks. */
const MAY_LOAD: Record<string, readonly string[]> = {
  'api/contract': [],
  'api/text': [],
  'api/platform': ['api/contract'],
  'api/ranking': ['api/contract', 'api/text'],
  'api/store': ['api/contract', 'api/platform'],
  'api/search': ['api/contract', 'api/platform', 'api/text'],
  'api/sources': ['api/contract', 'api/platform', 'api/text'],
  'api/mail': ['api/contract', 'api/platform', 'api/text'],
  'api/services': ['api/store', 'api/search', 'api/ranking', 'api/mail', 'api/text', 'api/platform', 'api/contract'],
  'api/http': ['api/services', 'api/platform', 'api/contract', 'package.json'],
  'api/jobs': ['api/services', 'api/store/jobs/jobs.ts', 'api/platform', 'api/contract'],
  cli: ['api/contract', 'package.json'],
  web: ['api/contract/limits.ts', 'package.json'],
  stories: ['web', 'api/contract/samples.ts'],
}

/** Packages that one place alone may load. */
const ONLY_IN: Record<string, readonly string[]> = {
  // Pages are shown and tested over a tiny app of their own.
  elysia: ['api/http', 'api/contract', 'stories', 'tests'],
  '@elysia/openapi': ['api/http'],
  '@elysiajs/jwt': ['api/http'],
  mongoose: ['api/store', 'tests'],
  mongodb: ['api/store'],
  firebase: ['web/auth'],
  'react-router': [],
}

const LINES_MAX = 250
const ROOMS = ['api', 'web', 'cli', 'stories', 'tests']
const files = (
  await Promise.all(ROOMS.map((room) => Array.fromAsync(new Glob(`${room}/**/*.{ts,tsx}`).scan('.'))))
).flat()
const loads = new Map(await Promise.all(files.map(async (file) => [file, await findImports(file)] as const)))

/** What `file` loads: project files as paths from the root, and names of packages. */
async function findImports(file: string): Promise<{ ours: string[]; packages: string[] }> {
  const scanner = new Bun.Transpiler({ loader: file.endsWith('x') ? 'tsx' : 'ts' })
  // A first line that names the interpreter is not TypeScript to the scanner.
  const source = (await Bun.file(file).text()).replace(/^#!.*/, '')
  const paths = scanner.scanImports(source).map(({ path }) => path)
  const ours = paths.flatMap((path) => {
    if (path.startsWith('#')) return [path.slice(1)]
    return path.startsWith('.') ? [new URL(path, `file:///${file}`).pathname.slice(1)] : []
  })
  const others = paths.filter((path) => !/^[#.]|^(node|bun):/.test(path))
  const packages = others.map((path) =>
    path
      .split('/')
      .slice(0, path.startsWith('@') ? 2 : 1)
      .join('/'),
  )
  return { ours, packages }
}

const within = (path: string, place: string) => path === place || path.startsWith(`${place}/`)

describe('The rooms', () => {
  test('load only what they may', () => {
    const wrong: string[] = []
    for (const [room, allowed] of Object.entries(MAY_LOAD)) {
      for (const file of files.filter((path) => within(path, room))) {
        const targets = loads.get(file)?.ours ?? []
        const refused = targets.filter((target) => ![room, ...allowed].some((place) => within(target, place)))
        wrong.push(...refused.map((target) => `${file} loads ${target}`))
      }
    }
    expect(wrong).toEqual([])
  })

  test('are the only ones: nothing of api stands outside them but its composition root', () => {
    const outside = files.filter(
      (file) => within(file, 'api') && !Object.keys(MAY_LOAD).some((room) => within(file, room)),
    )
    expect(outside).toEqual(['api/index.ts'])
  })

  test('keep each package that belongs to one of them', () => {
    const wrong: string[] = []
    for (const [name, places] of Object.entries(ONLY_IN)) {
      for (const [file, { packages }] of loads)
        if (packages.includes(name) && !places.some((place) => within(file, place))) wrong.push(`${file} loads ${name}`)
    }
    expect(wrong).toEqual([])
  })
})

describe('The files', () => {
  test(`have at most ${LINES_MAX} lines`, async () => {
    const long: string[] = []
    for (const file of files) {
      const lines = (await Bun.file(file).text()).trimEnd().split('\n').length
      if (lines > LINES_MAX) long.push(`${file}: ${lines}`)
    }
    expect(long).toEqual([])
  })

  test('are named after what they hold', () => {
    expect(files.filter((file) => /(^|\/)(utils?|helpers?|common|types)\.tsx?$/.test(file))).toEqual([])
    const entries = new Set(['api/index.ts', 'cli/index.ts'])
    expect(files.filter((file) => /\/index\.tsx?$/.test(file) && !entries.has(file))).toEqual([])
  })

  test('of components have a story each', async () => {
    const stories = files.filter((file) => file.endsWith('.stories.tsx'))
    const shown = new Set(stories.flatMap((file) => loads.get(file)?.ours ?? []))
    const components = files.filter((file) => within(file, 'web/components') && file.endsWith('.tsx'))
    expect(components.filter((file) => !shown.has(file))).toEqual([])
  })
})
