import type { TargetKind } from '../contract/limits.ts'
import type { DayMessage } from './dayMessage.ts'

/** What a reader has saved of a target, in plain text. Never log it, and never put it into an error. */
export interface TargetValues {
  /** Address that is posted to; of Matrix and ntfy that of the server. */
  address: string
  room?: string
  topic?: string
  token?: string
  /** Own webhook: the secrets that sign, the newest first. */
  secrets?: readonly string[]
}

/** A request to a target. */
export interface TargetRequest {
  method: 'GET' | 'POST' | 'PUT'
  url: URL
  headers: Readonly<Record<string, string>>
  body: string
}

export interface TargetAnswer {
  status: number
  headers: ReadonlyMap<string, string>
  /** The begin of the body. */
  body: string
}

/** What an answer means for a message. `isUnanswered`: there was none. */
export type Verdict =
  | { outcome: 'sent'; receipt: string }
  /** To be sent again; `waitMs` is what the target asked for, null if it said nothing. */
  | { outcome: 'later'; reason: string; waitMs: number | null; isUnanswered?: true }
  /** The target is gone for good. */
  | { outcome: 'gone'; reason: string }
  /** The target does not accept this message, whenever it is sent. */
  | { outcome: 'refused'; reason: string }
  | { outcome: 'uncertain'; reason: string; isUnanswered?: true }

/** Identifies a message at the target, the same with every repetition. */
export interface MessageKey {
  id: string
  /** Seconds since 1970, for the signature. */
  seconds: number
}

/** How the messages of one service are written and its answers read. Pure: no connection is made here. */
export interface Target {
  kind: TargetKind
  /** The service drops a message that it has already, so that one may be repeated after no answer. */
  isRepeatable: boolean
  /** Why these values cannot be used, null if they can. `isStrict`: only addresses of the service itself. */
  refuse: (values: TargetValues, isStrict: boolean) => { field: keyof TargetValues; reason: string } | null
  /** What the last four characters that are shown are taken from. */
  shown: (values: TargetValues) => string
  /** The bodies of the messages of a day. */
  write: (messages: readonly DayMessage[]) => unknown[]
  writeTest: (publicUrl: string) => unknown
  request: (values: TargetValues, body: unknown, key: MessageKey) => TargetRequest
  read: (answer: TargetAnswer) => Verdict
  /** A request whose answer says whether messages may be sent at all, and what it says if they may not. */
  precheck?: {
    request: (values: TargetValues) => TargetRequest
    refuse: (answer: TargetAnswer) => string | null
  }
}
