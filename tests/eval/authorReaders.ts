import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { seededRandom } from '#api/ranking/features/random.ts'
import { countTerms } from '#api/ranking/ranker.ts'
import type { Library, Reader, ReaderSet } from './library.ts'
import { shuffled } from './measures.ts'

const LIST_MAX = 300
const SIZES = [3, 5, 10, 20]

interface Paper {
  id: string
  title: string
  abstract: string
  categories: string[]
  crawl_date: string
}
interface AuthorReader {
  profile: string[]
  later: string[]
}

/**
 * Authors as readers: the profile is what the author published up to a day, and for each later day on which the author
 * published, the papers of that day that share a category with the profile are to be ordered. Null without the files.
 */
export function readAuthors(
  folder: string,
  { vectors, limit = Infinity }: { vectors?: string | undefined; limit?: number },
): ReaderSet[] | null {
  if (!existsSync(join(folder, 'authors-readers-dev.json'))) return null
  const papers = readLines<Paper>(join(folder, 'authors-papers.jsonl.gz'))
  const given = JSON.parse(readFileSync(join(folder, 'authors-readers-dev.json'), 'utf8')) as {
    readers: AuthorReader[]
    background: string[]
  }
  const numbers = new Map(papers.map(({ id }, number) => [id, number]))
  const library: Library = {
    name: 'authors',
    terms: papers.map((paper) => countTerms(paper)),
    categories: papers.map(({ categories }) => categories),
    embedding: vectors === undefined ? null : readVectors(vectors, papers),
  }
  const byDay = Map.groupBy(papers.keys(), (number) => dayOf(papers[number]!))
  const random = seededRandom(7)
  const readers = given.readers.slice(0, limit).map(({ profile, later }): Reader => {
    const own = profile
      .map((id) => numbers.get(id)!)
      .sort((one, other) => (dayOf(papers[one]!) < dayOf(papers[other]!) ? 1 : -1))
    const categories = new Set(own.flatMap((number) => papers[number]!.categories))
    const positives = new Set(later.map((id) => numbers.get(id)!))
    const days = new Set([...positives].map((number) => dayOf(papers[number]!)))
    const lists = [...days].sort().map((day) => {
      const all = byDay.get(day) ?? []
      const found = all.filter((number) => positives.has(number))
      const others = all.filter(
        (number) =>
          !positives.has(number) &&
          !own.includes(number) &&
          papers[number]!.categories.some((category) => categories.has(category)),
      )
      const chosen = shuffled(others, random).slice(0, LIST_MAX - found.length)
      return { papers: shuffled([...found, ...chosen], random), positives: new Set(found) }
    })
    return { profile: own, lists }
  })
  const background = given.background.map((id) => numbers.get(id)!)
  const set = { library, background }
  return [
    { ...set, title: 'authors as readers', readers },
    ...SIZES.map((size) => ({
      ...set,
      title: `authors as readers, newest ${size} papers known`,
      readers: readers
        .filter(({ profile }) => profile.length >= size)
        .map((reader) => ({ ...reader, profile: reader.profile.slice(0, size) })),
    })),
  ]
}

const dayOf = ({ crawl_date }: Paper) => crawl_date.slice(0, 10)

const readLines = <T>(file: string): T[] =>
  gunzipSync(readFileSync(file))
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T)

/** Reads `<path>.f32`, rows of 32-bit floats, and `<path>.ids.json`, the paper of each row. */
function readVectors(path: string, papers: readonly Paper[]): Float32Array[] {
  const ids = JSON.parse(readFileSync(`${path}.ids.json`, 'utf8')) as string[]
  const bytes = readFileSync(`${path}.f32`)
  const values = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4)
  const dimensions = values.length / ids.length
  const rows = new Map(ids.map((id, row) => [id, values.subarray(row * dimensions, (row + 1) * dimensions)]))
  return papers.map(({ id }) => {
    const row = rows.get(id)
    if (row === undefined) throw new Error(`${path} has no vector of ${id}`)
    return row
  })
}
