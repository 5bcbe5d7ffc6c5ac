import { expect, test } from 'bun:test'
import { marked } from 'marked'
import { parse } from 'yaml'
import { writeVault } from '#api/citations/vault.ts'
import type { Item } from '#api/contract/readingList.ts'
import type { Paper } from '#api/contract/papers.ts'
import { sampleItem, samplePaper } from '#tests/support/samples.ts'

const itemOf = (paper: Partial<Paper>, changes: Partial<Item> = {}): Item => ({
  ...sampleItem,
  ...changes,
  paper: { ...samplePaper, ...paper },
})
const textOf = async (...given: Parameters<typeof itemOf>) => (await writeVault([itemOf(...given)]))[0]!.text
const frontOf = (text: string) => parse(text.split('---\n')[1]!) as Record<string, unknown>
const paperIn = (text: string) => /<!-- paperdawn:paper -->\n([\s\S]*?)\n<!-- \/paperdawn:paper -->/.exec(text)![1]!

test('Text of others stays text in a file: no picture, link, tag, comment, or end of the block', async () => {
  const hostile = '![x](https://a.example/p.png) [[Other]] #tag %%gone%% <img src=x> <!-- /paperdawn:paper --> `x` $a$'
  const text = await textOf({
    title_segments: [{ text: hostile }],
    authors: [{ name: hostile }],
    abstract_segments: [{ text: hostile }, { tex: 'a <!-- /paperdawn:paper --> b', display: false }],
  })
  expect(text.split(/^---$/m)[2]!.match(/<!-- \/paperdawn:paper -->/g)).toHaveLength(1)
  const html = await marked.parse(paperIn(text))
  expect(html).not.toMatch(/<img|<code|<!--|>x<\/a>/)
  expect(paperIn(text)).not.toMatch(/\[\[|%%|(?<!\\)#tag/)
  expect(frontOf(text)).toMatchObject({ title: hostile, authors: [hostile] })
})

test('The front matter says what a query needs, and formulas stay TeX', async () => {
  const text = await textOf(
    {
      doi: '10.5555/jiv.11',
      abstract_segments: [{ text: 'At ' }, { tex: 'x > 1', display: false }, { text: ' it holds.' }],
    },
    { status: 'reading', tags: ['deep  learning', 'lab'] },
  )
  expect(frontOf(text)).toMatchObject({
    paperdawn: samplePaper.id,
    published: '2026-11-18',
    doi: '10.5555/jiv.11',
    url: samplePaper.urls.abs,
    status: 'reading',
    tags: ['deep-learning', 'lab'],
  })
  expect(paperIn(text)).toEndWith('At $x > 1$ it holds.')
})

test('A withdrawal and the notices of a publisher are marked', async () => {
  const text = await textOf({
    withdrawn: true,
    withdrawn_by: 'authors',
    notices: [
      {
        kind: 'retracted',
        doi: '10.5555/jiv.11',
        by: ['publisher'],
        on: '2026-11-03',
        url: 'https://doi.org/10.5555/n',
      },
    ],
  } as Partial<Paper>)
  expect(paperIn(text)).toContain(
    '> [!warning]\n> Its authors have withdrawn this paper.\n> Retracted by the publisher on 3 Nov 2026',
  )
})

const named = (id: string) => itemOf({ id, title_segments: [{ text: 'CON: a/b' }] })

test('Each paper has a name of its own, also where case does not count', async () => {
  const files = await writeVault([named('doi:10.5555/a/b'), named('doi:10.5555/A_b'), named('arxiv:hep-th/9901001')])
  expect(files.map(({ name }) => name)).toEqual([
    'CON a b - 10.5555_a_b.md',
    'CON a b - 10.5555_A_b 2.md',
    'CON a b - hep-th_9901001.md',
  ])
})
