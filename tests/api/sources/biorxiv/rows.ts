import { parsePreprints, type PreprintOptions } from '#api/sources/biorxiv/records.ts'
import { simPreprint, type SimPreprint } from '#tests/simulators/simPreprints.ts'

export const OPTIONS: PreprintOptions = { server: 'biorxiv', from: '2026-11-20', to: '2026-11-23' }

/** Parses an answer with these rows. */
export const parse = (
  collection: unknown[],
  options: Partial<PreprintOptions> = {},
  message: object = { status: 'ok' },
) => parsePreprints(JSON.stringify({ messages: [message], collection }), { ...OPTIONS, ...options })

/** A row of the API with `changes`, which may have any form. */
export const row = (changes: Record<string, unknown> = {}): SimPreprint & Record<string, unknown> => ({
  ...simPreprint(),
  ...changes,
})

/** The record of a row, or why there is none. */
export const one = (changes: Record<string, unknown> = {}, options: Partial<PreprintOptions> = {}) => {
  const { records, rejected } = parse([row(changes)], options)
  return records[0] ?? rejected[0]?.reason
}
