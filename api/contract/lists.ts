import { t, type TSchema } from 'elysia'
import { PAGE_MAX } from './limits.ts'

/** Schema of one page of a list. `total` is exact up to 10,000; above that `total_is_lower_bound` is true. */
export const listOf = <Item extends TSchema>(item: Item) =>
  t.Object({
    items: t.Array(item),
    total: t.Integer(),
    total_is_lower_bound: t.Optional(t.Boolean()),
    skip: t.Integer(),
    limit: t.Integer(),
  })

export interface List<Item> {
  items: Item[]
  total: number
  total_is_lower_bound?: boolean
  skip: number
  limit: number
}

/** Schema of a list that is always returned whole, because its number of items is small by its nature. */
export const completeListOf = <Item extends TSchema>(item: Item) =>
  t.Object({ items: t.Array(item), total: t.Integer() })

/** Query parameters of a list of which one page is returned. */
export const skipAndLimit = (defaultLimit: number, maximum: number = PAGE_MAX) => ({
  skip: t.Optional(t.Integer({ minimum: 0, default: 0 })),
  limit: t.Optional(t.Integer({ minimum: 1, maximum, default: defaultLimit })),
})

export const Instant = t.String({ format: 'date-time', description: 'UTC, ISO 8601.' })
export const Day = t.String({ format: 'date', description: 'YYYY-MM-DD.' })
