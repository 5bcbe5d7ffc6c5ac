import type { TextPart } from '../../../contract/textChanges.ts'
import type { ReadSection, SectionPair } from './alignSections.ts'
import { diffTokens } from './diffTexts.ts'
import { findMoves, type Move } from './findMoves.ts'
import { toParagraphs } from './sentences.ts'
import { joinSegments, segmentsOf, type Token } from './textTokens.ts'

/** What both places of a paragraph say that moved within its section. */
const WITHIN = 'another place in this section'

/**
 * Puts one token in the place of each paragraph that moved, which is shown as it says: in the newer version by its words,
 * with those that changed, and in the older one by where it is now. Within a section it is at its new place alone, as a
 * moved sentence is: a bibliography in another order would have each entry twice.
 */
export function markMoves(pairs: readonly SectionPair[]): SectionPair[] {
  const shownAs = new Map<Token, Token[]>()
  for (const [index, move] of findMoves(pairs).entries()) {
    const isWithin = move.from.section === move.to.section
    const [origin, target] = [pairs[move.from.section]?.before, pairs[move.to.section]?.after]
    const [first] = move.from.tokens
    const [newFirst] = move.to.tokens
    if (!origin || !target || !first || !newFirst) continue
    const left = { op: 'removed' as const, segments: segmentsOf(move.from.tokens), moved_to: describePlace(target) }
    shownAs.set(first, isWithin ? [] : [tokenOf(`${index} left`, [left])])
    shownAs.set(newFirst, [tokenOf(`${index} came`, partsOf(move, isWithin ? WITHIN : describePlace(origin)))])
  }
  const mark = (section: ReadSection): ReadSection => ({
    ...section,
    tokens: toParagraphs(section.tokens).flatMap((tokens) => shownAs.get(tokens[0] as Token) ?? tokens),
  })
  return pairs.map(({ before, after, moved }) => ({
    ...(before && { before: mark(before) }),
    ...(after && { after: mark(after) }),
    moved,
  }))
}

/** White space is in no key of a word. The blank line makes it a sentence of its own. */
const tokenOf = (name: string, parts: readonly TextPart[]): Token => ({
  key: `\n${name}`,
  segments: [{ text: '\n\n' }],
  isNumber: false,
  parts,
})

/** "section 3 Data". */
function describePlace({ number, title }: ReadSection): string {
  if (number !== null) return `section ${number} ${title}`.trim()
  return title === '' ? 'the beginning' : `section “${title}”`
}

/** The paragraph at its new place, and what changed in it. */
function partsOf({ from, to }: Move, place: string): TextPart[] {
  const now = withoutEnd(to.tokens)
  const parts = diffTokens(withoutEnd(from.tokens), now)?.parts ?? [{ op: 'moved', segments: segmentsOf(now) }]
  return parts.map(({ op, segments, ...part }, index) => ({
    ...part,
    op: op === 'same' ? 'moved' : op,
    segments: index === parts.length - 1 ? joinSegments([...segments, { text: '\n\n' }]) : segments,
    moved_from: place,
  }))
}

/** Without the blank line, which would be in the middle when words after it were removed. */
function withoutEnd(tokens: readonly Token[]): Token[] {
  const last = tokens.at(-1)
  const segments = last?.segments.map((segment) => ('text' in segment ? { text: segment.text.trimEnd() } : segment))
  return last && segments ? [...tokens.slice(0, -1), { ...last, segments }] : [...tokens]
}
