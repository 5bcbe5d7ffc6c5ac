import { Type, type TObject, type TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { parseDoi } from '../text/doi.ts'
import { splitDoiVersion } from '../text/doiVersions.ts'
import type { RejectedRecord, SourceRecord } from './source.ts'

const RAW_MAX = 64 * 1024

/** A field that may be left out or null. */
export const maybe = <Schema extends TSchema>(schema: Schema) => Type.Optional(Type.Union([schema, Type.Null()]))
export const MaybeText = maybe(Type.String())

/** The papers of one answer. */
export interface ReadRecords {
  records: SourceRecord[]
  rejected: RejectedRecord[]
}

interface EntryReader<Schema extends TObject, Result> {
  /** The fields that are read. Others, and absent ones, are fine. */
  schema: Schema
  /** The response was not valid UTF-8: U+FFFD replaces the invalid bytes. */
  invalidUtf8?: boolean
  /** Throws Error with the reason when the entry cannot be used. */
  read: (item: Schema['static']) => Result
}

interface Reader<Schema extends TObject> extends EntryReader<Schema, SourceRecord> {
  /** The field with the DOI, whose form without a version is the `source_id` of the record. */
  doiField: string
  /** Returns the announcement day of a record that cannot be used; null if the record has no valid one. */
  dayOf?: (item: unknown) => string | null
}

/** An entry of an answer that was read, or why not, with its fields that are read as text, at most 64 KB. */
export type ReadEntry<Result> = { value: Result } | { reason: string; raw: string }

/** Parses a body of JSON. Throws SyntaxError with the reason, worded to follow "an answer that cannot be used:". */
export function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch (cause) {
    throw new SyntaxError(/^\s*</.test(body) ? 'it is a page of HTML' : 'it is no JSON', { cause })
  }
}

/** Converts one entry of an answer. One that cannot be used must not fail its page: the reason is returned. */
export function readEntry<Schema extends TObject, Result>(
  item: unknown,
  { schema, invalidUtf8, read }: EntryReader<Schema, Result>,
): ReadEntry<Result> {
  try {
    if (!Value.Check(schema, item)) throw new Error(describeProblem(schema, item))
    if (invalidUtf8 && JSON.stringify(item).includes('\uFFFD')) throw new Error('it is not valid UTF-8')
    return { value: read(item) }
  } catch (error) {
    return { reason: error instanceof Error ? error.message : String(error), raw: rawOf(item, schema) }
  }
}

/** Converts each record of an answer. */
export function readItems<Schema extends TObject>(items: readonly unknown[], reader: Reader<Schema>): ReadRecords {
  const result: ReadRecords = { records: [], rejected: [] }
  for (const item of items) {
    const entry = readEntry(item, reader)
    if ('value' in entry) {
      result.records.push(entry.value)
      continue
    }
    const id = idIn(item, reader.doiField)
    const day = reader.dayOf?.(item) ?? null
    // Of a record that cannot be kept as text the DOI is enough to ask for it again.
    const raw = entry.raw === '' ? JSON.stringify({ [reader.doiField]: id }) : entry.raw
    result.rejected.push({
      reason: entry.reason,
      raw,
      ...(id && { source_id: id }),
      ...(day && { announced_on: day }),
    })
  }
  return result
}

/** "its “author/0/given” is missing or has an unexpected form" */
function describeProblem(schema: TSchema, item: unknown): string {
  const path = Value.Errors(schema, item).First()?.path.slice(1) ?? ''
  return path === '' ? 'it is no record of a paper' : `its “${path.slice(0, 80)}” is missing or has an unexpected form`
}

/** The DOI of a record without its version, in whatever form the rest of it is. */
function idIn(item: unknown, field: string): string | null {
  const value = item !== null && typeof item === 'object' ? (item as Record<string, unknown>)[field] : undefined
  const doi = typeof value === 'string' ? parseDoi(value) : null
  return doi === null ? null : splitDoiVersion(doi).key
}

/** The fields of an entry that are read, as text; empty for one that is nested too deeply. */
function rawOf(item: unknown, schema: TObject): string {
  try {
    const fields = Object.entries(item ?? {}).filter(([name]) => Object.hasOwn(schema.properties, name))
    return JSON.stringify(Object.fromEntries(fields)).slice(0, RAW_MAX).toWellFormed()
  } catch {
    // Recovered: the reason is kept.
    return ''
  }
}
