import { t } from 'elysia'
import { TERM_MAX } from './limits.ts'
import { completeListOf } from './lists.ts'
import { oneOf } from './stringSchemas.ts'
import { Paper } from './papers.ts'

const strict = { additionalProperties: false }

export const PersonJudgement = oneOf(['yes', 'no'])
export type PersonJudgement = typeof PersonJudgement.static

/** An author of a paper who has the name of a followed one. */
export const PersonMention = t.Object({
  paper: t.Pick(Paper, ['id', 'title', 'title_segments', 'authors', 'announced_on']),
  name: t.String({ description: 'As the paper writes it.' }),
  evidence: t.Array(t.String(), {
    description: 'In words: “shares 2 co-authors with papers of theirs”, “another field: math.AG”.',
  }),
  value: t.Nullable(PersonJudgement, { description: 'What the caller has said; null for nothing yet.' }),
})
export type PersonMention = typeof PersonMention.static

/** An author whom the caller follows or mutes. */
export const Person = t.Object({
  author: t.String({ description: 'The name, as in the interests.' }),
  muted: t.Boolean(),
  orcid: t.Nullable(t.String({ description: 'Given by the caller, "0000-0002-1825-0097".' })),
  family_name: t.Boolean({ description: 'A family name alone means every author with it: nothing is asked.' }),
  theirs: t.Integer({ description: 'Papers of the library that are by this person.' }),
  other: t.Integer({ description: 'Papers by another person of the name.' }),
  unsure: t.Integer({ description: 'Papers of which it is not known.' }),
  more: t.Boolean({ description: 'The library has more papers by this name than the newest ones that are counted.' }),
  ask: t.Array(PersonMention, { description: 'Up to five that are not known, the newest first.' }),
  judged: t.Array(PersonMention, {
    description: 'What the caller has judged, the newest judgement first; at most 50.',
  }),
})
export type Person = typeof Person.static

export const People = completeListOf(Person)
export type People = typeof People.static

export const PersonInput = t.Object(
  {
    value: t.Nullable(PersonJudgement, {
      description: '"yes": the author of the paper is the person; "no": another one; null takes it back.',
    }),
  },
  strict,
)
export type PersonInput = typeof PersonInput.static

export const PersonChanges = t.Object(
  { orcid: t.Nullable(t.String({ maxLength: TERM_MAX, description: 'Bare or as an address; null removes it.' })) },
  strict,
)
export type PersonChanges = typeof PersonChanges.static
