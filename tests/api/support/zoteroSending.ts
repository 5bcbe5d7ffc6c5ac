import { beforeEach } from 'bun:test'
import { paperId, storePapers } from '#tests/api/support/library.ts'
import type { SimItem } from '#tests/simulators/zoteroLibrary.ts'
import { useZotero } from './zotero.ts'

const isOf = ({ data }: SimItem, type: string) => data.itemType === type

/** Four papers, a reader who saves some, and the collection “Paperdawn” that they are sent to. */
export function useSending() {
  const app = useZotero()
  const { as, connect, connection, simulator, sync } = app
  const target = { collection: '' }
  beforeEach(async () => {
    await storePapers([1, 2, 3, 4])
    target.collection = simulator.library.addCollection('Paperdawn')
  })
  const list = () => as('ada').users.me['reading-list']
  const itemOf = async (id: string) => (await list()({ id }).get()).data!
  const sent = () => simulator.library.top().filter((item) => isOf(item, 'preprint'))

  async function save(number: number, changes: { tags?: string[]; notes?: string } = {}): Promise<string> {
    const { data, error } = await list().post({ paper_id: paperId(number), ...changes })
    if (error) throw new Error(JSON.stringify(error.value))
    return data.id
  }
  const connectToSend = (changes = {}) => connect({ read: 'nothing', push_to: target.collection, ...changes })

  return {
    ...app,
    target,
    list,
    itemOf,
    save,
    sent,
    connectToSend,
    only: () => sent()[0]!,
    notes: () => [...simulator.library.items.values()].filter((item) => isOf(item, 'note')),
    async change(id: string, changes: { tags?: string[]; notes?: string }): Promise<void> {
      const { error } = await list()({ id }).put({ version: (await itemOf(id)).version, ...changes })
      if (error) throw new Error(JSON.stringify(error.value))
    },
    questions: async () => (await connection().questions.get({ query: {} })).data?.items ?? [],
    answer: (key: string, kind: 'removed-in-zotero' | 'removed-here' | 'notes-apart', answer: 'keep' | 'remove') =>
      connection().questions({ key }).post({ kind, answer }),
    /** Saves the first paper and sends it. */
    async sendOne(changes: { tags?: string[]; notes?: string } = {}) {
      await connectToSend({ push_notes: true })
      const id = await save(1, changes)
      await sync()
      return { id, key: sent()[0]!.key }
    },
  }
}
