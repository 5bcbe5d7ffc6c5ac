import { nameOfServer } from './preprintServers.ts'

/** The eight fields of arXiv. Each has its own colour for category codes. */
export type Field = 'cs' | 'econ' | 'eess' | 'math' | 'physics' | 'q-bio' | 'q-fin' | 'stat'

const nonPhysicsFields: readonly string[] = ['cs', 'econ', 'eess', 'math', 'q-bio', 'q-fin', 'stat'] satisfies Field[]

/**
 * Returns the field of a category code: `cs.LG` -> cs. Physics has many archives (`hep-th`, `astro-ph.GA`). The subjects
 * of preprint servers for the life sciences belong to biology.
 */
export function fieldOf(code: string): Field {
  const archive = code.split('.')[0] ?? ''
  if (nameOfServer(archive) !== undefined) return 'q-bio'
  return nonPhysicsFields.includes(archive) ? (archive as Field) : 'physics'
}
