import { AppError } from '../../platform/errors.ts'
import { formatDay } from '../../mail/digestWords.ts'
import { findDelivery } from '../../store/readers/deliveries.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import { toFile, writeBook, type TakenFile } from '../papers/takenFile.ts'
import type { Product } from '../product.ts'
import { getDayCards } from './dashboard.ts'

/**
 * The cards that were delivered to the reader on `day` as an EPUB file, the first card first. They do not count as seen.
 * Throws "not-found" if there are none.
 */
export async function exportDay(
  { config }: Pick<Product, 'config'>,
  user: UserRecord,
  day: string,
): Promise<TakenFile> {
  const delivery = await findDelivery(user._id, day)
  const paper_ids = (delivery?.cards ?? []).map(({ paper_id }) => paper_id)
  const cards = await getDayCards(user, { day, paper_ids })
  if (cards.length === 0) throw new AppError('not-found', `No papers were put together for you on ${day}.`)
  const title = `Papers of ${formatDay(day)}`
  const book = await writeBook(config.publicUrl, { title, subject: `${user._id} ${day}`, chapters: cards })
  return toFile(book, `paperdawn-${day}`, 'epub')
}
