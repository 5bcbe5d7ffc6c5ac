import useSWR, { useSWRConfig } from 'swr'
import type { People, Person, PersonJudgement } from '#api/contract/people.ts'
import { unwrap, type ApiError } from '../../shared/client.ts'
import { useClient } from '../api.ts'

/** The authors whom the user follows or mutes, as persons. */
export function usePeople() {
  const client = useClient()
  return useSWR<People, ApiError>(['people'], () => unwrap(client.users.me.people.get()))
}

/** The actions on a followed author. Each shows its result in the list of `usePeople`, and throws ApiError. */
export function usePersonActions() {
  const client = useClient()
  const { mutate } = useSWRConfig()
  const show = async (call: Promise<Person>) => {
    const person = await call
    const withPerson = (before: People | undefined) =>
      before && { ...before, items: before.items.map((one) => (one.author === person.author ? person : one)) }
    await mutate<People>(['people'], withPerson, { revalidate: false })
  }
  const routeOf = (author: string) => client.users.me.people({ author: encodeURIComponent(author) })
  return {
    /** Whether the author of the paper is the person; null takes it back. */
    judge: (author: string, paperId: string, value: PersonJudgement | null) =>
      show(
        unwrap(
          routeOf(author)
            .papers({ paper_id: encodeURIComponent(paperId) })
            .put({ value }),
        ),
      ),
    /** An empty iD removes it. */
    identify: (author: string, orcid: string) =>
      show(unwrap(routeOf(author).put({ orcid: orcid.trim() === '' ? null : orcid }))),
  }
}
