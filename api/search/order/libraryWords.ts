import type { Database } from 'bun:sqlite'
import { tabulateAbbreviations } from '../../text/abbreviations.ts'
import type { VariantContext } from '../../text/variants.ts'
import { countPapersWith } from './wordForms.ts'

interface AbbreviationRow {
  short: string
  long: string
  texts: number
}

/** Most meanings of one abbreviation that are compared. */
const MEANINGS_MAX = 50

/** Returns what the papers of the index say about words. Each answer is one indexed lookup, the first time. */
export function readLibraryWords(database: Database): VariantContext {
  const frequencies = new Map<string, number>()
  const tabulate = (where: string, key: string) => {
    const rows = database
      .query<AbbreviationRow, [string]>(
        `SELECT short, long, texts FROM abbreviations WHERE ${where} ORDER BY texts DESC LIMIT ${MEANINGS_MAX}`,
      )
      .all(key)
    return tabulateAbbreviations(
      rows.map(({ short, long, texts }) => ({ short: short.split(' '), long: long.split(' '), texts })),
    )
  }
  return {
    frequencyOf: (word) => {
      const papers = frequencies.get(word) ?? countPapersWith(database, word)
      frequencies.set(word, papers)
      return papers
    },
    abbreviations: {
      longOf: (key) => tabulate('short_key = ?', key).longOf(key),
      shortOf: (key) =>
        tabulate('short_key IN (SELECT short_key FROM abbreviations WHERE long_key = ?)', key).shortOf(key),
    },
  }
}
