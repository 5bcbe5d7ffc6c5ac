import { Value } from '@sinclair/typebox/value'
import { cleanLine } from '../../text/clean.ts'
import { splitDoiVersion } from '../../text/doiVersions.ts'
import { toSubjectCode, type RegisteredServer } from '../../text/taxonomy/taxonomy.ts'
import { foldWords } from '../../text/words.ts'
import { parseJson } from '../jsonRecords.ts'
import { readMarkup } from '../markup.ts'
import { ListPage, Work } from './work.ts'

const NAME_MAX = 120

/** The subjects of the papers of a list, and how many papers the whole list has. */
export interface SubjectsPage {
  /** One for each paper, as the server writes it; empty for a paper without. */
  subjects: string[]
  total: number
}

/** Reads the subjects of a list. Throws SyntaxError for anything else than a list. */
export function parseSubjects(body: string): SubjectsPage {
  const answer = parseJson(body)
  if (!Value.Check(ListPage, answer)) throw new SyntaxError('it is no list of records')
  const { items, 'total-results': total } = answer.message
  const subjects = items.flatMap((item) => {
    if (!Value.Check(Work, item)) return []
    // A later version is no further paper.
    const isFirst = (splitDoiVersion(item.DOI.toLowerCase()).version ?? 1) === 1
    return isFirst ? cleanLine(readMarkup(item['group-title'] ?? ''), NAME_MAX) : []
  })
  return { subjects, total }
}

/** The code of a subject; null where the server gives its own name or nothing. */
export function subjectCodeOf({ id, name }: RegisteredServer, subject: string | null | undefined): string | null {
  const text = cleanLine(readMarkup(subject ?? ''), NAME_MAX)
  return foldWords(text).join(' ') === foldWords(name).join(' ') ? null : toSubjectCode(id, text)
}
