import { setTimeout as sleep } from 'node:timers/promises'
import type { Paper } from '#api/contract/papers.ts'
import { Failure } from '../terminal/failures.ts'
import { unwrap } from './client.ts'
import type { Context } from './context.ts'
import { pathPart } from './pathPart.ts'

/**
 * The paper that `ref` names: an id, a DOI, or the address of a page that has one in it or names one in its head. A paper that the library lacks is asked for at its source, which
 * may take a minute. Throws `invalid-input` for other text, `not-found`, `source-unavailable` and `timeout`.
 */
export async function lookUp(context: Context, ref: string): Promise<Paper> {
  const answer = await ask(context, ref, false)
  // An earlier request to save the paper still waits for its source.
  if ('waitsFor' in answer) throw new Failure('source-unavailable', `${answer.waitsFor} cannot be read at the moment.`)
  return answer
}

/**
 * Puts the paper that `ref` names on the reading list, and returns it. When its source cannot be read now, returns the name
 * of the source: the server saves the paper as soon as it can. Throws as `lookUp`.
 */
export const savePaper = (context: Context, ref: string): Promise<Paper | Waiting> => ask(context, ref, true)

interface Waiting {
  /** Name of the source. */
  waitsFor: string
}

async function ask({ client, out, deadline }: Context, ref: string, save: boolean): Promise<Paper | Waiting> {
  let jobId: string | undefined
  let asked: string | undefined
  for (;;) {
    const answer = await unwrap(client.papers.lookup.post({ ref, save, ...(jobId !== undefined && { job_id: jobId }) }))
    if (!('job_id' in answer)) return answer
    if (answer.reason !== undefined) {
      out.warn(answer.reason)
      if (answer.saves) return { waitsFor: answer.source }
    }
    if (asked === undefined) out.note(`The library lacks ${ref}. Asking ${answer.source} for it…`)
    // The page has named its paper.
    else if (asked !== answer.source) out.note(`Asking ${answer.source} for it…`)
    asked = answer.source
    jobId = answer.job_id
    await waitForSource(answer, deadline)
  }
}

/** Waits until it is worth asking again what the server asks a source for. Throws `timeout` at the deadline. */
export async function waitForSource(
  { source, retry_after }: { source: string; retry_after: number },
  deadline: Context['deadline'],
): Promise<void> {
  try {
    await sleep(retry_after * 1_000, undefined, deadline && { signal: deadline })
  } catch (cause) {
    throw new Failure('timeout', `The time that --timeout allows is over; ${source} has not answered yet.`, { cause })
  }
}

/** The id of the item of the reading list with this paper. Throws `not-found` when it is not on the list. */
export async function findItemId(context: Context, ref: string): Promise<string> {
  const { id } = await lookUp(context, ref)
  const { state } = await unwrap(context.client.papers({ id: pathPart(id) }).get())
  if (state.saved_item_id !== undefined) return state.saved_item_id
  throw new Failure('not-found', `${id} is not on your reading list.`, { advice: `Save it: paperdawn list add ${id}` })
}
