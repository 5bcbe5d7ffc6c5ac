import { orderReasons } from '../contract/limits.ts'
import type { Reason } from '../contract/reasons.ts'
import { nameOfCategory } from '../contract/preprintServers.ts'
import { isolate, toLine } from './toLine.ts'

const REASONS_SHOWN = 3

/** Returns why a paper is in the list, in the words and order of the web, or '' without reasons. */
export function describeReasons(reasons: readonly Reason[]): string {
  const ordered = orderReasons(reasons).slice(0, REASONS_SHOWN)
  return ordered.length > 0 ? `Why: ${ordered.map(describe).join(', ')}` : ''
}

/** Reasons whose text is the code of a category. */
const CATEGORY_KINDS: ReadonlySet<Reason['kind']> = new Set(['category', 'explore', 'next_door'])

function describe({ kind, text, maybe }: Reason): string {
  const shown = isolate(toLine(CATEGORY_KINDS.has(kind) ? nameOfCategory(text) : text, 60))
  switch (kind) {
    case 'category':
      return `you follow ${shown}`
    case 'topic':
      return `you follow the search “${shown}”`
    case 'typed_topic':
      return `your topic “${shown}”`
    case 'keyword':
      return `matches “${shown}”`
    case 'author':
      return maybe ? `perhaps by ${shown}` : `by ${shown}`
    case 'term':
      return `about ${shown}`
    case 'near':
      return `close to “${shown}”`
    case 'strand':
      return `your interest “${shown}”`
    case 'cites':
      return `cites ${shown}`
    case 'explore':
      return `to learn whether you like ${shown}`
    case 'next_door':
      return `from next door: ${shown}`
  }
}
