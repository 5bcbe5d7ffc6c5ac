import { plainText } from '../../text/segments.ts'
import { AppError } from '../../platform/errors.ts'
import { findPaper, toPaper } from '../../store/papers/papers.ts'
import { findUser, type UserRecord } from '../../store/readers/users.ts'
import type { Product } from '../product.ts'
import { findSavedPapersOf } from '../joining/readerPapers.ts'
import { giveFeedback } from '../papers/cards.ts'
import { removeFromList, saveToList } from './readingList.ts'

/** What a link of a mail can do with its paper; "unsave" and "restore" undo the others. */
export type MailAction = 'save' | 'unsave' | 'dismiss' | 'restore'

/**
 * Returns the reader and the paper that a link of a mail was signed for, with its title as text. Throws "not-found" for
 * a token that is forged, expired or of another kind, for a disabled account and for a paper that is gone.
 */
export async function readMailLink(
  { tokens }: Pick<Product, 'tokens'>,
  token: string,
): Promise<{ user: UserRecord; paperId: string; title: string }> {
  const { subject, session = '' } = await tokens.verify('digest', token).catch((cause: unknown) => {
    throw linkNotFound(cause)
  })
  const [user, paper] = await Promise.all([findUser(subject), findPaper(session)])
  if (user === null || user.disabled || paper === null) throw linkNotFound()
  return { user, paperId: paper._id, title: plainText(toPaper(paper).title_segments) }
}

/** Does `action` with the paper of the link. Safe to repeat. Returns the paper's title. Throws "not-found". */
export async function followMailLink(
  product: Pick<Product, 'tokens'>,
  token: string,
  action: MailAction,
): Promise<string> {
  const { user, paperId, title } = await readMailLink(product, token)
  if (action === 'save') await saveToList(user, { paper_id: paperId, found_by: 'mail' })
  else if (action === 'unsave') {
    const itemId = (await findSavedPapersOf(user._id, [paperId])).get(paperId)
    if (itemId !== undefined) await removeFromList(user, itemId)
  } else await giveFeedback(user, paperId, action === 'dismiss' ? 'dislike' : 'none')
  return title
}

const linkNotFound = (cause?: unknown) => new AppError('not-found', 'This link is not valid any more.', { cause })
