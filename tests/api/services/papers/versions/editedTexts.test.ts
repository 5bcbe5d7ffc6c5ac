import { expect, test } from 'bun:test'
import { diffTexts } from '#api/services/papers/versions/diffTexts.ts'
import { cleanAbstract } from '#api/text/clean.ts'
import { plainText } from '#api/text/segments.ts'
import { joinParts } from '#tests/api/support/versions.ts'
import { RandomNumbers } from '#tests/simulators/randomNumbers.ts'
import { hasRealData, REAL_DATA } from '#tests/support/realData.ts'

const TEXT =
  'We count the lanterns of a harbour at night. Schr{\\"o}dinger\'s fog hides 12 of 40 lamps, i.e. \\emph{almost} a third. ' +
  "A model with $O(n^{2})$ steps explains ``the rest'' of the light. With $\\alpha$-RuCl$_3$ filters the loss is below 5\\%. " +
  'The efficient estimator needs 3.5 km of cable and no keeper. Our code is available for all harbours.'

/** The same text in another spelling of TeX. */
const respell = (text: string) =>
  text
    .replaceAll('$O(n^{2})$', '\\( O ( n ^ 2 ) \\)')
    .replaceAll('\\emph{almost}', '{\\em almost}')
    .replaceAll("``the rest''", '“the rest”')
    .replaceAll('Schr{\\"o}dinger', 'Schro\u0308dinger')
    .replaceAll('$\\alpha$-RuCl$_3$', 'α-RuCl$_{3}$')
    .replaceAll('5\\%', '$5\\%$')
    .replaceAll('efficient', 'eﬃcient')
    .replaceAll(' is ', '\n  is ')
    .replaceAll('\n  is', '\nis')

test('of 500 edited texts in another spelling each edit is shown, and nothing else', () => {
  const random = new RandomNumbers(7)
  const words = TEXT.split(' ')
  const editable = [...words.keys()].filter((index) => /^[a-z]{3,}$/.test(words[index] ?? ''))
  const shares = { edits: 0, shown: 0, others: 0 }
  for (let round = 0; round < 500; round++) {
    const edited = new Set(
      Array.from({ length: random.between(1, 2) }, () => editable[random.between(0, editable.length - 1)]),
    )
    const next = words.map((word, index) => (edited.has(index) ? `${word}xyz` : word)).join(' ')
    const diff = diffTexts(cleanAbstract(TEXT), cleanAbstract(respell(next)))
    const added = (diff?.parts ?? []).filter(({ op }) => op === 'added').map(({ segments }) => plainText(segments))
    const found = added.flatMap((text) => text.trim().split(/\s+/))
    shares.edits += edited.size
    shares.shown += found.filter((word) => word.includes('xyz')).length
    shares.others += found.filter((word) => !word.includes('xyz') && !/^(?:for|with|the|and|is)$/.test(word)).length
  }
  expect(shares.edits).toBeGreaterThan(500)
  expect(shares).toEqual({ edits: shares.edits, shown: shares.edits, others: 0 })
})

const FILES = ['arxiv-2025-09-10.jsonl.gz', 'arxiv-robotics-2025.jsonl.gz']

test.skipIf(!FILES.every((name) => hasRealData(name, 'real versions')))(
  'of real papers that were read twice, other line breaks are no change, and every text is whole',
  async () => {
    const papers = (await Promise.all(FILES.map(readPapers))).flat()
    const counts = { respaced: 0, falseChanges: 0, edited: 0, shown: 0 }
    for (const [first, ...others] of Map.groupBy(papers, ({ id }) => id.replace(/v\d+$/, '')).values())
      for (const other of others) {
        const [before, after] = [cleanAbstract(first!.abstract), cleanAbstract(other.abstract)]
        const diff = diffTexts(before, after)
        const isRespaced = toLine(first!.abstract) === toLine(other.abstract)
        counts[isRespaced ? 'respaced' : 'edited']++
        if (diff === null) continue
        counts[isRespaced ? 'falseChanges' : 'shown']++
        expect(toLine(joinParts(diff.parts, 'removed'))).toBe(toLine(joinParts(diffTexts('', after)!.parts, 'removed')))
      }
    console.log('real abstracts that were read twice', counts)
    expect(counts.falseChanges).toBe(0)
    expect(counts.shown).toBeGreaterThan(0)
  },
)

const toLine = (text: string) => text.replace(/\s+/g, ' ').trim()

async function readPapers(name: string): Promise<{ id: string; abstract: string }[]> {
  const text = new TextDecoder().decode(Bun.gunzipSync(await Bun.file(`${REAL_DATA}/${name}`).bytes()))
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { id: string; abstract: string })
}
