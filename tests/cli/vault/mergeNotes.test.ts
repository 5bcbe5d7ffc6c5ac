import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'bun:test'
import { mergeNotes } from '#cli/vault/mergeNotes.ts'
import { openBases } from '#cli/vault/vaultBases.ts'
import { makeFolder } from '#tests/support/process.ts'

const both = (file: string, server: string) => `${file}\n\n> **Written in Paperdawn:**\n> ${server}`.trimStart()

test.each([
  ['only the file', { file: 'a\nB', base: 'a\nb', server: 'a\nb' }, 'a\nB', false],
  ['only the server', { file: 'a\nb', base: 'a\nb', server: 'a\nB' }, 'a\nB', false],
  ['both, the same', { file: 'B', base: 'b', server: 'B' }, 'B', false],
  ['both, at different places', { file: 'A\nb\nc', base: 'a\nb\nc', server: 'a\nb\nC' }, 'A\nb\nC', false],
  ['both, at the same place', { file: 'A', base: 'a', server: 'Z' }, both('A', 'Z'), true],
  // What a run leaves that was killed after it had sent a note, and before it wrote the file.
  ['both, of which the server has all', { file: 'A\nb\nc', base: 'a\nb\nc', server: 'A\nb\nC' }, 'A\nb\nC', false],
  ['a deletion and a change', { file: '', base: 'a', server: 'A' }, both('', 'A'), true],
  ['the last deletion', { file: '', base: 'a', server: 'a' }, '', false],
  ['a note from nothing', { file: 'a', base: '', server: '' }, 'a', false],
  ['an unknown base, and one has more', { file: 'a\nb', base: null, server: 'a' }, 'a\nb', false],
  ['an unknown base, and both have more', { file: 'a\nb', base: null, server: 'a\nc' }, `a\n${both('b', 'c')}`, true],
])('A note that was changed by %s', (_case, { file, base, server }, note, isConflict) => {
  expect(mergeNotes(file, base, server)).toEqual({ note, isConflict })
})

test('A base is found by its content, also below a line that was not written completely', async () => {
  await using folder = await makeFolder()
  const first = await (await openBases(folder.path)).add({ note: 'one', tags: [] })
  await appendFile(join(folder.path, '.paperdawn/bases.jsonl'), '{"note":"two","ta')
  const bases = await openBases(folder.path)
  const second = await bases.add({ note: 'three', tags: ['lab'] })
  const again = await openBases(folder.path)
  expect([first, second, 'ffffffffffffffff'].map((name) => again.get(name)?.note)).toEqual(['one', 'three', undefined])
  await again.keepOnly(new Set([second]))
  expect((await openBases(folder.path)).get(first)).toBeNull()
})
