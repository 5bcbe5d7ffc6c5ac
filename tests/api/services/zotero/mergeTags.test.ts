import { expect, test } from 'bun:test'
import { signalWeight } from '#api/ranking/model/signals.ts'
import { mergeTags } from '#api/services/zotero/mergeTags.ts'

const tags = (...names: string[]) => names.map((tag) => ({ tag }))

test.each([
  ['both add', [], ['a'], ['b'], ['a', 'b'], ['b', 'a']],
  ['one removes', ['a', 'b'], ['a'], ['a', 'b'], ['a'], ['a']],
  ['the other removes', ['a', 'b'], ['a', 'b'], ['b'], ['b'], ['b']],
  ['both remove', ['a'], [], [], [], []],
  ['other spelling', ['Night'], ['Night'], ['night'], ['Night'], ['night']],
])('Tags are united when %s', (_name, base, ours, theirs, here, there) => {
  const merged = mergeTags({ base, ours, theirs: tags(...theirs) })
  expect(merged.ours).toEqual(here)
  expect(merged.theirs).toEqual(tags(...there))
  // A second comparison changes nothing.
  expect(mergeTags(merged)).toEqual(merged)
})

test('A paper of a library counts half as much a year after it was added', () => {
  expect(signalWeight('zotero', 0)).toBe(1)
  expect(signalWeight('zotero', 365)).toBe(0.5)
  expect(signalWeight('zotero', 730)).toBe(0.25)
})
