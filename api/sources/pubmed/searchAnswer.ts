import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { cleanLine } from '../../text/clean.ts'
import { maybe, MaybeText, parseJson } from '../jsonRecords.ts'

/** In characters. */
const MESSAGE_MAX = 200

const Texts = maybe(Type.Array(Type.String()))
const Answer = Type.Object({
  esearchresult: Type.Object({
    count: Type.String({ pattern: '^\\d{1,9}$' }),
    idlist: Type.Array(Type.String({ pattern: '^\\d{1,9}$' })),
    querytranslation: MaybeText,
    errorlist: maybe(Type.Object({ phrasesnotfound: Texts, fieldsnotfound: Texts })),
    warninglist: maybe(Type.Object({ phrasesignored: Texts, quotedphrasesnotfound: Texts })),
  }),
})
/** A failure of the search comes as an answer of the search, one of the service around it without. */
const Failed = Type.Object({ esearchresult: Type.Object({ ERROR: Type.String() }) })
const Refused = Type.Object({ error: Type.String() })

/** What a search found. */
export interface SearchAnswer {
  count: number
  /** PMIDs, as many as were asked for. */
  ids: string[]
  /** The query as PubMed understood it; empty when it does not say. */
  understood: string
  /** Phrases and fields that PubMed does not know, and leaves out of the query without a failure. */
  ignored: string[]
}

/** Parses an answer of esearch, or the message of a failure, which has status 200, too. Throws SyntaxError for anything else. */
export function parseSearch(body: string, _options: object = {}): SearchAnswer | { error: string } {
  const answer = parseJson(body)
  if (Value.Check(Failed, answer)) return { error: cleanLine(answer.esearchresult.ERROR, MESSAGE_MAX) }
  if (Value.Check(Refused, answer)) throw new SyntaxError(`it says “${cleanLine(answer.error, MESSAGE_MAX)}”`)
  if (!Value.Check(Answer, answer)) throw new SyntaxError('it is no answer to a search')
  const { count, idlist, querytranslation, errorlist, warninglist } = answer.esearchresult
  const ignored = [
    errorlist?.phrasesnotfound,
    errorlist?.fieldsnotfound,
    warninglist?.phrasesignored,
    warninglist?.quotedphrasesnotfound,
  ].flatMap((texts) => (texts ?? []).map((text) => cleanLine(text, MESSAGE_MAX)))
  return {
    count: Number(count),
    ids: [...new Set(idlist.map((id) => id.replace(/^0+/, '')))],
    understood: cleanLine(querytranslation ?? ''),
    ignored: [...new Set(ignored)].filter(Boolean),
  }
}

/** Whether the body of a refused request says that the API key is not valid. */
export function saysKeyIsInvalid(body: string): boolean {
  try {
    const answer: unknown = parseJson(body)
    return Value.Check(Refused, answer) && /api.?key/i.test(answer.error)
  } catch {
    // Recovered: it says something else.
    return false
  }
}
