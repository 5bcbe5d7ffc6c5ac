import { describe, expect, test } from 'bun:test'
import { dirname } from 'node:path'
import { findCycles, readImports } from '#tests/support/imports.ts'
import { LAYERS } from '#tests/support/layers.ts'
import { MAY_LOAD, ONLY_IN } from '#tests/support/walls.ts'

const LINES_MAX = 250
const imports = await readImports()
const files = [...imports.keys()]
const rooms = Object.keys(MAY_LOAD)

const isIn = (path: string, folder: string) =>
  folder.endsWith('/') ? `${dirname(path)}/` === folder : path === folder || path.startsWith(`${folder}/`)

/** The most specific of `folders` that holds `path`. */
const roomOf = (path: string, folders: readonly string[] = rooms) =>
  folders.filter((folder) => isIn(path, folder)).toSorted((a, b) => b.length - a.length)[0]

/** What `file` loads of isProjectFile; types count where `types` says so. */
const targetsOf = (file: string, { types }: { types: boolean }) =>
  (imports.get(file) ?? [])
    .filter(({ isProjectFile, typeOnly }) => isProjectFile && (types || !typeOnly))
    .map(({ target }) => target)

/** Imports that run from a folder to one above it in its list of layers. */
const upward = LAYERS.flatMap((layers) =>
  files.flatMap((file) =>
    targetsOf(file, { types: true })
      .filter((target) => {
        const [from, to] = [roomOf(file, layers), roomOf(target, layers)]
        return from !== undefined && to !== undefined && layers.indexOf(to) < layers.indexOf(from)
      })
      .map((target) => `${file} loads ${target}`),
  ),
)

const circles = findCycles(new Map(files.map((file) => [file, targetsOf(file, { types: true })])))

test('prints how many files each folder holds, upward imports and circles', () => {
  const counts = Map.groupBy(
    files.filter((file) => !file.startsWith('tests/')),
    (file) => dirname(file),
  )
  const lines = [...counts].map(([folder, { length }]) => `${`${length}`.padStart(4)}  ${folder}`)
  console.log([...lines, `upward imports: ${upward.length}, circles: ${circles.length}`].join('\n'))
})

describe('The rooms', () => {
  test('load only what they may', () => {
    const wrong: string[] = []
    for (const file of files.filter((path) => !path.startsWith('tests/') && path !== 'api/index.ts')) {
      const room = roomOf(file)
      const allowed = [room ?? 'no room', ...(MAY_LOAD[room ?? ''] ?? [])]
      for (const target of targetsOf(file, { types: false }))
        if (!allowed.some((folder) => isIn(target, folder))) wrong.push(`${file} loads ${target}`)
    }
    expect(wrong).toEqual([])
  })

  test('of one list of layers load downwards only, types included', () => {
    expect(upward).toEqual([])
  })

  test('hold no circle of imports, types included', () => {
    expect(circles).toEqual([])
  })

  test('are the only ones: no file of api is outside them but its composition root', () => {
    expect(files.filter((file) => file.startsWith('api/') && roomOf(file) === undefined)).toEqual(['api/index.ts'])
  })

  test('keep each package that belongs to one of them', () => {
    const wrong = Object.entries(ONLY_IN).flatMap(([name, folders]) =>
      files
        .filter((file) => imports.get(file)?.some(({ target, typeOnly }) => target === name && !typeOnly))
        .filter((file) => !folders.some((folder) => isIn(file, folder)))
        .map((file) => `${file} loads ${name}`),
    )
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

  test('of components have a story each, in the folder of the same name', () => {
    const expected = files
      .filter((file) => isIn(file, 'web/components') && /\/[A-Z][^/]*\.tsx$/.test(file))
      .map((file) => file.replace('web/components', 'stories').replace('.tsx', '.stories.tsx'))
    expect(expected.filter((file) => !files.includes(file))).toEqual([])
  })
})
