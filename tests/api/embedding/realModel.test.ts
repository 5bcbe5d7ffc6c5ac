import { afterAll, describe, expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MODEL, runtimeFor } from '#api/embedding/delivery/pinned.ts'
import { defaultCache } from '#api/embedding/delivery/ways.ts'
import { openLocalProvider } from '#api/embedding/local/localProvider.ts'
import { createTokenizer } from '#api/embedding/local/wordPiece.ts'

const modelFolder = join(defaultCache(), MODEL.id)
const runtime = runtimeFor(process.platform, process.arch)
const isCached = runtime !== null && existsSync(modelFolder) && existsSync(join(defaultCache(), runtime.id))
if (!isCached) console.log('skipped: the tests of the real embedding model, because its files are not in the cache')

const { signal } = new AbortController()
const provider = isCached ? await openLocalProvider({ report: () => undefined, signal }) : undefined
afterAll(() => provider?.close())
const dot = (one: Float32Array | undefined, other: Float32Array | undefined) =>
  (one ?? new Float32Array()).reduce((sum, value, index) => sum + value * (other?.[index] ?? Number.NaN), 0)

const PAPERS = [
  'Tow ropes that last. We measure how quickly ropes of hemp wear out when barges are pulled along canals.',
  'Counting lamps in fog. Cameras at harbours miss a third of all lights; we correct the counts.',
  'Bread at altitude. Dough rises faster where the air is thin, and we give a formula for it.',
]

describe.skipIf(!isCached)('The real model', () => {
  test('has the tokens of the reference', () => {
    const tokenize = createTokenizer(readFileSync(join(modelFolder, 'tokenizer.json'), 'utf8'), 256)
    // Ids of Hugging Face's tokenizers 0.23.3.
    expect(tokenize('Lanterns that learn to sail: a survey of 1,204 naïve rope-makers.')).toEqual([
      101, 26078, 2008, 4553, 2000, 9498, 1024, 1037, 5002, 1997, 1015, 1010, 19627, 15743, 8164, 1011, 11153, 1012,
      102,
    ])
    expect(tokenize('The α-β graph $G=(V,E)$ — 船 and café; über-efficient tokenisation?')).toEqual([
      101, 1996, 1155, 1011, 1156, 10629, 1002, 1043, 1027, 1006, 1058, 1010, 1041, 1007, 1002, 1517, 100, 1998, 7668,
      1025, 19169, 1011, 8114, 19204, 6648, 1029, 102,
    ])
  })

  test('finds the paper of a question that shares no word with it, and gives a text the same vector every time', async () => {
    const papers = (await provider?.embed(PAPERS, { kind: 'paper', signal })) ?? []
    const ask = async (question: string) => {
      const [vector] = (await provider?.embed([question], { kind: 'question', signal })) ?? []
      const scores = papers.map((paper) => dot(paper, vector))
      return scores.indexOf(Math.max(...scores))
    }
    expect(await ask('durability of cords for towing boats')).toBe(0)
    expect(await ask('visibility of lanterns in mist at a port')).toBe(1)
    expect(await ask('baking in the mountains')).toBe(2)
    for (const paper of papers) expect(dot(paper, paper)).toBeCloseTo(1, 5)
    expect(await provider?.embed(PAPERS.slice(1, 2), { kind: 'paper', signal })).toEqual(papers.slice(1, 2))
  })
})
