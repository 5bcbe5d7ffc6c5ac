import { t } from 'elysia'
import { STRAND_NAME_MAX, STRAND_PAPERS_MAX, STRANDS_MAX, UNPRINTABLE } from './limits.ts'
import { oneOf } from './stringSchemas.ts'

const strict = { additionalProperties: false }

const Name = t.String({
  minLength: 1,
  maxLength: STRAND_NAME_MAX,
  pattern: `^[^${UNPRINTABLE}]*\\S[^${UNPRINTABLE}]*$`,
})
const Share = t.Nullable(t.Number({ minimum: 0, maximum: 1 }), {
  description:
    'The part of the list that it should have, of 1; 0 asks for less of it. Null leaves it to the number of its papers.',
})
const Members = t.Array(t.String({ minLength: 1, maxLength: 200 }), { maxItems: STRAND_PAPERS_MAX })

/** A paper, or a topic that the reader typed, which a strand is learned from. */
export const StrandMember = t.Object({
  id: t.String({ description: 'Id of the paper; of a topic “topic:” and its words.' }),
  text: t.String({ description: 'Title of the paper, or the words of the topic. A title as `Paper.title`.' }),
})
export type StrandMember = typeof StrandMember.static

/** One of several interests of a reader, with a model of its own. */
export const Strand = t.Object({
  id: t.String(),
  name: t.String(),
  share: t.Number({
    description: 'The part of the list that it is drawn by, of 1. 0 when paused, proposed or lowered.',
  }),
  share_set: t.Boolean({ description: 'The caller chose the share; otherwise it follows from the number of papers.' }),
  paused: t.Boolean({ description: 'Its papers teach nothing.' }),
  from: oneOf(['proposed', 'named'], {
    description: 'Found in what the caller saved, liked, noted and typed, without any effect; or kept apart.',
  }),
  papers: t.Integer({ description: 'Papers and topics that it is learned from.' }),
  paper_ids: t.Array(t.String(), { description: 'Their ids, the newest action first.' }),
  items: t.Array(StrandMember, { description: 'The first of them.' }),
})
export type Strand = typeof Strand.static

export const Strands = t.Object({
  items: t.Array(Strand, { description: 'Those kept apart in the order of the caller, then those proposed.' }),
  total: t.Integer(),
  rest: t.Object(
    { papers: t.Integer(), items: t.Array(StrandMember) },
    { description: 'What the model learns from and is in no strand that is kept apart.' },
  ),
})
export type Strands = typeof Strands.static

export const StrandsQuery = t.Object(
  {
    finer: t.Optional(
      t.Boolean({
        description:
          'Part papers that are alike, too, until there are two groups. Without it those of one field are one.',
      }),
    ),
  },
  strict,
)

/** Replaces all strands that are kept apart: to keep proposed ones, or to take a change back. */
export const StrandsInput = t.Object(
  {
    items: t.Array(
      t.Object(
        {
          id: t.String({ minLength: 1, maxLength: 40 }),
          name: Name,
          share: Share,
          paused: t.Boolean(),
          paper_ids: Members,
        },
        strict,
      ),
      { maxItems: STRANDS_MAX },
    ),
  },
  strict,
)
export type StrandsInput = typeof StrandsInput.static

/** What is absent stays as it is. A change of a proposed strand keeps it apart from now on. */
export const StrandChange = t.Object(
  {
    name: t.Optional(Name),
    share: t.Optional(Share),
    paused: t.Optional(t.Boolean()),
    add: t.Optional(Members),
    remove: t.Optional(Members),
  },
  strict,
)
export type StrandChange = typeof StrandChange.static

/** The strand whose papers go over to the one that is named in the address. */
export const StrandMerge = t.Object({ strand_id: t.String({ minLength: 1, maxLength: 40 }) }, strict)
export type StrandMerge = typeof StrandMerge.static
