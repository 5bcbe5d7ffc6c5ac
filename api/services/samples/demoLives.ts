import { atInstant, now } from '../../platform/clock.ts'
import { demoUsers } from '../../platform/embedded/demoAccounts.ts'
import { countDelivered, findDelivery } from '../../store/readers/deliveries.ts'
import { countReading, findItemsOf } from '../../store/readers/readingList.ts'
import { findAccount, findUser, recordEarlierVisit, saveIdentity, type UserRecord } from '../../store/readers/users.ts'
import { changeProfile, recordVisit } from '../accounts/accounts.ts'
import { deliverDay } from '../delivery/delivery.ts'
import type { JobContext } from '../jobs/jobContext.ts'
import { sendDigests } from '../digests/digest.ts'
import { useMailSink } from '../sending/mailSettings.ts'
import type { Product } from '../product.ts'
import { clickPaper, giveFeedback, recordMailOpened, viewPaper } from '../papers/cards.ts'
import { changeOnList, saveToList } from '../readingList/readingList.ts'
import { sampleId } from './sampleLibrary.ts'

/** The demo readers who lived in the sample library, by the uid of their sign-ins. The second reader is new in it. */
export type Lives = Partial<Record<'reader' | 'admin', string>>

/** One thing that a demo reader does with a paper, on the day that is `day` announcement days before the newest one. */
interface DemoAction {
  day: number
  number: number
  save?: { notes?: string; tags?: string[]; status?: 'to_read' | 'reading' | 'done' }
  change?: { notes?: string; status?: 'to_read' | 'reading' | 'done' }
  feedback?: 'like' | 'dislike'
  /** Opens the paper and reads for so many seconds. */
  read?: number
}

interface DemoLife {
  category_ids: string[]
  /** The first day with cards, in announcement days before the newest one; default: the oldest. */
  since?: number
  keywords?: string[]
  muted_terms?: string[]
  /** Gets a digest on weekdays. */
  digest?: boolean
  /** Days without a visit. */
  away: number[]
  /** Looks through so many cards a day. */
  cards: number
  actions: DemoAction[]
}

/** Times of the demo readers' day, UTC. */
const DELIVERED_AT = '05:24'
const MAILED_AT = '08:00'
const VISITED_AT = '17:10'
/** The digests of so many days before the newest one are sent. */
const MAILED_DAYS = 8
/** Every so many cards the reader opens one. */
const OPENED_EVERY = 7
const OPENED_SECONDS = 45

const lifeOf = async (who: keyof Lives): Promise<DemoLife> =>
  ((await import('./lives.json', { with: { type: 'json' } })).default as Record<keyof Lives, DemoLife>)[who]

/**
 * Creates the accounts of the demo readers as of `at` and chooses what they follow, except of readers who have used the
 * product. Without the embedded parts nobody is a demo reader. Safe to repeat.
 */
export async function beginLives(product: Product, at: Date): Promise<Lives> {
  if (!product.config.samples) return {}
  const lives: Lives = {}
  for (const who of ['admin', 'reader'] as const) {
    const user = await findOrCreate(who, at)
    if (user === null) continue
    const { category_ids, keywords = [], muted_terms = [], digest = false } = await lifeOf(who)
    await atInstant(at, async () => {
      await changeProfile(product, user, {
        ...(user.category_ids.length === 0 && { category_ids }),
        interests: { keywords, muted_terms },
        preferences: { digest: { enabled: digest, hour: 7, time_zone: 'Europe/Vienna', weekdays: [1, 2, 3, 4, 5] } },
      })
      if (who === 'admin') await useMailSink(product, user)
    })
    lives[who] = user._id
  }
  return lives
}

/** The account of a demo reader; null if they have used the product already. */
async function findOrCreate(who: keyof Lives, at: Date): Promise<UserRecord | null> {
  const account = demoUsers.find(({ localId }) => localId === who)
  if (account === undefined) return null
  const { localId: uid, email, displayName: name } = account
  const profile = { uid, email, email_verified: true, name, photo_url: null, provider: 'google.com' }
  const identity = { ...profile, auth_time: at, issued_at: at }
  const existing = await findAccount(identity)
  if (existing === null) return (await atInstant(at, () => saveIdentity(identity))).user
  const { to_read, reading, done } = await countReading(existing._id)
  return to_read + reading + done + (await countDelivered(existing._id)) === 0 ? existing : null
}

interface LivedDay {
  lives: Lives
  /** How many announcement days before the newest one. */
  before: number
  run: JobContext
}

/**
 * Lets the demo readers live through `day`: their cards are made, digests sent, and in the evening they read, rate and
 * save. The newest day has only its cards: they are there to be read. Safe to repeat.
 */
export async function liveDay(product: Product, day: string, { lives, before, run }: LivedDay): Promise<void> {
  for (const who of ['reader', 'admin'] as const) {
    const user = await findLiving(who, { lives, before })
    if (user !== null) await atInstant(timeOn(day, DELIVERED_AT), () => deliverDay(user, day, { log: run.log }))
  }
  if (before === 0) return
  if (lives.reader !== undefined && before <= MAILED_DAYS)
    await atInstant(timeOn(day, MAILED_AT), () => sendDigests(product, {}, { ...run, ...UNRECORDED }))
  for (const who of ['reader', 'admin'] as const) {
    const life = await lifeOf(who)
    const user = await findLiving(who, { lives, before })
    if (user === null || life.away.includes(before)) continue
    await atInstant(timeOn(day, VISITED_AT), () => visit(user, day, { life, before }))
  }
}

async function findLiving(who: keyof Lives, { lives, before }: Pick<LivedDay, 'lives' | 'before'>) {
  const { since = Number.POSITIVE_INFINITY } = await lifeOf(who)
  return lives[who] === undefined || before > since ? null : findUser(lives[who])
}

/** The digests of these days are no work of the job: its progress and counters are those of the library. */
const UNRECORDED = { checkpoint: null, save: async () => {}, progress: async () => {}, count: () => {} }

async function visit(
  user: UserRecord,
  day: string,
  { life, before }: { life: DemoLife; before: number },
): Promise<void> {
  // The account may be in use already: then this visit is one before that.
  if (user.last_seen_at && user.last_seen_at > now()) await recordEarlierVisit(user._id, now())
  else await recordVisit(user)
  const cards = (await findDelivery(user._id, day))?.cards.slice(0, life.cards) ?? []
  if (life.digest && cards.length > 0 && before % 3 === 0) await recordMailOpened(user, day)
  await Promise.all(
    cards.map(async ({ paper_id }, index) => {
      await viewPaper(user, paper_id, index % OPENED_EVERY === 0 ? OPENED_SECONDS : 0)
      if (index % OPENED_EVERY === 0) await clickPaper(user, paper_id)
    }),
  )
  for (const action of life.actions) if (action.day === before) await act(user, action)
}

async function act(user: UserRecord, { number, save, change, feedback, read }: DemoAction): Promise<void> {
  const paperId = sampleId(number)
  if (read !== undefined) {
    await clickPaper(user, paperId)
    await viewPaper(user, paperId, read)
  }
  if (feedback) await giveFeedback(user, paperId, feedback)
  if (save) await saveToList(user, { paper_id: paperId, ...save })
  if (!change) return
  const [item] = await findItemsOf(user._id, [paperId])
  if (item) await changeOnList(user, item._id, { version: item.version, ...change })
}

/** The time on `day`, not in the future. */
function timeOn(day: string, time: string): Date {
  const at = new Date(`${day}T${time}:00.000Z`)
  return at < now() ? at : now()
}
