export type Field = 'title' | 'authors' | 'abstract'

/** A word of the query, folded and not stemmed, with its position in the text of the query. */
export interface QueryWord {
  word: string
  start: number
  end: number
}

/** A phrase: consecutive words, in one field or, if `field` is null, in any. */
export interface Words {
  kind: 'words'
  field: Field | null
  words: readonly QueryWord[]
  /** The last word is a prefix. */
  prefix: boolean
  /** Typed in quotes: searched without variants. */
  quoted: boolean
  /** Typed without quotes and without a field: may be left out when no paper has every word. */
  loose: boolean
}
export type Condition =
  | Words
  /** `isExact`: without authors whose given name is only known by its initial. */
  | { kind: 'author'; name: string; isExact?: boolean }
  | { kind: 'category'; code: string }
  | { kind: 'year'; year: number }
  | { kind: 'and'; items: readonly Condition[] }
  /** `isTerm`: the ways to understand one typed term, such as "2025", which may be left out like a loose word. */
  | { kind: 'or'; items: readonly Condition[]; isTerm?: boolean }
  | { kind: 'not'; item: Condition }
