import type { Category } from '#api/contract/categories.ts'
import { formatCount, formatPlural } from '../../shared/format.ts'
import { isMade } from '../../shared/preprintServers.ts'
import { announcesDaily } from '../../shared/sourceNames.ts'

/** Presets: common research fields with their categories. */
export const presets: readonly { label: string; ids: readonly string[] }[] = [
  { label: 'Machine learning', ids: ['cs.LG', 'stat.ML', 'cs.AI'] },
  { label: 'Language', ids: ['cs.CL', 'cs.LG'] },
  { label: 'Vision and robotics', ids: ['cs.CV', 'cs.RO'] },
  { label: 'Statistics', ids: ['stat.ME', 'stat.AP', 'math.ST'] },
  { label: 'Quantum', ids: ['quant-ph', 'cond-mat.mes-hall'] },
  { label: 'Galaxies and cosmology', ids: ['astro-ph.GA', 'astro-ph.CO'] },
]

/** Papers a day above which the picker recommends fewer categories. */
export const MANY_PAPERS = 200

export interface CategoryGroupChoice {
  name: string
  categories: Category[]
}

/** What a preprint server is for. The groups of arXiv are named after their sciences. */
const sciences: Readonly<Record<string, string>> = {
  bioRxiv: 'biology',
  medRxiv: 'health sciences',
  'IACR ePrint': 'cryptology',
  'Preprint servers': 'chemistry, economics, psychology and others',
}

/** "Statistics", "bioRxiv: biology": the heading of a group. */
export const headingOf = ({ name }: CategoryGroupChoice): string => {
  const science = sciences[name]
  return science === undefined ? name : `${name}: ${science}`
}

/** Whether it is a search that the reader follows, and no category. */
export const isSearch = ({ kind, query }: Category): boolean => kind === 'topic' && query !== undefined

/** Groups the categories; the searches are a group of their own. Keeps their order. */
export function groupCategories(categories: readonly Category[]): CategoryGroupChoice[] {
  const groups = new Map<string, Category[]>()
  for (const category of categories) {
    const name = isSearch(category) ? 'Searches' : category.group
    groups.set(name, [...(groups.get(name) ?? []), category])
  }
  return [...groups].map(([name, members]) => ({ name, categories: members }))
}

/**
 * Returns the categories whose code, name, group or aliases contain every word of `query`, or the publisher of a journal and the like.
 * Matches at the start of the code come first, then exact matches of an alias.
 */
export function searchCategories(categories: readonly Category[], query: string): Category[] {
  const normalizedQuery = normalize(query)
  const words = normalizedQuery.split(' ').filter((word) => word !== '')
  const rank = ({ id, aliases }: Category) =>
    normalize(id).startsWith(normalizedQuery)
      ? 0
      : aliases.some((alias) => normalize(alias) === normalizedQuery)
        ? 1
        : 2
  return categories
    .filter((category) => {
      const { id, name, aliases, group, description } = category
      const details = isMade(id) ? [description] : []
      const text = normalize([id, name, group, ...aliases, ...details].join(' '))
      return words.every((word) => text.includes(word))
    })
    .sort((a, b) => rank(a) - rank(b))
}

/** How many papers there are, on average. */
interface Volume {
  perDay: number
  perWeek: number
}

/** Papers of a source by those of an announcement day: arXiv has five of them in a week. Nothing if it is not known. */
export const volumeOf = ({ per_day, source }: Pick<Category, 'per_day' | 'source'>): Volume => ({
  perDay: per_day ?? 0,
  perWeek: (per_day ?? 0) * (source !== null && announcesDaily(source) ? 7 : 5),
})

/** Returns the papers of all chosen categories together. */
export function sumVolumes(categories: readonly Category[], chosen: readonly string[]): Volume {
  const ids = new Set(chosen)
  const volumes = categories.filter(({ id }) => ids.has(id)).map(volumeOf)
  return {
    perDay: volumes.reduce((sum, { perDay }) => sum + perDay, 0),
    perWeek: volumes.reduce((sum, { perWeek }) => sum + perWeek, 0),
  }
}

/** Papers a day below which they are counted by the week. */
const FEW_PAPERS = 2

/** "310 a day", "12 a week" of what has few a day. `what` is counted: "paper". Undefined if it is not known. */
export function describeVolume({ perDay, perWeek }: Volume, what?: string): string | undefined {
  if (perDay <= 0) return undefined
  const [count, time] = perDay < FEW_PAPERS ? [perWeek, 'week'] : [perDay, 'day']
  const rounded = Math.max(1, Math.round(count))
  return `${what === undefined ? formatCount(rounded) : formatPlural(rounded, what)} a ${time}`
}

/** What is said below a category's name: subject of a server, publisher of a journal, how many papers, or why none come. */
export function detailsOf(category: Category): string[] {
  const { kind, description, group, aliases, available, unavailable_because } = category
  // The other name of a server is its subject.
  const details = isMade(category.id) ? [description] : kind === 'server' ? aliases : kind === 'subject' ? [group] : []
  const volume = describeVolume(volumeOf(category))
  const amount = available ? volume && `about ${volume}` : (unavailable_because ?? 'Not available in this library')
  return [...details, amount].filter((part) => part !== undefined && part !== '') as string[]
}

const normalize = (text: string) => text.toLowerCase().replace(/\s+/g, ' ').trim()
