import type { SimPaper } from './simPapers.ts'

/** What one announcement has for a reader, as ids of papers. A paper is in one of the sets at most. */
export interface ExpectedDay {
  /** New, or new by cross-listing: belongs on a card of this day. */
  arrivals: Set<string>
  /** New versions that the announcement lists. */
  older: Set<string>
  /** Papers that were added on this day to a category of the reader. */
  late: Set<string>
}

export interface Expectation {
  days: Map<string, ExpectedDay>
  /** Day on which the paper was new for the reader. */
  arrivedOn: Map<string, string>
  /** Withdrawn papers. */
  withdrawn: Set<string>
  /**
   * Late cross-lists of papers of before the world, as `<day> <id>`, of which the feeds leave open whether they are for
   * this reader: a feed names its archive, but not the category that was added, and the reader follows another one.
   */
  ambiguous: Set<string>
}

/** Feeds and listings leave out replacements from this version on. */
const UNLISTED_FROM = 6

const ALIASES = new Map([
  ['math.MP', 'math-ph'],
  ['stat.TH', 'math.ST'],
  ['math.IT', 'cs.IT'],
  ['q-fin.EC', 'econ.GN'],
  ['cs.SY', 'eess.SY'],
  ['cs.NA', 'math.NA'],
])
const canonical = (code: string) => ALIASES.get(code) ?? code
/** The archives whose feeds list the category: those of all its names. */
const archivesOf = (code: string) =>
  [...ALIASES]
    .flat()
    .concat(code)
    .filter((name) => canonical(name) === canonical(code))
    .map((name) => name.split('.')[0])

/**
 * What a reader who chose `categories` has to get from each announcement. Follows from the announcements of the papers
 * alone: it shares no code with the product.
 */
export function expectFor(papers: readonly SimPaper[], categories: readonly string[], worldFrom: string): Expectation {
  const chosen = new Set(categories.map(canonical))
  const isChosen = (codes: readonly string[]) => codes.some((code) => chosen.has(canonical(code)))
  const days = new Map<string, ExpectedDay>()
  const expectation: Expectation = { days, arrivedOn: new Map(), withdrawn: new Set(), ambiguous: new Set() }
  for (const paper of papers) {
    const id = `arxiv:${paper.id}`
    if (paper.versions.some(({ source_type }) => source_type === 'I')) expectation.withdrawn.add(id)
    const isOld = (paper.announced[0]?.on ?? '') < worldFrom
    const added = new Set(paper.announced.flatMap(({ type, to }) => (type === 'cross' ? (to ?? []) : [])))
    const carried = new Set(paper.categories.filter((code) => !added.has(code)))
    let version = 0
    for (const { on, type, to = [] } of paper.announced) {
      for (const code of to) carried.add(code)
      if (type !== 'cross') version += 1
      const archives = new Set(to.flatMap(archivesOf))
      if (isOld && isChosen([...carried].filter((code) => archivesOf(code).some((name) => archives.has(name)))))
        expectation.ambiguous.add(`${on} ${id}`)
      const kind = kindOf()
      if (kind === null) continue
      const day = days.get(on) ?? { arrivals: new Set(), older: new Set(), late: new Set() }
      day[kind].add(id)
      days.set(on, day)
      if (kind === 'arrivals') expectation.arrivedOn.set(id, on)

      function kindOf(): keyof ExpectedDay | null {
        if (type === 'cross') return isChosen(to) ? 'late' : null
        if (!isChosen([...carried])) return null
        if (type === 'new') return 'arrivals'
        return version < UNLISTED_FROM ? 'older' : null
      }
    }
  }
  return expectation
}
