import { createHash } from 'node:crypto'
import { addDays, dayIn, now } from '../../platform/clock.ts'
import { keepLast } from '../../platform/keepLast.ts'
import { indexBackground, type Background } from '../../ranking/ranker.ts'
import { findIdsSince, findRankingPapers, type RankingFields } from '../../store/papers/rankingPapers.ts'
import { featurePapers } from './featuredPapers.ts'
import { readVocabulary, spaceOf } from './vocabulary.ts'

const SIZE = 2_000
const DAYS = 90

const keepBackground = keepLast<Background>()

/**
 * Random papers of the last 90 days, which stand for what readers do not look for: drawn anew each day, the same for all
 * readers and in all processes.
 */
export async function readBackground(): Promise<Background> {
  const day = dayIn('UTC', now())
  const vocabulary = await readVocabulary()
  const key = `${day} ${vocabulary.frequencies.version} ${spaceOf(vocabulary)}`
  return keepBackground(key, () => drawBackground(day))
}

const drawBackground = async (day: string): Promise<Background> =>
  indexBackground(await featurePapers(await drawPapers(day, SIZE)))

/** `size` random papers of the 90 days before `day`: the same in all processes. */
export async function drawPapers(day: string, size: number): Promise<RankingFields[]> {
  const drawn = (await findIdsSince(addDays(day, -DAYS)))
    .map((id) => ({ id, draw: createHash('md5').update(`${day} ${id}`).digest('hex') }))
    .toSorted((one, other) => (one.draw < other.draw ? -1 : 1))
    .slice(0, size)
    .map(({ id }) => id)
  const papers = await findRankingPapers(drawn)
  return drawn.flatMap((id) => papers.get(id) ?? [])
}
