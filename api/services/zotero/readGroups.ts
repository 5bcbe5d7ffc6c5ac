import { now } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'
import { changeLibrary, type LibraryGroup } from '../../store/readers/zoteroLibraries.ts'
import { findKeysOfOtherGroups } from '../../store/readers/zoteroItems.ts'
import { readPart, type Reading } from './readZoteroLibrary.ts'
import { recordGone } from './removals.ts'

/**
 * Reads what changed in the libraries of the groups that the reader has ticked, and forgets those of others. Each item
 * teaches, and nothing is written to a group. What is known of a group that cannot be read any more is kept, and its row
 * says why; the others are read. Safe to repeat. Returns how many items were read.
 */
export async function readGroups(reading: Reading): Promise<number> {
  const { library } = reading
  const ticked = library.groups.map(({ id }) => id)
  await recordGone(library._id, await findKeysOfOtherGroups(library._id, ticked))
  let read = 0
  for (const group of library.groups) read += await readGroup(reading, group)
  return read
}

async function readGroup(reading: Reading, { id, name, ...group }: LibraryGroup): Promise<number> {
  const change = (changes: Partial<LibraryGroup>) => changeGroup(reading, id, changes)
  try {
    const read = await readPart(reading, {
      access: { ...reading.access, group: id },
      group: id,
      since: group.version,
      isTaught: () => true,
      saveVersion: (version) => change({ version }),
    })
    if (group.problem !== null) await change({ problem: null, failing_since: null })
    return read
  } catch (error) {
    if (!(error instanceof AppError) || (error.code !== 'forbidden' && error.code !== 'not-found')) throw error
    // Recovered: the row names the group, and the other libraries are read.
    const problem = await describeProblem(reading, { id, name }, error.code)
    await change({ problem, failing_since: group.failing_since ?? now() })
    return 0
  }
}

async function changeGroup({ library }: Reading, id: number, changes: Partial<LibraryGroup>): Promise<void> {
  library.groups = library.groups.map((group) => (group.id === id ? { ...group, ...changes } : group))
  await changeLibrary(library, { groups: library.groups })
}

/** Why a group cannot be read. Throws "forbidden" when the key is refused as a whole. */
async function describeProblem(
  { zotero, access }: Reading,
  { id, name }: Pick<LibraryGroup, 'id' | 'name'>,
  code: 'forbidden' | 'not-found',
): Promise<string> {
  if (code === 'not-found') return `The group “${name}” does not exist at Zotero any more.`
  const { groups } = await zotero.readKey(access.key, { signal: access.signal })
  if (groups !== 'all' && groups.length === 0) return `The key may read no groups, and so not “${name}”.`
  return groups === 'all' || groups.includes(id)
    ? `Zotero no longer lets you read the group “${name}”.`
    : `The key may no longer read the group “${name}”.`
}
