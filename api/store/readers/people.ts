import { model, Schema } from 'mongoose'
import type { PersonJudgement } from '../../contract/people.ts'

/** What a reader said of a followed author besides the name. */
export interface PersonRecord {
  /** `<user>:<words of the name>`. */
  _id: string
  user_id: string
  /** As the reader wrote it when the iD was given. */
  author: string
  /** Checked ORCID iD. */
  orcid: string
}

/** Whether an author of a paper is the person that the reader follows. */
export interface PersonJudgementRecord {
  /** `<user>:<words of the name>:<paper>`. */
  _id: string
  user_id: string
  /** Words of the name, as `entryWords` returns them: the same for all spellings of an interest. */
  name_key: string
  author: string
  paper_id: string
  value: PersonJudgement
  at: Date
}

const text = { type: String, required: true } as const
const options = { strict: 'throw', autoIndex: false, versionKey: false } as const
const orcids = new Schema<PersonRecord>(
  { _id: text, user_id: text, author: text, orcid: text },
  { collection: 'people', ...options },
)
orcids.index({ user_id: 1 }, { name: 'reader' })
const judgements = new Schema<PersonJudgementRecord>(
  {
    _id: text,
    user_id: text,
    name_key: text,
    author: text,
    paper_id: text,
    value: { type: String, enum: ['yes', 'no'] as const, required: true },
    at: { type: Date, required: true },
  },
  { collection: 'people_judgements', ...options },
)
judgements.index({ user_id: 1, name_key: 1, at: -1 }, { name: 'reader' })

const Orcids = model('Person', orcids)
const Judgements = model('PersonJudgement', judgements)

/** What a reader said of one author. */
export interface SaidOfPerson {
  orcid: string | null
  /** The newest first. */
  judgements: PersonJudgementRecord[]
}

/** What the reader said of authors, by the words of the name. */
export async function findSaid(userId: string): Promise<Map<string, SaidOfPerson>> {
  const [people, judged] = await Promise.all([
    Orcids.find({ user_id: userId }).lean(),
    Judgements.find({ user_id: userId }).sort({ at: -1, _id: 1 }).lean(),
  ])
  const said = new Map<string, SaidOfPerson>()
  for (const { _id, orcid } of people) said.set(_id.slice(userId.length + 1), { orcid, judgements: [] })
  for (const one of judged) {
    const known = said.get(one.name_key) ?? { orcid: null, judgements: [] }
    known.judgements.push(one)
    said.set(one.name_key, known)
  }
  return said
}

/** What these readers said of authors of these papers. */
export const findPersonJudgements = (
  userIds: readonly string[],
  paperIds: readonly string[],
): Promise<PersonJudgementRecord[]> =>
  Judgements.find({ user_id: { $in: [...userIds] }, paper_id: { $in: [...paperIds] } })
    .lean()
    .exec()

/** Number of papers that the reader judged for the author, without those of `records`. */
export const countPersonJudgements = (userId: string, nameKey: string, records: readonly string[]): Promise<number> =>
  Judgements.countDocuments({ user_id: userId, name_key: nameKey, paper_id: { $nin: [...records] } }).exec()

/**
 * Stores what the reader says of an author of a paper; of two calls at the same time the one that is stored last counts.
 * `records` are all records of the paper: what was said of another one is replaced.
 */
export async function savePersonJudgement(
  judgement: Omit<PersonJudgementRecord, '_id'>,
  records: readonly string[],
): Promise<void> {
  const { user_id, name_key, paper_id } = judgement
  await Judgements.updateOne({ _id: keyOf(user_id, name_key, paper_id) }, { $set: judgement }, { upsert: true })
  await removePersonJudgements(
    user_id,
    name_key,
    records.filter((id) => id !== paper_id),
  )
}

/** Takes back what was said of the author on these papers. Safe to repeat. */
export async function removePersonJudgements(
  userId: string,
  nameKey: string,
  paperIds: readonly string[],
): Promise<void> {
  if (paperIds.length > 0)
    await Judgements.deleteMany({ _id: { $in: paperIds.map((id) => keyOf(userId, nameKey, id)) } })
}

/** Stores the ORCID iD of an author; null removes it. Safe to repeat. */
export async function savePersonOrcid(
  userId: string,
  nameKey: string,
  { author, orcid }: { author: string; orcid: string | null },
): Promise<void> {
  const _id = `${userId}:${nameKey}`
  if (orcid === null) await Orcids.deleteOne({ _id })
  else await Orcids.updateOne({ _id }, { $set: { user_id: userId, author, orcid } }, { upsert: true })
}

const keyOf = (userId: string, nameKey: string, paperId: string) => `${userId}:${nameKey}:${paperId}`
