import type { DayTopic } from '../../contract/dashboard.ts'
import { findTopics } from '../../store/papers/categories.ts'
import { findPaperStatsFields } from '../../store/papers/paperFacts.ts'
import type { Reader } from '../../store/readers/users.ts'
import { canonicalCategory } from '../../text/taxonomy/taxonomy.ts'

/** What the reader follows outside of the taxonomy: topics, and shared categories that an admin made. */
export const topicIdsOf = ({ category_ids }: Reader): string[] =>
  category_ids.filter((id) => canonicalCategory(id) === null)

/** Returns the name of a topic for a place that says what it is: the web begins that of a followed search so. */
export const shortName = (name: string): string => name.replace(/^Search: /, '')

/** Returns the topics that the reader follows with those of the papers which they match, also those without any. */
export async function findTopicsAmong(reader: Reader, paperIds: readonly string[]): Promise<DayTopic[]> {
  const ids = topicIdsOf(reader)
  if (ids.length === 0) return []
  const [topics, fields] = await Promise.all([findTopics(ids, reader._id), findPaperStatsFields(paperIds)])
  const isOf = (topicId: string) => (paperId: string) => fields.get(paperId)?.category_ids.includes(topicId)
  return ids.flatMap((id) => {
    const topic = topics.find(({ _id }) => _id === id)
    return topic ? [{ id, name: shortName(topic.name), paper_ids: paperIds.filter(isOf(id)) }] : []
  })
}
