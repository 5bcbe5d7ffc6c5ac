import { Glob } from 'bun'
import { describe, expect, test } from 'bun:test'
import { findRepeated, findSx } from '#tests/support/sx.ts'
import { findClassNames, findValues } from '#tests/support/look.ts'

/** The text of a paper (abstract, authors) has the one stylesheet of components, and so classes. */
const WITH_CLASSES: readonly string[] = [
  'web/components/papers/AuthorList.tsx',
  'web/components/papers/PaperAbstract.tsx',
  'web/pages/Paper/PaperContent.tsx',
]

const isIn = (file: string, places: readonly string[]) =>
  places.some((place) => file === place || file.startsWith(`${place}/`))

const files = (await Array.fromAsync(new Glob('web/**/*.{ts,tsx}').scan('.')))
  .filter((file) => !isIn(file, ['web/shared/theme']))
  .toSorted()
const sources = await Promise.all(files.map(async (file) => [file, await Bun.file(file).text()] as const))

/** What `find` finds in each file, with its place. */
const findAll = (find: (source: string) => readonly string[]) =>
  sources.flatMap(([file, source]) => find(source).map((found) => `${file}: ${found}`))

describe('The look', () => {
  test('has classes only in the text of a paper', () => {
    expect(findAll(findClassNames).filter((found) => !isIn(found.split(':')[0] ?? '', WITH_CLASSES))).toEqual([])
  })

  test('has colours, radii and sizes of text only in the theme', () => {
    expect(findAll(findValues)).toEqual([])
  })

  test('is not written three times: three properties or more of an sx are a variant of the theme or a styled part', () => {
    expect(
      findRepeated(
        sources.flatMap(([file, source]) => findSx(file, source)),
        3,
      ),
    ).toEqual([])
  })
})

describe('The search for a look', () => {
  test('finds classes', () => {
    expect(findClassNames('<p className="meta">')).toEqual(['className="meta"'])
    expect(findClassNames("<p className={isOld ? 'a' : 'b'}>")).toHaveLength(1)
    expect(findClassNames('interface Props extends Omit<Other, "className"> {}')).toEqual([])
  })

  test('finds colours, radii and sizes, and leaves addresses, circles and inherited sizes', () => {
    for (const wrong of [
      "color: '#B83A08'",
      "'#fff'",
      '`1px solid #E4DED5`',
      "color: 'rgb(0 0 0 / 50%)'",
      "background: 'rgba(0, 0, 0, 0.5)'",
      'borderRadius: 2',
      "borderRadius: '12px'",
      "borderRadius: { xs: 0, sm: '16px' }",
      "borderTopLeftRadius: '4px'",
      'fontSize: 14',
      "fontSize: '0.875rem'",
      "fontSize: { xs: '0.75rem' }",
    ])
      expect(findValues(wrong)).toHaveLength(1)
    for (const right of [
      "import { a } from '#api/contract/days.ts'",
      "'/profile#feed'",
      "borderRadius: '50%'",
      'borderRadius: 0',
      "fontSize: 'inherit'",
      '<Icon fontSize="small" />',
    ])
      expect(findValues(right)).toEqual([])
  })

  test('finds three properties that stand in three places, also among others and in another order', () => {
    const one = "<Box sx={{ m: 0, p: 0, listStyle: 'none' }} />"
    const other = "<Box sx={{ display: 'grid', listStyle: 'none', p: 0, m: 0, '& > li': { m: 0, p: 1 } }} />"
    const found = findRepeated([...findSx('a.tsx', `${one}\n${other}`), ...findSx('b.tsx', one)], 3)
    expect(found).toEqual(["listStyle: 'none'; m: 0; p: 0\n  a.tsx:1\n  a.tsx:2\n  b.tsx:1"])
    expect(findRepeated(findSx('a.tsx', `${one}\n${other}`), 3)).toEqual([])
  })
})
