import { addDays } from '#api/platform/clock.ts'
import type { Author, Paper } from '#api/contract/papers.ts'
import { recordDay, storePapers } from './library.ts'

export const DAY = '2026-11-20'
/** Papers 1 to 4 are of one Wei Wang, 11 to 14 of another one. */
export const GLASS_TEAM = ['Tomás Óðinsson', 'Ada Brandtholm', 'Mirela Quillfeather']
export const OWL_TEAM = ['Jorun Vastergaard', 'Ebba Lindqvistsen', 'Oluwaseun Farrowgate']
const GLASS = 'Glass blowers shape molten silica with long pipes inside hot furnaces.'
const OWLS = 'Owls hunt mice over frozen fields by night with silent wings and sharp ears.'

/** The names of others, with the parts of "Wei Wang" in other combinations: it is a common name. */
const OTHERS = ['Wei Zhou', 'Wei Lin', 'Wei Feng', 'Wei Hou', 'Jun Wang', 'Fang Wang', 'Lei Wang', 'Min Wang']

const named = (names: readonly (string | Author)[]) =>
  names.map((one) => (typeof one === 'string' ? { name: one } : one))

/** A paper on glass by "Wei Wang" with the first two of the team; `author` in place of the name. */
export const storeGlass = (
  number: number,
  {
    author = 'Wei Wang',
    ...changes
  }: { author?: string | Author; authors?: Author[] } & Partial<
    Pick<Paper, 'categories' | 'title' | 'announced_on'>
  > = {},
) =>
  storePapers([number], {
    announced_on: DAY,
    title: `Molten glass, part ${number}`,
    abstract: GLASS,
    categories: ['cs.LG'],
    primary_category: 'cs.LG',
    authors: named([GLASS_TEAM[number % 3]!, author, GLASS_TEAM[(number + 1) % 3]!]),
    ...changes,
  })

/** A paper on owls by another "Wei Wang", with other co-authors and in another field. */
export const storeOwls = (
  number: number,
  { author = 'Wei Wang', ...changes }: { author?: string | Author; authors?: Author[]; announced_on?: string } = {},
) =>
  storePapers([number], {
    announced_on: DAY,
    title: `Owls by night, part ${number}`,
    abstract: OWLS,
    categories: ['math.AG'],
    primary_category: 'math.AG',
    authors: named([OWL_TEAM[number % 3]!, author, OWL_TEAM[(number + 1) % 3]!]),
    ...changes,
  })

/** Papers of the day before by others, in which the parts of "Wei Wang" are common. */
export async function storeOthers(): Promise<void> {
  const day = addDays(DAY, -1)
  for (const [index, name] of OTHERS.entries())
    await storePapers([101 + index], { announced_on: day, title: `Notes ${index}`, authors: [{ name }] })
  await recordDay(day)
}

/** Two persons of one name in one library: two papers of each of the day before, and two of each of `DAY`. */
export async function storeNamesakes(): Promise<void> {
  await storeOthers()
  for (const number of [1, 2]) await storeGlass(number, { announced_on: addDays(DAY, -1) })
  for (const number of [11, 12]) await storeOwls(number, { announced_on: addDays(DAY, -1) })
  for (const number of [3, 4]) await storeGlass(number)
  for (const number of [13, 14]) await storeOwls(number)
  await recordDay(DAY)
}
