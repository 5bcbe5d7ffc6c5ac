import type { IndexedPaper } from '#api/search/searchIndex.ts'

/** Number of different words. Their frequencies follow Zipf's law with exponent 1, as those of abstracts nearly do. */
const VOCABULARY = 1_000_000
const TITLE_WORDS = 11
const ABSTRACT_WORDS = 130
const PAPERS_PER_DAY = 300
const FIRST_DAY = Date.parse('2016-01-01T00:00:00Z')

/** Words that the questions of the bench use, at about their ranks in abstracts. Other ranks have invented words. */
const named = new Map(
  Object.entries({
    the: 0,
    of: 1,
    and: 2,
    a: 3,
    to: 4,
    in: 5,
    for: 6,
    we: 7,
    is: 8,
    that: 9,
    with: 10,
    on: 11,
    model: 18,
    method: 22,
    data: 24,
    learning: 26,
    network: 30,
    large: 36,
    language: 44,
    image: 52,
    training: 55,
    performance: 58,
    graph: 90,
    robot: 190,
    neural: 60,
    diffusion: 260,
    molecule: 700,
    lensing: 2_600,
    galaxy: 900,
    cluster: 600,
    grasping: 4_000,
    thought: 1_500,
    chain: 700,
    transformer: 130,
    attention: 150,
    quantum: 120,
    planning: 500,
  }).map(([word, rank]) => [rank, word]),
)

/** Word groups that papers write together: with the share of the papers. */
const groups: [words: string, share: number][] = [
  ['large language model', 0.06],
  ['neural network', 0.1],
  ['chain of thought', 0.01],
  ['robot grasping', 0.0025],
  ['diffusion model', 0.03],
  ['graph neural network', 0.03],
  ['transformer attention', 0.004],
]
const categories = [
  'cs.LG',
  'cs.CL',
  'cs.CV',
  'cs.RO',
  'stat.ML',
  'quant-ph',
  'astro-ph.GA',
  'math.CO',
  'physics.optics',
]

/** A reproducible sequence of numbers from 0 to 1 (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const syllables = 'ba ce di fo gu ha ji ko lu me na pi ro su ta ve wi xo ya zu'.split(' ')

/** The word of a rank: an invented one of syllables, which is different for each rank. */
function wordOf(rank: number): string {
  const name = named.get(rank)
  if (name !== undefined) return name
  let word = ''
  for (let left = rank + 400; left > 0; left = Math.floor(left / syllables.length))
    word += syllables[left % syllables.length]
  return word
}

/** Returns paper `index` of the library, the same at each call. */
export function inventPaper(index: number): IndexedPaper {
  const random = createRandom(index + 1)
  const pickWord = () => wordOf(Math.floor(VOCABULARY ** random()) - 1)
  const pickWords = (count: number) => Array.from({ length: count }, pickWord)
  const abstract = pickWords(ABSTRACT_WORDS)
  const title = pickWords(TITLE_WORDS)
  for (const [words, share] of groups) {
    if (random() >= share) continue
    abstract.splice(Math.floor(random() * abstract.length), 0, words)
    if (random() < 0.3) title.splice(Math.floor(random() * title.length), 0, words)
  }
  const author = () =>
    `${wordOf(2_000 + Math.floor(random() * 3_000))} ${wordOf(9_000 + Math.floor(random() * 60_000))}`
  return {
    id: `arxiv:${index}`,
    seq: index + 1,
    title: title.join(' '),
    abstract: abstract.join(' '),
    authors: [author(), author(), author()],
    categories: [categories[Math.floor(categories.length * random() ** 2)] ?? '', ...(random() < 0.5 ? ['cs.AI'] : [])],
    doi: null,
    dated_at: new Date(FIRST_DAY + Math.floor(index / PAPERS_PER_DAY) * 86_400_000).toISOString(),
  }
}
