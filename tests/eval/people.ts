import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { readMention, type Mention } from '#api/ranking/people/mention.ts'
import { compareMentions } from '#api/ranking/people/evidence.ts'
import { countNames, expectNamesakes } from '#api/ranking/people/nameCounts.ts'
import { FEATURES, featuresOf, judgeMention, knowPerson, RARE_BELOW, type Outcome } from '#api/ranking/people/person.ts'
import { authorKey, countTerms, featurePaper, sumFrequencies } from '#api/ranking/ranker.ts'
import { seededRandom } from '#api/ranking/features/random.ts'
import { readAuthorName } from '#api/text/authorName.ts'
import { canonicalId } from '#api/text/taxonomy/taxonomy.ts'
import { hasRealData, REAL_DATA } from '#tests/support/realData.ts'
import { shuffled } from './measures.ts'

// Measures whether an author of a paper is the person that a reader follows. The persons are real authors with rare names,
// each with three papers or more. Artificial namesakes: several of them get one common name, and the reader follows one of
// them, of whom one to three papers are known. Half of the persons are for fitting (FIT=1 prints the weights), the
// others are reported. Half of the namesakes are of the same primary category. The data is not part of the project;
// BENCH_DATA is the path of its folder.
const FILES = ['arxiv-2025-09-10.jsonl.gz', 'arxiv-robotics-2025.jsonl.gz']
const PAPERS_MIN = 3
/** A name of which fewer others are expected is one person's for sure. */
const UNIQUE_BELOW = 0.005
/** How many persons have the name. */
const SIZES = [1, 2, 3, 5, 8]
const KNOWN_MAX = 3
const ASKED_A_DAY = 2
const DAYS_A_MONTH = 21

interface RealPaper {
  id: string
  title: string
  abstract: string
  authors: string[]
  categories: string[]
  crawl_date?: string
}

interface Person {
  key: string
  papers: { mention: Mention; day: string }[]
}

function readLibrary() {
  const byId = new Map<string, RealPaper>()
  for (const file of FILES)
    for (const line of gunzipSync(readFileSync(join(REAL_DATA, file)))
      .toString()
      .trim()
      .split('\n')) {
      const paper = JSON.parse(line) as RealPaper
      byId.set(paper.id.replace(/v\d+$/, ''), paper)
    }
  const papers = [...byId.values()]
  const terms = papers.map((paper) => countTerms(paper))
  const frequencies = sumFrequencies(terms, 1)
  const counts = countNames(papers.flatMap(({ authors }) => authors.map(readAuthorName)))
  const byKey = new Map<string, Person>()
  for (const [at, { id, authors, categories, crawl_date = '' }] of papers.entries()) {
    const { features } = featurePaper({ id, categories: [], authors: [] }, terms[at]!, frequencies, null)
    const named = authors.map((name) => ({ name }))
    const codes = categories.filter((code) => /^[a-z-]+(\.[A-Za-z-]+)?$/.test(code)).map(canonicalId)
    for (const [place, name] of authors.entries()) {
      const key = authorKey(name)
      const parsed = readAuthorName(name)
      const isRare = parsed.given.some(({ isInitial }) => !isInitial) && expectNamesakes(parsed, counts) < UNIQUE_BELOW
      if (!isRare || key === '') continue
      const mention = readMention({ id, authors: named, categories: codes, features }, place)
      const person = byKey.get(key) ?? { key, papers: [] }
      person.papers.push({ mention, day: crawl_date.slice(0, 10) })
      byKey.set(key, person)
    }
  }
  const names = [...new Set(papers.flatMap(({ authors }) => authors))].filter(
    (name) => expectNamesakes(readAuthorName(name), counts) >= RARE_BELOW,
  )
  const days = new Set(papers.flatMap(({ crawl_date }) => crawl_date?.slice(0, 10) ?? [])).size
  return { days, persons: [...byKey.values()].filter(({ papers: own }) => own.length >= PAPERS_MIN), names, counts }
}

type Library = ReturnType<typeof readLibrary>

/** Several persons with one name: the first is followed. */
interface World {
  name: string
  followed: Person
  others: Person[]
  known: number
}

function makeWorlds(persons: readonly Person[], { names }: Library, random: () => number): World[] {
  const byCategory = Map.groupBy(persons, ({ papers }) => papers[0]?.mention.categories[0] ?? '')
  const draw = <Item>(list: readonly Item[]) => list[Math.floor(random() * list.length)]!
  return shuffled([...persons], random).map((followed, at) => {
    const near = byCategory.get(followed.papers[0]?.mention.categories[0] ?? '') ?? persons
    const others = Array.from({ length: SIZES[at % SIZES.length]! - 1 }, (_, index) =>
      draw(index % 2 === 0 ? near : persons),
    )
    return {
      name: draw(names),
      followed,
      others: [...new Set(others)].filter((one) => isOfAnotherGroup(one, followed)),
      known: 1 + Math.floor(random() * Math.min(KNOWN_MAX, followed.papers.length - 1)),
    }
  })
}

/** Whether two persons have no co-author in common, and never wrote together. */
function isOfAnotherGroup(one: Person, followed: Person): boolean {
  const group = new Set(
    [followed, ...followed.papers].flatMap((each) => ('key' in each ? each.key : [...each.mention.coauthors.keys()])),
  )
  return (
    !group.has(one.key) &&
    one.papers.every(({ mention }) => ![...mention.coauthors.keys()].some((key) => group.has(key)))
  )
}

/** The mentions of a world under its name: those that are known, and the others in the order of their days. */
function readWorld({ name, followed, others, known }: World) {
  const rename = (mention: Mention): Mention => ({ ...mention, name })
  const own = followed.papers.toSorted((one, other) => (one.day < other.day ? -1 : 1))
  const yes = own.slice(0, known).map(({ mention }) => rename(mention))
  const ids = new Set(own.map(({ mention }) => mention.paper_id))
  const rest = [
    ...own.slice(known).map((one) => ({ ...one, isTheirs: true })),
    // A paper of both of them could not say which of the two is meant.
    ...others
      .flatMap(({ papers }) => papers)
      .filter(({ mention }) => !ids.has(mention.paper_id))
      .map((one) => ({ ...one, isTheirs: false })),
  ].map((one) => ({ ...one, mention: rename(one.mention) }))
  return { yes, rest: rest.toSorted((one, other) => (one.day < other.day ? -1 : 1)) }
}

const factsOf = ({ name }: World, yes: readonly Mention[], { counts }: Library) => ({
  name: readAuthorName(name),
  orcid: null,
  yes,
  no: [] as readonly Mention[],
  own: [],
  namesakes: [],
  counts,
})

/** Logistic regression by gradient descent with a small ridge. */
function fit(worlds: readonly World[], library: Library): Record<string, number> {
  const rows = worlds.flatMap((world) => {
    const { yes, rest } = readWorld(world)
    return rest.map(({ mention, isTheirs }) => {
      const evidence = compareMentions(mention, yes, library.counts)!
      const features = featuresOf(evidence)
      return { x: FEATURES.map((feature) => features[feature]), y: isTheirs ? 1 : 0 }
    })
  })
  const weights = FEATURES.map(() => 0)
  // Each feature has its own step, as their sizes differ.
  const sizes = FEATURES.map((_, at) => 0.02 + rows.reduce((sum, { x }) => sum + x[at]! ** 2, 0) / rows.length)
  for (let step = 0; step < 4_000; step++) {
    const slope = weights.map((weight) => 0.0001 * weight)
    for (const { x, y } of rows) {
      const miss = 1 / (1 + Math.exp(-x.reduce((sum, value, at) => sum + value * weights[at]!, 0))) - y
      for (const [at, value] of x.entries()) slope[at]! += (miss * value) / rows.length
    }
    for (const [at, value] of slope.entries()) weights[at]! -= value / sizes[at]!
  }
  return Object.fromEntries(FEATURES.map((feature, at) => [feature, Math.round(weights[at]! * 100) / 100]))
}

/** As the product: the library is known, and nothing is judged beside the known papers. */
function report(worlds: readonly World[], library: Library) {
  const found: { outcome: Outcome; isTheirs: boolean; probability: number }[] = []
  for (const world of worlds) {
    const { yes, rest } = readWorld(world)
    const person = knowPerson({ ...factsOf(world, yes, library), namesakes: rest.map(({ mention }) => mention) })
    for (const { mention, isTheirs } of rest) found.push({ ...judgeMention(person, mention), isTheirs })
  }
  const count = (outcome: Outcome, isTheirs?: boolean) =>
    found.filter((one) => one.outcome === outcome && (isTheirs ?? one.isTheirs) === one.isTheirs).length
  const all = found.filter(({ isTheirs }) => isTheirs).length
  return {
    mentions: found.length,
    'precision of theirs': count('theirs', true) / count('theirs'),
    recall: count('theirs', true) / all,
    'precision of other': count('other', false) / count('other'),
    'missed as other': count('other', true) / all,
    asked: count('unsure') / found.length,
  }
}

/** Questions of a month to a reader who follows ten authors, five with common names, and answers two a day rightly. */
function countQuestions(worlds: readonly World[], library: Library): number {
  const readers = Math.floor(worlds.length / 5)
  let asked = 0
  let days = 0
  for (let reader = 0; reader < readers; reader++) {
    const followed = worlds.slice(reader * 5, reader * 5 + 5).map((world) => {
      const { yes, rest } = readWorld(world)
      return { world, yes, no: [] as Mention[], rest: rest.filter(({ day }) => day !== '') }
    })
    const inOrder = [...new Set(followed.flatMap(({ rest }) => rest.map(({ day }) => day)))].toSorted()
    days += library.days
    for (const day of inOrder) {
      let left = ASKED_A_DAY
      for (const one of followed) {
        const person = knowPerson({ ...factsOf(one.world, one.yes, library), no: one.no })
        for (const { mention, isTheirs, day: on } of one.rest) {
          if (on !== day || left === 0 || judgeMention(person, mention).outcome !== 'unsure') continue
          left -= 1
          asked += 1
          ;(isTheirs ? one.yes : one.no).push(mention)
        }
      }
    }
  }
  return (asked / days) * DAYS_A_MONTH
}

function measure(): void {
  const library = readLibrary()
  const random = seededRandom(7)
  const order = shuffled(library.persons, random)
  const halves = [order.filter((_, at) => at % 2 === 0), order.filter((_, at) => at % 2 === 1)] as const
  const [fitted, kept] = halves.map((half) => makeWorlds(half, library, random))
  console.log(`${order.length} persons with rare names, ${library.names.length} common names`)
  if (process.env['FIT']) {
    console.log(fit(fitted!, library))
    console.table({ fitted: report(fitted!, library) })
  }
  console.table(
    Object.fromEntries([
      ...SIZES.map((size) => [
        `${size} with the name`,
        report(
          kept!.filter(({ others }) => others.length + 1 === size),
          library,
        ),
      ]),
      ['all', report(kept!, library)],
    ]),
  )
  console.log(`Questions a month: ${countQuestions(kept!, library).toFixed(1)}`)
}

if (FILES.every((file) => hasRealData(file, 'the measures of followed authors'))) measure()
