import type { Category } from '#api/contract/categories.ts'

/** Common fields of work, each a handful of categories. */
export const presets: readonly { label: string; ids: readonly string[] }[] = [
  { label: 'Machine learning', ids: ['cs.LG', 'stat.ML', 'cs.AI'] },
  { label: 'Language', ids: ['cs.CL', 'cs.LG'] },
  { label: 'Vision and robotics', ids: ['cs.CV', 'cs.RO'] },
  { label: 'Statistics', ids: ['stat.ME', 'stat.AP', 'math.ST'] },
  { label: 'Quantum', ids: ['quant-ph', 'cond-mat.mes-hall'] },
  { label: 'Galaxies and cosmology', ids: ['astro-ph.GA', 'astro-ph.CO'] },
]

/** Above this many papers a day, the picker asks to choose fewer. */
export const MANY_PAPERS = 200

export interface CategoryGroupChoice {
  name: string
  categories: Category[]
}

/** The categories by group, in the order they come. */
export function groupCategories(categories: readonly Category[]): CategoryGroupChoice[] {
  const groups = new Map<string, Category[]>()
  for (const category of categories) groups.set(category.group, [...(groups.get(category.group) ?? []), category])
  return [...groups].map(([name, members]) => ({ name, categories: members }))
}

/** The categories whose code, name or other names hold every word; those whose code begins with the words come first. */
export function searchCategories(categories: readonly Category[], words: string): Category[] {
  const asked = fold(words)
  const parts = asked.split(' ').filter((part) => part !== '')
  const rank = ({ id, aliases }: Category) =>
    fold(id).startsWith(asked) ? 0 : aliases.some((alias) => fold(alias) === asked) ? 1 : 2
  return categories
    .filter(({ id, name, aliases, group }) => {
      const text = fold([id, name, group, ...aliases].join(' '))
      return parts.every((part) => text.includes(part))
    })
    .sort((a, b) => rank(a) - rank(b))
}

/** Papers a day of the chosen categories together; 0 while unknown. */
export function sumVolume(categories: readonly Category[], chosen: readonly string[]): number {
  const ids = new Set(chosen)
  return Math.round(categories.reduce((sum, { id, daily_volume }) => sum + (ids.has(id) ? daily_volume : 0), 0))
}

const fold = (text: string) => text.toLowerCase().replace(/\s+/g, ' ').trim()
