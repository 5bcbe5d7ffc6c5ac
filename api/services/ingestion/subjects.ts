import type { Category, Followable } from '../../contract/categories.ts'
import { invalidField } from '../../platform/errors.ts'
import type { FoundSubject } from '../../sources/finders.ts'
import { findCategory, saveMade } from '../../store/papers/categories.ts'
import { archiveOf, servers, type RegisteredServer } from '../../text/taxonomy/taxonomy.ts'
import { foldWords } from '../../text/words.ts'
import type { Sources } from '../product.ts'
import { AFTER_TAXONOMY, categoryReader } from './categories.ts'
import { ask, KeptAnswers, requireFinder } from './finding.ts'

/** Subjects of one answer. */
const FOUND_MAX = 20
/** Each is a request for which a reader waits. */
const SERVERS_MAX = 2

const kept = new KeptAnswers<FoundSubject[]>()

/**
 * Makes the category of a subject of a preprint server, or returns the one that is there. Throws "invalid-input" for a
 * code that no recent paper of the server has, "conflict", and "source-unavailable".
 */
export async function createSubject(sources: Sources, code = ''): Promise<{ category: Category; created: boolean }> {
  const toCategory = await categoryReader(sources)
  const known = await findCategory(code)
  if (known?.kind === 'subject') return { category: toCategory(known), created: false }
  const server = servers.find(({ id }) => id === archiveOf(code))
  if (server === undefined) throw invalidField('subject', `“${code}” is no subject of a preprint server.`)
  const { subjects, source } = await list(sources, server)
  const subject = subjects.find((one) => one.code === code)
  if (subject === undefined)
    throw invalidField('subject', `No paper of the last two weeks has the subject “${code}” at ${server.name}.`)
  const { category, created } = await saveMade({
    _id: code,
    name: subject.name,
    name_key: code,
    kind: 'subject',
    group: server.name,
    description: '',
    aliases: [],
    source_codes: { [source]: [code] },
    owner_id: null,
    daily_volume: subject.perDay,
    position: AFTER_TAXONOMY,
  })
  return { category: toCategory(category), created }
}

/** The subjects of the servers that these words name best, with all other words in them. Throws "conflict", "source-unavailable". */
export async function findSubjects(sources: Sources, q: string): Promise<Followable[]> {
  const words = foldWords(q)
  const countNamed = (server: RegisteredServer) => words.filter((word) => isIn(namesOf(server), word)).length
  const most = Math.max(...servers.map(countNamed))
  const named = most === 0 ? [] : servers.filter((server) => countNamed(server) === most)
  const lists = await Promise.all(
    named.slice(0, SERVERS_MAX).map(async (server) => {
      const { subjects, source } = await list(sources, server)
      return subjects
        .filter(({ name }) => words.every((word) => isIn(`${namesOf(server)} ${name}`, word)))
        .map(({ code, name, perDay }): Followable => {
          return { kind: 'subject', source, code, name, detail: server.name, per_day: perDay, sample: [] }
        })
    }),
  )
  return lists.flat().slice(0, FOUND_MAX)
}

const namesOf = ({ id, name }: RegisteredServer): string => `${id} ${name}`

/** Whether `word` begins a word of the text. */
const isIn = (text: string, word: string): boolean => foldWords(text).some((one) => one.startsWith(word))

async function list(sources: Sources, server: RegisteredServer) {
  const source = await requireFinder(sources, 'subjects')
  const subjects = await kept.get(server.id, () => ask(source, (options) => source.subjects.list(server, options)))
  return { subjects, source: source.id }
}
