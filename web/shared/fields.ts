/** The eight fields of arXiv, each with a hue of its own for category codes. */
export type Field = 'cs' | 'econ' | 'eess' | 'math' | 'physics' | 'q-bio' | 'q-fin' | 'stat'

const named: readonly string[] = ['cs', 'econ', 'eess', 'math', 'q-bio', 'q-fin', 'stat'] satisfies Field[]

/** The field a category code belongs to: `cs.LG` -> cs. Physics has many archives (`hep-th`, `astro-ph.GA`). */
export function fieldOf(code: string): Field {
  const archive = code.split('.')[0] ?? ''
  return named.includes(archive) ? (archive as Field) : 'physics'
}
