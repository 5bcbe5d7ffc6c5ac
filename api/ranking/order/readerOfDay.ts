import type { Taste } from '../model/taste.ts'
import type { LessOf } from './lessOf.ts'

/** A keyword, typed topic or followed author that a paper matches. */
export interface Match {
  /** Position of the paper in the day. */
  position: number
  kind: 'keyword' | 'author' | 'typed_topic'
  /** As the reason shows it. */
  text: string
  /** Added to the score, whose unit is the standard deviation of the model's scores: 1 is much, 3 puts it on top. */
  weight: number
  /** Of a keyword. */
  field?: 'title' | 'abstract'
  maybe?: boolean
  /** The followed author, as the reader wrote it, if it is not known whether the paper is by this person. */
  followed?: string
}

/** One of several interests of a reader. */
export interface StrandOfDay {
  /** Empty for what is in no strand. */
  id: string
  name: string
  /** Of its papers alone. */
  taste: Taste
  /** The part of the places that it should have, of 1; 0 for a strand that the reader wants less of. */
  share: number
}

export interface ReaderOfDay {
  /** Positions of the papers to rank: new, in the reader's categories, not muted, not shown before. */
  candidates: Uint32Array
  /** Positions of other papers that may be shown as "from next door": not muted, not shown before. */
  nextDoor: Uint32Array
  /** As `adjustTaste` returned it. */
  taste: Taste
  /** Canonical codes that the reader follows. */
  categories: readonly string[]
  matches: readonly Match[]
  /** Terms that the reader lowered or forgot; none unless given. */
  less?: readonly LessOf[]
  /** The interests that are kept apart, and as one of them what is in none; none unless given. */
  strands?: readonly StrandOfDay[]
  /** Number of cards at the top of the list that get diversity, exploration and next-door papers. */
  length: number
  /** Number of cards that get reasons; `length` unless given. */
  explained?: number
  /** Decides what is explored: the same for one reader and day. */
  seed: string
}
