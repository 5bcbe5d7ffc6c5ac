import type { Category } from '#api/contract/categories.ts'

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
const sciences: Readonly<Record<string, string>> = { bioRxiv: 'biology', medRxiv: 'health sciences' }

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
 * Returns the categories whose code, name, group or aliases contain every word of `query`. Matches at the start of the
 * code come first, then exact matches of an alias.
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
    .filter(({ id, name, aliases, group }) => {
      const text = normalize([id, name, group, ...aliases].join(' '))
      return words.every((word) => text.includes(word))
    })
    .sort((a, b) => rank(a) - rank(b))
}

/** Returns the papers a day of all chosen categories together; 0 if unknown. */
export function sumVolume(categories: readonly Category[], chosen: readonly string[]): number {
  const ids = new Set(chosen)
  return Math.round(categories.reduce((sum, { id, daily_volume }) => sum + (ids.has(id) ? daily_volume : 0), 0))
}

const normalize = (text: string) => text.toLowerCase().replace(/\s+/g, ' ').trim()
