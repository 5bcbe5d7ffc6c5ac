/** Increase it with every change of the mappings or of the documents: an index of another version is left alone. */
const VERSION = 1

/** The packed words of a paper are read, and its id; nothing else of it is needed again. */
const STORED = ['words', 'forms']

/** Primary shards: a library of 20 million papers has about 15 GB in each. */
const SHARDS = 3

/**
 * Settings and mappings of every index. Every text is analysed by our own code (see documents.ts): OpenSearch splits it at
 * spaces, and at bars into words at the same position.
 */
const indexBody = {
  settings: {
    number_of_shards: SHARDS,
    auto_expand_replicas: '0-1',
    // Until a change is searchable. The writer refreshes the index itself before it says that it is current.
    refresh_interval: '1s',
    analysis: {
      tokenizer: { spaces: { type: 'whitespace', max_token_length: 4_096 } },
      filter: { bars: { type: 'pattern_capture', preserve_original: false, patterns: ['([^|]+)'] } },
      analyzer: {
        positions: { type: 'custom', tokenizer: 'spaces', filter: ['bars'] },
        words: { type: 'custom', tokenizer: 'spaces', filter: [] },
      },
    },
  },
  mappings: {
    dynamic: 'strict',
    _source: { includes: STORED },
    properties: {
      // Stems at their positions, each with its word where that differs: "count|=counting".
      title: { type: 'text', analyzer: 'positions', search_analyzer: 'words' },
      authors: { type: 'text', analyzer: 'positions', search_analyzer: 'words' },
      abstract: { type: 'text', analyzer: 'positions', search_analyzer: 'words' },
      // The words and the stems of a paper, each once: how many papers have one is read without their positions.
      forms: { type: 'text', analyzer: 'words', index_options: 'docs', norms: false },
      stems: { type: 'text', analyzer: 'words', index_options: 'docs', norms: false },
      tags: { type: 'keyword', doc_values: false },
      doi: { type: 'keyword', doc_values: false },
      // Begins with the day, so that papers in descending order are newest first.
      row: { type: 'long' },
      year: { type: 'short' },
      categories: { type: 'keyword', eager_global_ordinals: true },
      // The abbreviations that the paper defines, and the keys to find them by.
      definitions: { type: 'keyword' },
      short_keys: { type: 'keyword', doc_values: false },
      long_keys: { type: 'keyword', doc_values: false },
      length: { type: 'integer' },
      // The packed words, see ../index/packedTokens.ts.
      words: { type: 'binary' },
    },
  },
} as const

/** What an index is created with. OpenSearch keeps `_meta` and does not use it. */
export const bodyFor = (rebuild: number, aliases: object) => ({
  settings: indexBody.settings,
  mappings: { ...indexBody.mappings, _meta: { rebuild } },
  aliases,
})

/** The names of an index and of its aliases. Processes of another version use other ones. */
export const namesOf = (prefix: string) => ({
  /** Alias of the index that is searched. */
  read: `${prefix}-v${VERSION}`,
  /** Alias of the index that is written: while it is rebuilt, the next one. */
  write: `${prefix}-v${VERSION}-write`,
  /** All indices. */
  pattern: `${prefix}-v${VERSION}-0*`,
  index: (number: number) => `${prefix}-v${VERSION}-${String(number).padStart(6, '0')}`,
  /** An alias of one index alone: a write to it fails where the index is gone, and does not create another one. */
  own: (index: string) => `${index}-own`,
})
export type IndexNames = ReturnType<typeof namesOf>

/**
 * Ids of the documents without fields whose version says what is in the index: the highest `seq`, and the time in ms up to
 * which changes are in it. A lower version does not replace a higher one. The id of a paper begins with its source.
 */
export const STATE = { seq: 'state-seq', through: 'state-through' } as const
