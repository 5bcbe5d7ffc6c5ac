import type { TextChanges, TextWaiting } from '../../contract/textChanges.ts'
import { AppError } from '../../platform/errors.ts'
import type { Sources } from '../../sources/sources.ts'
import type { NoText, PaperText, TextSource } from '../../sources/versions.ts'
import { compareTextsApart } from '../papers/versions/compareTextsApart.ts'
import type { Product } from '../product.ts'
import { AskQueue } from './askQueue.ts'
import { findComparedVersions, type AskedVersions } from './comparedVersions.ts'

export type TextChangesAnswer = { changes: TextChanges } | { waiting: TextWaiting }

/** Most texts are there by then. A server closes a connection on which nothing was sent for 30 seconds. */
const WAIT_MS = 20_000
const RETRY_SECONDS = 1

/** By the sources of a product. */
const queues = new WeakMap<Sources, AskQueue<TextChanges>>()

const createQueue = () =>
  new AskQueue<TextChanges>({
    waitingMax: 10,
    limitMs: 90_000,
    what: 'texts',
    advice: (source) => `Try again later, or read the versions at ${source}.`,
  })

interface Options {
  /** Called before a source is asked, and may throw. */
  countRequest: () => void
  waitMs?: number
}

/**
 * What changed in the text of a paper from the version `from` to `to`. Both texts are asked for at the source of the paper,
 * one after the other, for this answer alone: neither of them is stored. While that takes long, the answer says when to
 * ask again. Throws "not-found" for a paper or version that does not exist, and when a version has no text that can be
 * compared, "invalid-input" when `from` is not before `to`, and "source-unavailable" or "conflict" as `AskQueue` does.
 */
export async function getTextChanges(
  { sources }: Pick<Product, 'sources'>,
  asked: AskedVersions,
  { countRequest, waitMs = WAIT_MS }: Options,
): Promise<TextChangesAnswer> {
  const { paper, from, to } = await findComparedVersions(asked)
  const source = sources.findTexts(paper._id)
  if (source === undefined) throw new AppError('not-found', 'No source gives the text of this paper to compare.')
  const queue = queues.get(sources) ?? createQueue()
  queues.set(sources, queue)
  const answer = await queue.ask({
    source,
    key: `${paper._id} ${from} ${to}`,
    waitMs,
    countRequest,
    work: (signal) => readChanges(source, { paperId: paper._id, from, to }, signal),
  })
  return answer ? { changes: answer.result } : { waiting: { source: source.name, retry_after: RETRY_SECONDS } }
}

async function readChanges(
  source: TextSource,
  { paperId, from, to }: { paperId: string; from: number; to: number },
  signal: AbortSignal,
): Promise<TextChanges> {
  const { lookUp, name } = source
  const sourceId = paperId.slice(lookUp.prefix.length)
  const read = async (version: number): Promise<PaperText> => {
    const answer = await lookUp.readText(sourceId, version, { signal })
    if ('problem' in answer) throw new AppError('not-found', describeProblem(answer.problem, { name, version }))
    return answer.text
  }
  const before = await read(from)
  const after = await read(to)
  const changes = await compareTextsApart({ before, after })
  return { from, to, from_url: lookUp.textUrl(sourceId, from), to_url: lookUp.textUrl(sourceId, to), ...changes }
}

const PROBLEMS: Record<NoText, (of: { name: string; version: number }) => string> = {
  none: ({ name, version }) =>
    `${name} has no HTML of version ${version}, only its PDF, so the text cannot be compared here.`,
  'other-form': ({ name, version }) =>
    `The HTML of version ${version} at ${name} has no sections that can be read, so the text cannot be compared here.`,
  'too-large': ({ name, version }) => `The HTML of version ${version} at ${name} is too large to be compared here.`,
}

const describeProblem = (problem: NoText, of: { name: string; version: number }): string => PROBLEMS[problem](of)
