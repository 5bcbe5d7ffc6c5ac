import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { seededRandom } from '#api/ranking/features/random.ts'
import type { Library, Reader, ReaderSet } from './library.ts'
import { shuffled } from './measures.ts'

const NEW_SHARE = 0.2
const LIST = 300
const BACKGROUND = 2_000
const SAVES_MIN = 5
const SIZES = [1, 3, 5, 10, 20]
/** Sizes of the libraries that a reader may begin with, each for all readers who have saved at least `of` papers. */
const COLD_STARTS = [
  { of: 50, sizes: [3, 10, 50] },
  { of: 300, sizes: [3, 10, 50, 300] },
]

/**
 * Readers of CiteULike: a fifth of the papers is new and their saves are hidden; the other saves are the profile. Lists:
 * all new papers, the hidden saves among 300 random new papers, and among 300 that share a tag with the profile. The
 * papers are bags of words without text. Null without the files.
 */
export function readCiteulike(folder: string, { seed, limit }: { seed: number; limit: number }): ReaderSet[] | null {
  if (!existsSync(join(folder, 'citeulike-t-mult.dat.gz'))) return null
  const bags = readLines(gunzipSync(readFileSync(join(folder, 'citeulike-t-mult.dat.gz'))).toString())
  const tags = readLines(gunzipSync(readFileSync(join(folder, 'citeulike-t-tag-item.dat.gz'))).toString())
  const saves = readLines(readFileSync(join(folder, 'citeulike-t-users-dev.dat'), 'utf8'))
  const library: Library = {
    name: 'citeulike-t',
    terms: bags.map(toTerms),
    categories: bags.map(() => []),
    embedding: null,
  }
  const tagsOf: number[][] = bags.map(() => [])
  for (const [tag, papers] of tags.entries()) for (const paper of papers) tagsOf[Number(paper)]?.push(tag)
  const random = seededRandom(seed)
  const order = shuffled([...bags.keys()], random)
  const news = order.slice(0, Math.round(bags.length * NEW_SHARE))
  const olds = order.slice(news.length)
  const isNew = new Set(news)
  const known = saves
    .map((list) => list.map(Number))
    .map((list) => ({
      old: list.filter((paper) => !isNew.has(paper)),
      hidden: list.filter((paper) => isNew.has(paper)),
    }))
    .filter(({ old, hidden }) => old.length >= SAVES_MIN && hidden.length > 0)
  const chosen = shuffled(known, random).slice(0, limit)
  const among = (pool: readonly number[], hidden: readonly number[]) => {
    const positives = new Set(hidden)
    const others = shuffled(pool, random).filter((paper) => !positives.has(paper))
    return { papers: shuffled([...hidden, ...others.slice(0, LIST)], random), positives }
  }
  const set = { library, background: shuffled(olds, random).slice(0, BACKGROUND) }
  const inSizes = (size: number, of = chosen): Reader[] =>
    of
      .filter(({ old }) => old.length >= size)
      .map(({ old, hidden }) => ({ profile: shuffled(old, random).slice(0, size), lists: [among(news, hidden)] }))
  return [
    {
      ...set,
      title: 'all new papers',
      readers: chosen.map(({ old, hidden }) => ({
        profile: old,
        // The same array for all readers, so that it is indexed once.
        lists: [{ papers: news, positives: new Set(hidden) }],
      })),
    },
    {
      ...set,
      title: 'day of 300 random papers',
      readers: chosen.map(({ old, hidden }) => ({ profile: old, lists: [among(news, hidden)] })),
    },
    {
      ...set,
      title: 'hard day: 300 papers that share a tag with the profile',
      readers: chosen.map(({ old, hidden }) => {
        const own = new Set(old.flatMap((paper) => tagsOf[paper]!))
        return {
          profile: old,
          lists: [
            among(
              news.filter((paper) => tagsOf[paper]!.some((tag) => own.has(tag))),
              hidden,
            ),
          ],
        }
      }),
    },
    ...SIZES.map((size) => ({
      ...set,
      title: `day of 300 random papers, ${size} saves known`,
      readers: inSizes(size),
    })),
    ...COLD_STARTS.flatMap(({ of, sizes }) => {
      // The smaller libraries are parts of the larger ones, and the lists are the same.
      const whole = inSizes(of, known)
      return sizes.map((size) => ({
        ...set,
        title: `cold start from ${size} papers, readers with ${of}`,
        readers: whole.map((reader) => ({ ...reader, profile: reader.profile.slice(0, size) })),
      }))
    }),
  ]
}

/** Lines "n item item …" without the count. */
const readLines = (text: string): string[][] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.split(' ').slice(1))

/** Words "word:count" as terms whose ids are the numbers of the words. */
function toTerms(words: readonly string[]) {
  const pairs = words
    .map((word) => word.split(':').map(Number) as [number, number])
    .sort(([one], [other]) => one - other)
  return {
    ids: Uint32Array.from(pairs, ([id]) => id),
    counts: Uint8Array.from(pairs, ([, count]) => Math.min(255, count)),
  }
}
