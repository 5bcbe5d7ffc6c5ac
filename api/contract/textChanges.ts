import { t } from 'elysia'
import { oneOf } from './stringSchemas.ts'
import { ChangePart } from './versions.ts'

/** A part of the text of a section. */
export const TextPart = t.Object({
  ...ChangePart.properties,
  left_out: t.Optional(
    t.Integer({ minimum: 1, description: 'Words that follow this part and are not in the answer, with its mark.' }),
  ),
  moved_from: t.Optional(
    t.String({
      description:
        'It is in a paragraph that was in another place of the older version: "section 3 Data". What of the paragraph ' +
        'reads the same is "moved", what changed in it "added" and "removed".',
    }),
  ),
  moved_to: t.Optional(
    t.String({
      description:
        'A paragraph that is not gone but in this section of the newer version: "section 4 Discussion". Its words do not ' +
        'count as removed. One that moved within its section is at its new place alone.',
    }),
  ),
})
export type TextPart = typeof TextPart.static

export const SectionChange = t.Object({
  level: t.Integer({ minimum: 1, maximum: 3, description: '1: a section; 2 and 3: a section in one.' }),
  number: t.Nullable(t.String(), { description: '"2.1", of the version that it is a part of.' }),
  title: t.String({ description: 'Empty for the text before the first section.' }),
  name: t.String({ description: 'Number and title, for readers: "2.1 Keepers", "The beginning".' }),
  summary: t.String({ description: 'What happened to it: "changed, moved: 12 words added, 3 removed".' }),
  state: oneOf(['same', 'changed', 'added', 'removed'], {
    description: '"same": the text reads the same, in both versions. A section may be moved or renamed and the same.',
  }),
  moved: t.Boolean({ description: 'Whether it is at another place among the sections that both versions have.' }),
  old_title: t.Nullable(t.String(), { description: 'In the older version, if it reads otherwise.' }),
  words_added: t.Integer({ minimum: 0, description: 'Without those of paragraphs that moved.' }),
  words_removed: t.Integer({ minimum: 0 }),
  parts: t.Array(TextPart, {
    description:
      'What changed, with some words around it, a line break between paragraphs; of a section that was added or removed the beginning. Empty for a ' +
      'section that is the same, and when `is_left_out`. A paragraph of 20 words or more that moved is marked as such if ' +
      'most of its phrases stayed the same and no other paragraph reads like it.',
  }),
  is_left_out: t.Boolean({ description: 'It changed, and the answer would be too long with what changed.' }),
})
export type SectionChange = typeof SectionChange.static

/** What changed in the text of a paper from one version to another one, by sections. */
export const TextChanges = t.Object({
  from: t.Integer(),
  to: t.Integer(),
  from_url: t.String({ description: 'The text of the older version, at its source.' }),
  to_url: t.String(),
  summary: t.String({ description: 'One sentence: "3 of 9 sections changed: 120 words added, 45 removed."' }),
  sections: t.Array(SectionChange, {
    description: 'In the order of the newer version, each removed one after the one that it followed.',
  }),
})
export type TextChanges = typeof TextChanges.static

/** The texts are being asked for and compared. */
export const TextWaiting = t.Object({
  source: t.String({ description: 'What is asked: "arXiv".' }),
  retry_after: t.Integer({ minimum: 1, description: 'Seconds until it is worth asking again.' }),
})
export type TextWaiting = typeof TextWaiting.static
