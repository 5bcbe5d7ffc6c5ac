import type { OwnFeed } from '#api/contract/feeds.ts'

const addressOf = (key: string) => `https://papers.example.org/api/feeds/${key}.atom`

export const dayFeed: OwnFeed = {
  id: '5d1f',
  kind: 'day',
  of: '',
  name: '',
  address: addressOf('3vQm0Zk1rT8uYw5nB2cX7dLfHs4aJpEe'),
  ended: null,
}
export const topicFeed: OwnFeed = {
  id: '81c2',
  kind: 'category',
  of: 'search-lantern-light',
  name: 'Search: lantern light',
  address: addressOf('hT7sPq2LwXz9Kd4RbN6vYc1JmF8gUaEo'),
  ended: null,
}
export const endedFeed: OwnFeed = {
  id: 'c07a',
  kind: 'tag',
  of: 'lab',
  name: 'lab',
  address: addressOf('Zr5uEk8NdQ1xWm7TbV3yHc9LpJ6gSfAo'),
  ended: 'No paper on your list has this tag.',
}
export const feeds: OwnFeed[] = [dayFeed, topicFeed, endedFeed]
