import { createHash } from 'node:crypto'
import type { mongo } from 'mongoose'
import { isDuplicate } from '../duplicateKeys.ts'
import { removeCategories } from '../papers/paperCategories.ts'
import type { Owner } from '../readers/erasures.ts'
import { logNames, namesOf } from './personalData.ts'

type Documents = mongo.Collection<mongo.Document>

const NOBODY = 'an erased account'
const digestOf = (text: string) => createHash('sha256').update(text).digest('hex')
/** The same for each row of one reader; says nothing about who it was. */
const pseudonymOf = ({ user_id }: Owner) => `erased-${digestOf(user_id).slice(0, 12)}`

/** Removes the reader from documents that stay, by collection. Each may be repeated. */
export const rewrites: Readonly<Record<string, (documents: Documents, owner: Owner) => Promise<void>>> = {
  /** Jobs for the reader alone are deleted: a worker that runs one finds its lease gone, and stops. */
  async jobs(jobs, owner) {
    const { user_id } = owner
    await jobs.deleteMany({ 'input.user_id': user_id })
    await jobs.updateMany({ 'input.save_for': user_id }, { $pull: { 'input.save_for': user_id as never } })
    await jobs.updateMany({ requested_by: user_id }, { $set: { requested_by: NOBODY } })
    await jobs.updateMany({ 'progress.step': namesOf(owner) }, { $set: { 'progress.step': NOBODY } })
    await jobs.updateMany({ $or: logNames(owner) }, { $unset: { log: '' } })
    await jobs.updateMany({ error: namesOf(owner) }, { $set: { error: 'It was about an account that was erased.' } })
  },

  /** The id of a topic contains words of the reader. */
  papers: (_papers, { topic_ids }) => removeCategories(topic_ids),

  /** What an admin did stays, without who it was. The id of a row contains the ids of its person and object. */
  async audit(audit, owner) {
    const { user_id } = owner
    const anonymise = (text: unknown) =>
      typeof text === 'string'
        ? text.replaceAll(user_id, pseudonymOf(owner)).replace(namesOf(owner, 'gi'), NOBODY)
        : text
    const id = namesOf(owner)
    const rows = audit.find({ $or: [{ by: user_id }, { target: id }, { details: id }, { _id: id as never }] })
    for await (const { _id, ...row } of rows) {
      const rewritten = {
        ...row,
        by: anonymise(row['by']),
        ...(row['by'] === user_id && { by_email: NOBODY }),
        target: anonymise(row['target']),
        details: anonymise(row['details']),
      }
      try {
        await audit.insertOne({ _id: digestOf(String(_id)) as never, ...rewritten })
      } catch (error) {
        // The erasure was interrupted between the two writes.
        if (!isDuplicate(error)) throw error
      }
      await audit.deleteOne({ _id })
    }
  },

  async settings(settings, owner) {
    await settings.updateMany({ updated_by: owner.user_id }, { $set: { updated_by: pseudonymOf(owner) } })
  },
}
