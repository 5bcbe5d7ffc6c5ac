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

interface Reader<Schema extends TObject> {
  /** The fields that are read. Others, and absent ones, are fine. */
  schema: Schema
  /** The response was not valid UTF-8: U+FFFD replaces the invalid bytes. */
  invalidUtf8?: boolean
  /** The field with the DOI, whose form without a version is the `source_id` of the record. */
  doiField: string
  /** Returns the announcement day of a record that cannot be used; null if the record has no valid one. */
  dayOf?: (item: unknown) => string | null
  /** Throws Error with the reason when the record cannot be used. */
  read: (item: Schema['static']) => SourceRecord
}

/** Parses a body of JSON. Throws SyntaxError with the reason, worded to follow "an answer that cannot be used:". */
export function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch (cause) {
    throw new SyntaxError(/^\s*</.test(body) ? 'it is a page of HTML' : 'it is no JSON', { cause })
  }
}

/** Converts each record of an answer. One that cannot be used must not fail its page: it is returned with the reason. */
export function readItems<Schema extends TObject>(items: readonly unknown[], reader: Reader<Schema>): ReadRecords {
  const result: ReadRecords = { records: [], rejected: [] }
  for (const item of items) {
    try {
      if (!Value.Check(reader.schema, item)) throw new Error(describeProblem(reader.schema, item))
      if (reader.invalidUtf8 && JSON.stringify(item).includes('\uFFFD')) throw new Error('it is not valid UTF-8')
      result.records.push(reader.read(item))
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      const id = idIn(item, reader.doiField)
      const day = reader.dayOf?.(item) ?? null
      result.rejected.push({
        reason,
        raw: rawOf(item, reader),
        ...(id && { source_id: id }),
        ...(day && { announced_on: day }),
      })
    }
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

/** The fields of a record that are read, as text; of one that is nested too deeply only its DOI. */
function rawOf<Schema extends TObject>(item: unknown, { schema, doiField }: Reader<Schema>): string {
  try {
    const fields = Object.entries(item ?? {}).filter(([name]) => Object.hasOwn(schema.properties, name))
    return JSON.stringify(Object.fromEntries(fields)).slice(0, RAW_MAX).toWellFormed()
  } catch {
    // Recovered: the DOI is enough to ask for it again.
    return JSON.stringify({ [doiField]: idIn(item, doiField) })
  }
}
