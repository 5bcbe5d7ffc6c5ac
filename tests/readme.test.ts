import { describe, expect, test } from 'bun:test'
import { Glob } from 'bun'
import { settings } from '#api/platform/environment.ts'

const readme = await Bun.file('README.md').text()
const scripts = ((await Bun.file('package.json').json()) as { scripts: Record<string, string> }).scripts

describe('The README', () => {
  test('lists every setting with its meaning, and no other', () => {
    const rows = readme.split('\n').flatMap((line) => {
      const [, name, meaning] = /^\| `([A-Z][A-Z_]+)` *\| (.+?) *\|/.exec(line) ?? []
      return name !== undefined && meaning !== undefined ? [{ name, meaning }] : []
    })
    expect(rows).toEqual(settings.map(({ name, meaning }) => ({ name, meaning })))
  })

  test('names only commands that exist', () => {
    const named = [...readme.matchAll(/\b(?:npm|bun) run ([\w:]+)/g)].map(([, name]) => name ?? '')
    expect(named.length).toBeGreaterThan(3)
    expect(named.filter((name) => !(name in scripts))).toEqual([])
  })

  test('maps every room', async () => {
    const rooms = new Set<string>()
    for await (const path of new Glob('api/*/*.ts').scan('.')) rooms.add(path.split('/').slice(0, 2).join('/'))
    expect([...rooms].filter((room) => !readme.includes(`\`${room}\``))).toEqual([])
  })
})
