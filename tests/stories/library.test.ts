import { describe, expect, test } from 'bun:test'
import { readImports } from '#tests/support/imports.ts'

const imports = await readImports()
const targetsOf = (file: string) => (imports.get(file) ?? []).map(({ target }) => target)
const isComponent = (file: string) => /^web\/components\/.*\/[A-Z]\w*\.tsx$/.test(file)
const storyOf = (component: string) => component.replace('web/components', 'stories').replace('.tsx', '.stories.tsx')

describe('The library', () => {
  test('has a story for each component that a page imports, and it shows that component', () => {
    const used = [...imports.keys()]
      .filter((file) => /^web\/(?:pages|app)\//.test(file))
      .flatMap((file) => targetsOf(file).filter(isComponent))
    const wrong = [...new Set(used)].filter((component) => !targetsOf(storyOf(component)).includes(component))
    expect(wrong).toEqual([])
  })

  test('says of each component, above its stories, when to take it', async () => {
    const stories = [...imports.keys()]
      .filter(isComponent)
      .map(storyOf)
      .filter((file) => imports.has(file))
    const silent: string[] = []
    for (const file of stories) if (!/\*\/\nconst meta = /.test(await Bun.file(file).text())) silent.push(file)
    expect(silent).toEqual([])
  })
})
