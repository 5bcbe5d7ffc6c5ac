import type { NameOf } from '../../shared/categoryNames.ts'
import { DAY_MS } from '../../shared/days.ts'
import type { SearchFilters } from './searchState.ts'

/** Returns the query of a saved search for these words: with the filters that can hold for the papers of coming days. */
export function toTopicQuery({ category, author }: SearchFilters, words: string): string {
  const filters = [
    ...(category.length > 1
      ? [`(${category.map((id) => `cat:${id}`).join(' OR ')})`]
      : category.map((id) => `cat:${id}`)),
    ...(author ? [`author:"${author.replaceAll('"', '')}"`] : []),
  ]
  if (filters.length === 0) return words
  return [/\bOR\b/.test(words) ? `(${words})` : words, ...filters].join(' ')
}

export type DatePreset = 'any' | 'week' | 'month' | 'year' | 'own'
const presetDays = { week: 7, month: 30, year: 365 } as const

/** Returns the first day of a preset that ends at `today`. */
export function presetStart(preset: keyof typeof presetDays, today: Date): string {
  return new Date(today.getTime() - presetDays[preset] * DAY_MS).toISOString().slice(0, 10)
}

/** Returns the preset that a date range matches at `today`. */
export function presetOf({ from, to }: Pick<SearchFilters, 'from' | 'to'>, today: Date): DatePreset {
  if (!from && !to) return 'any'
  if (to) return 'own'
  return (
    (Object.keys(presetDays) as (keyof typeof presetDays)[]).find((name) => presetStart(name, today) === from) ?? 'own'
  )
}

/** An active filter: its label, and the remaining filters when it is removed. */
export interface ActiveFilter {
  id: string
  label: string
  without: SearchFilters
}

const presetLabels = { week: 'past week', month: 'past month', year: 'past year' } as const

export function activeFilters(filters: SearchFilters, today: Date, nameOf: NameOf): ActiveFilter[] {
  const { category, from, to, author, in_list } = filters
  const preset = presetOf(filters, today)
  const range = preset === 'own' ? [from && `from ${from}`, to && `to ${to}`].filter(Boolean).join(' ') : ''
  return [
    ...category.map((id) => ({
      id: `category:${id}`,
      label: nameOf(id),
      without: { ...filters, category: category.filter((other) => other !== id) },
    })),
    ...(preset === 'any'
      ? []
      : [
          {
            id: 'date',
            label: preset === 'own' ? range : presetLabels[preset],
            without: { ...filters, from: undefined, to: undefined },
          },
        ]),
    ...(author ? [{ id: 'author', label: `author ${author}`, without: { ...filters, author: undefined } }] : []),
    ...(in_list ? [{ id: 'in_list', label: 'in my list', without: { ...filters, in_list: false } }] : []),
  ]
}
