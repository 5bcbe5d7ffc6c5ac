import type { Confirmed, ReadingSummary } from './showConfirmed.ts'

/** What one tab tells the others of the same user. */
export type News = { userId: string } & ({ confirmed: Confirmed } | { summary: ReadingSummary })

let channel: BroadcastChannel | undefined
const openChannel = () => (channel ??= new BroadcastChannel('paperdawn-changes'))

/** Tells the other tabs what the server has confirmed, so that they show it without a request. */
export function tellTabs(news: News): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin.
  openChannel().postMessage(news)
}

/** Calls `onNews` with what another tab of this user has told. Returns the function that ends it. */
export function hearTabs(userId: string, onNews: (news: News) => void): () => void {
  const listen = ({ data }: MessageEvent<News>) => {
    if (data.userId === userId) onNews(data)
  }
  const opened = openChannel()
  opened.addEventListener('message', listen)
  return () => opened.removeEventListener('message', listen)
}
