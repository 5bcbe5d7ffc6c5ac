/** A table with the names of `entries` alone: not "constructor" and others, which every object of JavaScript has. */
export const ownNames = <Value>(entries: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> =>
  Object.assign(Object.create(null) as Record<string, Value>, entries)
