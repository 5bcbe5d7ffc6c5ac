import { sumFrequencies, type DocumentFrequencies, type LsaBasis, type TermCounts } from '../../ranking/ranker.ts'
import { countFeatures } from '../../store/papers/features.ts'
import { findVersion, readPart, saveVersion, type FrequencyVersion } from '../../store/papers/frequencies.ts'
import { findTextsBefore } from '../../store/papers/rankingPapers.ts'
import { readTerms } from './paperTerms.ts'
import { packValue, unpackValue } from './packing.ts'
import { readEmbeddingModel } from './vectorSpace.ts'

/** Papers that are counted at once: 0.1 s of CPU if their terms are stored, else 1 s in slices. */
const SMALL_PAPERS = 2_000
const PAGE = 500
/** The frequencies are counted again when the library has grown by this share. */
export const GROWTH = 0.2

/** What all features and models of one version depend on. */
export interface Vocabulary {
  frequencies: DocumentFrequencies
  /** Null while no basis was made with these frequencies. */
  basis: LsaBasis | null
  /** The embedding model whose vectors are used in place of the basis; null without one. */
  model: string | null
}

/** What vectors are made with; null without vectors. */
export const spaceOf = ({ model, basis }: Vocabulary): string | null => model ?? basis?.space ?? null

let loaded: Omit<Vocabulary, 'model'> | null = null
let reading: Promise<Vocabulary> | null = null

/**
 * The document frequencies in force, and the basis that belongs to them; kept in memory. While the library is small they
 * are counted here as it grows, else by the job `prepare-ranking`.
 */
export function readVocabulary(): Promise<Vocabulary> {
  reading ??= readInForce().finally(() => {
    reading = null
  })
  return reading
}

async function readInForce(): Promise<Vocabulary> {
  for (;;) {
    const inForce = await findVersion()
    if (inForce === null || (await isSmallAndGrown(inForce))) await countSmallLibrary(inForce)
    else {
      // Null when it was replaced while it was read.
      if (loaded?.frequencies.version !== inForce.version) loaded = await load(inForce)
      if (loaded !== null) return { ...loaded, model: await readEmbeddingModel(inForce.version) }
    }
  }
}

async function isSmallAndGrown({ papers }: FrequencyVersion): Promise<boolean> {
  if (papers >= SMALL_PAPERS) return false
  return Math.min((await countFeatures()).papers, SMALL_PAPERS) > papers * (1 + GROWTH)
}

/**
 * Counts the terms of the stored papers, the newest 2,000. Makes the terms that are missing: papers may be compared
 * before one was put into categories.
 */
async function countSmallLibrary(inForce: FrequencyVersion | null): Promise<void> {
  const papers: TermCounts[] = []
  for (let before: string | null = null; papers.length < SMALL_PAPERS;) {
    const page = await findTextsBefore(before, PAGE)
    if (page.length === 0) break
    papers.push(...(await readTerms(page)).values())
    before = page.at(-1)?._id ?? null
  }
  await saveFrequencies({ frequencies: sumFrequencies(papers, newVersion(inForce)), basis: null }, inForce)
}

/** Puts a vocabulary in force in place of `inForce`. Returns false when another process has put one in force. */
function saveFrequencies(vocabulary: Omit<Vocabulary, 'model'>, inForce: FrequencyVersion | null): Promise<boolean> {
  const { frequencies, basis } = vocabulary
  const { version, papers } = frequencies
  const parts = { frequencies: packValue(frequencies), ...(basis && { basis: packValue(basis) }) }
  return saveVersion({ version, papers, parts, replaces: inForce?.version ?? null })
}

/** A version number that no database has had: features of different versions must not be mixed. */
export const newVersion = (inForce: FrequencyVersion | null): number =>
  Math.max(Date.now(), (inForce?.version ?? 0) + 1)

async function load({ version }: FrequencyVersion): Promise<Omit<Vocabulary, 'model'> | null> {
  const [frequencies, basis] = await Promise.all([readPart('frequencies', version), readPart('basis', version)])
  return (
    frequencies && {
      frequencies: unpackValue<DocumentFrequencies>(frequencies),
      basis: basis && unpackValue<LsaBasis>(basis),
    }
  )
}
