import { Type } from '@sinclair/typebox'
import { NOTE_MAX, TAG_MAX, TAGS_MAX } from '../contract/limits.ts'
import { PLAIN_LINE } from '../contract/stringSchemas.ts'
import type { ReadingStatus } from '../contract/readingList.ts'
import { changeOnList, getReadingList, removeFromList, saveToList } from '../services/readingList/readingList.ts'
import { LIMIT_DEFAULT, McpItem, pageOf, paging, Status, toMcpItem, toPage } from './shapes.ts'
import { defineTool, type McpCall } from './tool.ts'

const ItemId = Type.String({ minLength: 1, maxLength: 80, description: 'The `item_id` of the list.' })
const Version = Type.Integer({ minimum: 1, description: 'The `version` that the item had when it was read.' })
const Notes = Type.String({ maxLength: NOTE_MAX })
const Tags = Type.Array(Type.String({ minLength: 1, maxLength: TAG_MAX, pattern: PLAIN_LINE }), {
  maxItems: TAGS_MAX,
  uniqueItems: true,
})
const filter = {
  status: Type.Optional(Status),
  tag: Type.Optional(Type.String({ minLength: 1, maxLength: TAG_MAX })),
  q: Type.Optional(Type.String({ minLength: 1, maxLength: 256, description: 'Words of title, authors, note, tags.' })),
}

interface ListQuery {
  status?: ReadingStatus
  tag?: string
  q?: string
  skip?: number
  limit?: number
}

/** One page of the reading list, the paper saved last first. */
export async function readList({ user }: McpCall, { skip = 0, limit = LIMIT_DEFAULT, ...wanted }: ListQuery) {
  const { items, total } = await getReadingList(user, { ...wanted, skip, limit })
  return toPage(items.map(toMcpItem), { total, skip })
}

export const listTools = [
  defineTool({
    name: 'my_list',
    title: 'The reading list',
    description: 'The saved papers with status, note and tags, the newest first; all, or those of a status or a tag.',
    scope: 'list:read',
    hints: { readOnlyHint: true },
    input: Type.Object({ ...filter, ...paging }, { additionalProperties: false }),
    output: Type.Object(pageOf(McpItem)),
    async run(call, input) {
      const data = await readList(call, input)
      return { text: `${data.items.length} of ${data.total} papers of the list.`, data }
    },
  }),
  defineTool({
    name: 'save_paper',
    title: 'Save a paper',
    description:
      'Puts a paper of the library on the reading list. One that is on it already is not changed. One that the ' +
      'library lacks: `look_up` with `save`.',
    scope: 'list:write',
    hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
    input: Type.Object(
      {
        paper_id: Type.String({ minLength: 1, maxLength: 200 }),
        notes: Type.Optional(Notes),
        status: Type.Optional(Status),
        tags: Type.Optional(Tags),
      },
      { additionalProperties: false },
    ),
    output: Type.Object({ created: Type.Boolean(), item: McpItem }),
    async run({ user }, input) {
      const { item, created } = await saveToList(user, { ...input, found_by: 'assistant' })
      const text = created ? 'Saved to the reading list.' : 'It was on the reading list already; nothing was changed.'
      return { text, data: { created, item: toMcpItem(item) } }
    },
  }),
  defineTool({
    name: 'remove_paper',
    title: 'Remove a paper',
    description: 'Takes a paper off the reading list. The reader can restore it with its note for 30 days.',
    scope: 'list:write',
    hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
    input: Type.Object({ item_id: ItemId }, { additionalProperties: false }),
    output: Type.Object({ item_id: Type.String(), removed: Type.Literal(true) }),
    async run({ user }, { item_id }) {
      await removeFromList(user, item_id)
      const data = { item_id, removed: true as const }
      return { text: 'Removed. The reader can restore it for 30 days.', data }
    },
  }),
  defineTool({
    name: 'write_note',
    title: 'Write a note',
    description: 'Replaces the note of a saved paper. Refused if the item was changed since it was read.',
    scope: 'list:write',
    hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
    input: Type.Object({ item_id: ItemId, version: Version, notes: Notes }, { additionalProperties: false }),
    output: Type.Object({ item: McpItem }),
    async run({ user }, { item_id, ...changes }) {
      return { text: 'The note is stored.', data: { item: toMcpItem(await changeOnList(user, item_id, changes)) } }
    },
  }),
  defineTool({
    name: 'tag_paper',
    title: 'Tag a paper',
    description: 'Replaces the tags of a saved paper. Refused if the item was changed since it was read.',
    scope: 'list:write',
    hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
    input: Type.Object({ item_id: ItemId, version: Version, tags: Tags }, { additionalProperties: false }),
    output: Type.Object({ item: McpItem }),
    async run({ user }, { item_id, ...changes }) {
      return { text: 'The tags are stored.', data: { item: toMcpItem(await changeOnList(user, item_id, changes)) } }
    },
  }),
]
