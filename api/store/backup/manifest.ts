import { Type, type Static } from '@sinclair/typebox'

const strict = { additionalProperties: false }

/** What an archive says at its end: all that it must contain. */
export const Manifest = Type.Object(
  {
    type: Type.Literal('manifest'),
    /** Instant whose state of the library it has. */
    moment: Type.String(),
    /** With the number and the hash of the documents. */
    collections: Type.Array(Type.Object({ name: Type.String(), count: Type.Integer(), hash: Type.String() }, strict)),
    /** What is secret and not in it, to complete "without …". */
    left_out: Type.Array(Type.String()),
  },
  strict,
)
export type Manifest = Static<typeof Manifest>

/** Begins the documents of a collection. */
const CollectionStart = Type.Object(
  { type: Type.Literal('collection'), name: Type.String({ pattern: '^[a-z_]+$' }) },
  strict,
)
/** A small file of the data folder. */
const KeptFile = Type.Object({ type: Type.Literal('file'), name: Type.String(), text: Type.String() }, strict)
export type KeptFile = Static<typeof KeptFile>

/** The entries of an archive, in the order: files, then collections with their documents, then the manifest. */
export const Entry = Type.Union([CollectionStart, KeptFile, Manifest])
export type Entry = Static<typeof Entry>
