import { describe, expect, test } from 'bun:test'
import { nameChoices } from '#stories/config/choices.ts'
import { samplePaper } from '#tests/support/samples.ts'
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

  test('the page of a component has no field for an object that Storybook knows only from the arguments of a story', () => {
    const context = { argTypes: {}, initialArgs: { paper: samplePaper, actions: {}, title: 'Tides' } }
    const named = nameChoices(context as unknown as Parameters<typeof nameChoices>[0])
    expect(named).toMatchObject({ paper: { control: { type: 'select' } }, actions: { control: false } })
    expect(named['title']).toEqual({ name: 'title' })
  })
})
