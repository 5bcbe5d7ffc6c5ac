import { describe, expect, test } from 'bun:test'
import { Glob } from 'bun'
import { settings } from '#api/platform/environment.ts'

const readme = await Bun.file('README.md').text()
const scripts = ((await Bun.file('package.json').json()) as { scripts: Record<string, string> }).scripts

describe('The README', () => {
  test('lists exactly the existing settings with their meaning', () => {
    const rows = readme.split('\n').flatMap((line) => {
      const [, name, meaning] = /^\| `([A-Z][A-Z_]+)` *\| (.+?) *\|/.exec(line) ?? []
      return name !== undefined && meaning !== undefined ? [{ name, meaning }] : []
    })
    expect(rows).toEqual(settings.map(({ name, meaning }) => ({ name, meaning })))
  })

  test('mentions only package scripts that exist', () => {
    const mentioned = [...readme.matchAll(/\b(?:npm|bun) run ([\w:]+)/g)].map(([, name]) => name ?? '')
    expect(mentioned.length).toBeGreaterThan(3)
    expect(mentioned.filter((name) => !(name in scripts))).toEqual([])
  })

  test('lists every folder of api', async () => {
    const folders = new Set<string>()
    for await (const path of new Glob('api/*/*.ts').scan('.')) folders.add(path.split('/').slice(0, 2).join('/'))
    expect([...folders].filter((folder) => !readme.includes(`\`${folder}\``))).toEqual([])
  })
})
