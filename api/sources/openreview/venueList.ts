import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { parseJson } from '../jsonRecords.ts'

const Groups = Type.Object({
  groups: Type.Array(Type.Object({ id: Type.String(), members: Type.Array(Type.String()) }), { minItems: 1 }),
})
/** As in "ICLR.cc/2027/Conference": in addresses and names, and in no other place. */
const VENUE_ID = /^[\w.'&+-]+(?:\/[\w.'&+-]+)*$/
const ID_MAX = 200

/** Whether a text has the form of the id of a venue. */
export const isVenueId = (text: string): boolean => text.length <= ID_MAX && VENUE_ID.test(text)

/** Parses the group of all venues: their ids, each once. Throws SyntaxError for anything else. */
export function parseVenues(body: string, _options: object): string[] {
  const answer = parseJson(body)
  if (!Value.Check(Groups, answer)) throw new SyntaxError('it has no list of venues')
  return [...new Set(answer.groups.flatMap(({ id, members }) => (id === 'venues' ? members.filter(isVenueId) : [])))]
}
