import { t } from 'elysia'
import { CITED_TITLES_MAX } from './limits.ts'
import { oneOf } from './stringSchemas.ts'

/** Why a paper is on a card, and where in its order. */
export const Reason = t.Object({
  kind: oneOf(
    [
      'category',
      'topic',
      'typed_topic',
      'term',
      'author',
      'keyword',
      'near',
      'strand',
      'explore',
      'next_door',
      'cites',
    ],
    {
      description:
        '"topic": the caller follows a search that the paper matches; not a part of the score. "typed_topic": the paper has ' +
        'the words of a topic that the caller typed as a start. "strand": the interest of the caller that the paper ' +
        'belongs to, the last of the reasons. "cites": the paper cites two or more papers of the reading list of the caller; not a part of the score.',
    },
  ),
  text: t.String({
    description:
      'Text for the user: "cs.LG", "diffusion", the name of a topic or an interest. Keywords and authors as the paper ' +
      'writes them.',
  }),
  paper_id: t.Optional(t.String({ description: 'For "near": the paper of the reader that it is close to.' })),
  strand_id: t.Optional(t.String({ description: 'For "strand".' })),
  papers: t.Optional(
    t.Array(t.Object({ id: t.String(), title: t.String() }), {
      description: `For "cites": the cited papers of the reading list, at most ${CITED_TITLES_MAX}.`,
    }),
  ),
  field: t.Optional(oneOf(['title', 'abstract'], { description: 'For "keyword": where the words are.' })),
  maybe: t.Optional(t.Boolean({ description: 'For "author": it may be another person.' })),
  followed: t.Optional(
    t.String({
      description:
        'For "author": the name that the caller follows, on the few cards of a day that ask whether this is the person ' +
        '(`PUT /users/me/people/{author}/papers/{paper_id}`).',
    }),
  ),
})
export type Reason = typeof Reason.static

/** The interest that a card belongs to, with its name on that day; null for none. */
export function findStrand(reasons: readonly Reason[]): { id: string; name: string } | null {
  const { strand_id: id, text: name } = reasons.find(({ kind }) => kind === 'strand') ?? {}
  return id === undefined || name === undefined ? null : { id, name }
}
