import { isMade, isOfCrossref, nameOfServer } from './preprintServers.ts'

/** The eight fields of arXiv. Each has its own colour for category codes. */
export type Field = 'cs' | 'econ' | 'eess' | 'math' | 'physics' | 'q-bio' | 'q-fin' | 'stat'

const nonPhysicsFields: readonly string[] = ['cs', 'econ', 'eess', 'math', 'q-bio', 'q-fin', 'stat'] satisfies Field[]

/** Fields of the servers for one subject whose preprints Crossref announces. */
const fieldsOfServers: Readonly<Record<string, Field>> = {
  chemrxiv: 'physics',
  eartharxiv: 'physics',
  ssrn: 'econ',
  nber: 'econ',
  socarxiv: 'econ',
  psyarxiv: 'q-bio',
  ecoevorxiv: 'q-bio',
  techrxiv: 'eess',
}

/**
 * Returns the field of a category code: `cs.LG` -> cs. Physics has many archives (`hep-th`, `astro-ph.GA`). The subjects
 * of preprint servers for the life sciences belong to biology, cryptology to computer science. Undefined for journals, queries, feeds and servers for all subjects.
 */
export function fieldOf(code: string): Field | undefined {
  const archive = code.split('.')[0] ?? ''
  if (isMade(code) || isOfCrossref(code)) return fieldsOfServers[archive]
  if (archive === 'eprint') return 'cs'
  if (nameOfServer(archive) !== undefined) return 'q-bio'
  return nonPhysicsFields.includes(archive) ? (archive as Field) : 'physics'
}
