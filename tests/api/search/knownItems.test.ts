import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { hasRealData, REAL_DATA } from '#tests/support/realData.ts'
import { find, indexed, indexOf } from '#tests/api/support/searchIndex.ts'

const FILE = 'arxiv-robotics-2025.jsonl.gz'
const isHere = hasRealData(FILE, 'finding real papers by their abstracts')

interface RealPaper {
  id: string
  title: string
  abstract: string
}

const wordsOf = (text: string) => text.toLowerCase().match(/[a-z]{5,}/g) ?? []

/** A question for the paper: eight words from the start of its abstract, without those of its title. */
function toQuestion({ title, abstract }: RealPaper): string {
  const known = new Set(wordsOf(title))
  return [...new Set(wordsOf(abstract))]
    .filter((word) => !known.has(word))
    .slice(0, 8)
    .join(' ')
}

// Papers of one field: their abstracts begin alike.
test.skipIf(!isHere)('A paper is found by words of its abstract, without those of its title', async () => {
  const text = new TextDecoder().decode(Bun.gunzipSync(await Bun.file(join(REAL_DATA, FILE)).bytes()))
  const papers = text
    .split('\n', 300)
    .map((line) => JSON.parse(line) as RealPaper)
    .filter(({ abstract }) => abstract !== '')
  const index = indexOf(...papers.map(({ id, title, abstract }) => indexed(id, { title, abstract })))
  const asked = papers.filter((_, number) => number % 5 === 0)
  // No paper has the last word, so that no paper has all of them.
  const ranks = asked.map((paper) => find(index, `${toQuestion(paper)} lanternfish`).indexOf(paper.id))
  index.close()
  const share = (below: number) => ranks.filter((rank) => rank !== -1 && rank < below).length / ranks.length
  console.log(`${asked.length} questions: first ${share(1)}, in the first ten ${share(10)}`)
  expect(share(1)).toBeGreaterThan(0.9)
  expect(share(10)).toBeGreaterThan(0.97)
})
