import type { RandomNumbers } from './randomNumbers.ts'
import { simPaper, type SimPaper } from './simPapers.ts'

/** Canonical categories of the world and how often each is the primary one. */
export const CATEGORY_WEIGHTS: ReadonlyMap<string, number> = new Map([
  ['cs.LG', 14],
  ['cs.CV', 10],
  ['cs.CL', 8],
  ['cs.AI', 8],
  ['cs.RO', 4],
  ['math.PR', 5],
  ['math.NA', 5],
  ['math.OC', 4],
  ['math.AG', 3],
  ['math-ph', 2],
  ['quant-ph', 8],
  ['stat.ML', 5],
  ['stat.ME', 3],
  ['hep-th', 4],
  ['astro-ph.GA', 4],
  ['astro-ph.CO', 3],
  ['eess.AS', 3],
  ['eess.SY', 4],
  ['econ.GN', 2],
  ['gr-qc', 3],
  ['cond-mat.mtrl-sci', 4],
])

/** Each of these archives announces nothing on some days. */
export const ARCHIVES_WITH_EMPTY_DAYS = ['hep-th', 'eess', 'econ', 'gr-qc', 'math-ph']

/** The other name of a category, which papers carry instead of it or beside it. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  'math.NA': 'cs.NA',
  'eess.SY': 'cs.SY',
  'econ.GN': 'q-fin.EC',
  'math-ph': 'math.MP',
}
const canonicalNames = new Map(Object.entries(OTHER_NAMES).map(([canonical, other]) => [other, canonical]))

/** The canonical names of these categories. Names that are no categories are left out, as arXiv's feeds do. */
export const withAliases = (codes: readonly string[]): string[] => [
  ...new Set(codes.map((code) => canonicalNames.get(code) ?? code).filter((code) => CATEGORY_WEIGHTS.has(code))),
]

function pickCategory(random: RandomNumbers, open: ReadonlySet<string>): string {
  const choices = [...CATEGORY_WEIGHTS].filter(([code]) => open.has(code))
  let left = random.next() * choices.reduce((sum, [, weight]) => sum + weight, 0)
  return choices.find(([, weight]) => (left -= weight) < 0)?.[0] ?? 'cs.LG'
}

function pickCategories(random: RandomNumbers, open: ReadonlySet<string>): string[] {
  const count = random.pick([1, 1, 1, 2, 2, 3])
  const codes = new Set(Array.from({ length: count }, () => pickCategory(random, open)))
  const carried = [...codes].flatMap((code) => {
    const other = OTHER_NAMES[code]
    if (other === undefined) return [code]
    return random.pick([[code], [code, other], [other]])
  })
  // Submitters also write ACM and MSC classes here.
  return random.chance(0.05) ? [...carried, '68T05', 'I.2.7'] : carried
}

const FAMILIES = ['Quillfeather', 'Óðinsson', 'Marrowby', 'Ndiaye-Lund', 'Tsukihara', 'Østervang', 'Villalobos']
const GIVEN = ['Mirela', 'Tomás', 'Ines', 'Aoife', 'Bao', 'Zdeněk', 'Lucía']

/** An invented paper without an id, new on `day`. */
export function inventPaper(
  random: RandomNumbers,
  { day, submitted, open }: { day: string; submitted: Date; open: ReadonlySet<string> },
): SimPaper {
  const serial = random.between(1, 999_999_999)
  const author = () => ({ name: `${random.pick(GIVEN)} ${random.pick(FAMILIES)}` })
  return simPaper({
    id: '',
    title: `Harbour ${serial}: lanterns counted in fog`,
    abstract: `We count the lanterns of harbour ${serial} and find that fog hides $\\epsilon$ of them.`,
    authors: Array.from({ length: random.between(1, 4) }, author),
    categories: pickCategories(random, open),
    versions: [{ at: submitted }],
    announced: [{ on: day, type: 'new' }],
    ...(random.chance(0.3) && { comment: `${random.between(4, 40)} pages` }),
    ...(random.chance(0.1) && { dois: [`10.5555/harbour.${serial}`] }),
  })
}

/** Papers announced years before the world begins. Two have ids of before 2007 and a category that has no archive now. */
export function inventOldPapers(random: RandomNumbers, count: number): SimPaper[] {
  const open = new Set(CATEGORY_WEIGHTS.keys())
  const invented = Array.from({ length: count }, (_, n) => {
    const year = random.between(2010, 2025)
    const day = `${year}-${String(random.between(1, 12)).padStart(2, '0')}-${String(random.between(2, 27)).padStart(2, '0')}`
    const paper = inventPaper(random, { day, submitted: new Date(`${day}T01:00:00Z`), open })
    const number = String(1_001 + n)
    paper.id = `${day.slice(2, 4)}${day.slice(5, 7)}.${year < 2015 ? number : `0${number}`}`
    return paper
  })
  const ancient = ['astro-ph/0601001', 'hep-th/9901002'].map((id) =>
    simPaper({
      id,
      categories: [id.split('/')[0] ?? ''],
      versions: [{ at: new Date('2006-01-02T15:00:00Z') }],
      announced: [{ on: '2006-01-03', type: 'new' }],
    }),
  )
  return [...invented, ...ancient]
}
