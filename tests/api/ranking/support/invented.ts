import { seededRandom } from '#api/ranking/features/random.ts'
import {
  authorKey,
  countTerms,
  emptyTaste,
  featurePaper,
  sumFrequencies,
  type DayPaper,
  type DocumentFrequencies,
  type ReaderOfDay,
} from '#api/ranking/ranker.ts'

const topics = [
  'heron wetland migration roost feather plumage estuary nesting',
  'lantern wick glass flame oil wind night beacon',
  'glacier moraine crevasse melt firn albedo ice valley',
  'violin varnish spruce bow string resonance luthier bridge',
]
const general = 'model measure result data method sample error survey estimate benchmark large small'
const names = ['Mirela Quillfeather', 'Bas Kruidenier', 'Ines Aldercroft', 'Tomas Odinsson', 'Ada Lind']
export const TOPIC_CATEGORIES = ['bird.WET', 'lamp.OIL', 'ice.MELT', 'wood.BOW']

interface Invented {
  id: string
  title: string
  abstract: string
  names: string[]
  categories: string[]
  topic: number
}

/** Invents papers of four topics; each has words of its topic, general words, names and the topic's category. */
export function inventPapers(count: number, seed: number): Invented[] {
  const random = seededRandom(seed)
  const pick = (words: string) => {
    const list = words.split(' ')
    return list[Math.floor(random() * list.length)]!
  }
  return Array.from({ length: count }, (_, index) => {
    const topic = Math.floor(random() * topics.length)
    const text = (length: number) =>
      Array.from({ length }, () => pick(random() < 0.4 ? topics[topic]! : general)).join(' ')
    return {
      id: `arxiv:${seed}.${index}`,
      title: text(4),
      abstract: text(30),
      names: [names[Math.floor(random() * names.length)]!],
      categories: [TOPIC_CATEGORIES[topic]!],
      topic,
    }
  })
}

export const frequenciesOf = (papers: readonly Invented[]): DocumentFrequencies =>
  sumFrequencies(papers.map(countTerms), 1)

/** Features of papers, with a centred vector that says which topic they have. */
export const toDay = (
  papers: readonly Invented[],
  frequencies: DocumentFrequencies,
): (DayPaper & Pick<Invented, 'topic'>)[] =>
  papers.map((paper, index) => {
    const values = new Float32Array(16)
    for (const topic of topics.keys())
      values[topic] = 0.9 * (topic === paper.topic ? Math.sqrt(3 / 4) : -Math.sqrt(1 / 12))
    values[4 + (index % 12)] = Math.sqrt(1 - 0.81)
    const authors = paper.names.map(authorKey)
    return {
      ...paper,
      ...featurePaper({ ...paper, authors }, countTerms(paper), frequencies, { space: 'invented', values }),
    }
  })

export const readerOf = (papers: readonly unknown[], changes: Partial<ReaderOfDay> = {}): ReaderOfDay => ({
  candidates: Uint32Array.from(papers.keys()),
  nextDoor: new Uint32Array(0),
  taste: emptyTaste(),
  categories: [],
  matches: [],
  length: 20,
  seed: 'reader:2026-11-20',
  ...changes,
})
