import { Elysia, t } from 'elysia'
import { failures } from '../../../contract/errors.ts'
import { TERM_MAX } from '../../../contract/limits.ts'
import { People, Person, PersonChanges, PersonInput } from '../../../contract/people.ts'
import type { Product } from '../../../services/product.ts'
import { identifyPerson, judgePerson, listPeople } from '../../../services/people/people.ts'
import { auth } from '../../plugins/auth.ts'

const author = t.String({ minLength: 1, maxLength: TERM_MAX, description: 'The name, as in the interests.' })
const denied = failures('unauthenticated', 'forbidden', 'invalid-input')
const missing = { ...denied, ...failures('not-found') }

export const peopleRoutes = (product: Product) =>
  new Elysia({ name: 'routes.people', prefix: '/users/me/people', tags: ['people'] })
    .use(auth(product))
    .get('', ({ user }) => listPeople(user), {
      role: 'user',
      scope: 'day:read',
      response: { 200: People, ...denied },
      detail: {
        summary: 'The authors whom the caller follows or mutes, as persons',
        description:
          'How many papers of the library are by the person, by namesakes, or not known, with papers to judge. The newest 200 papers of each name are counted.',
      },
    })
    .put('/:author', ({ params, body, user }) => identifyPerson(user, params.author, body.orcid), {
      role: 'user',
      scope: 'never',
      params: t.Object({ author }),
      body: PersonChanges,
      response: { 200: Person, ...missing },
      detail: {
        summary: 'Give the ORCID iD of a followed author',
        description:
          'Papers with this iD are theirs, and papers with another one are not. 404 for an author who is not followed.',
      },
    })
    .put(
      '/:author/papers/:paper_id',
      ({ params, body, user }) => judgePerson(user, params.author, { paper_id: params.paper_id, ...body }),
      {
        role: 'user',
        scope: 'never',
        params: t.Object({ author, paper_id: t.String({ minLength: 1, maxLength: 200 }) }),
        body: PersonInput,
        response: { 200: Person, ...missing, ...failures('conflict') },
        detail: {
          summary: 'Say whether a paper is by the followed author or by a namesake',
          description:
            'It holds at once: for the reasons of cards, the next lists, and what a muted author hides. 404 for an author who is not followed, and for a paper without an author of this name.',
        },
      },
    )
