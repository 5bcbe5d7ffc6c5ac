import { Database } from 'bun:sqlite'

/** Increase it with every change of the tables or of the tokenizer: an index of another version is recreated. */
const VERSION = 6

// Rows are numbered by day, see rows.ts. `words` is a contentless FTS5 table (`content=''`) of tokenized and stemmed
// words; its columns title, authors and abstract are weighted 3, 2, 1, and tags are only used to filter. `tokens` has the
// words of a paper in order, see packedTokens.ts, and `days` their categories, see categoryLists.ts.
const tables = `
  CREATE TABLE papers (
    row INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, seq INTEGER NOT NULL, doi TEXT, dated_at TEXT
  );
  CREATE INDEX papers_doi ON papers (doi) WHERE doi IS NOT NULL;
  CREATE TABLE category_lists (list INTEGER PRIMARY KEY, categories TEXT NOT NULL UNIQUE);
  CREATE TABLE days (day INTEGER PRIMARY KEY, version INTEGER NOT NULL, lists BLOB NOT NULL);
  CREATE INDEX days_version ON days (version);
  CREATE TABLE tokens (row INTEGER PRIMARY KEY, words BLOB NOT NULL);
  CREATE VIRTUAL TABLE words USING fts5 (
    title, authors, abstract, tags, prefix='2 3',
    content='', contentless_delete=1, tokenize="unicode61 remove_diacritics 0 tokenchars '_'"
  );
  INSERT INTO words (words, rank) VALUES ('rank', 'bm25(3.0, 2.0, 1.0, 0.0)');
  INSERT INTO words (words, rank) VALUES ('hashsize', 16000000);
  CREATE TABLE vocabulary (word TEXT PRIMARY KEY, stem TEXT NOT NULL, papers INTEGER NOT NULL) WITHOUT ROWID;
  CREATE INDEX vocabulary_stem ON vocabulary (stem);
  CREATE TABLE abbreviations (
    short_key TEXT NOT NULL, long_key TEXT NOT NULL, short TEXT NOT NULL, long TEXT NOT NULL, texts INTEGER NOT NULL,
    PRIMARY KEY (short_key, long_key)
  ) WITHOUT ROWID;
  CREATE INDEX abbreviations_long ON abbreviations (long_key);
  CREATE TABLE state (seq INTEGER NOT NULL, size INTEGER NOT NULL, tokens INTEGER NOT NULL, through TEXT);
  INSERT INTO state VALUES (0, 0, 0, NULL);
  PRAGMA user_version = ${VERSION};
`

/** How long a statement waits for a locked file, in ms. In WAL mode neither a reader nor the writer waits for the other. */
const BUSY_MS = 1_000

/** Opens the index at `path`; returns null when it is of another version. Throws when it is missing or damaged. */
export function openExisting(path: string): Database | null {
  const database = connect(path, { create: false })
  let version: number | undefined
  try {
    version = database.query<{ user_version: number }, []>('PRAGMA user_version').get()?.user_version
  } finally {
    if (version !== VERSION) database.close()
  }
  return version === VERSION ? database : null
}

/** Creates an empty index at `path`, where no file is, or in memory, for the rebuild of this number. */
export function createFile(path: string, rebuild = 0): Database {
  const created = connect(path, { create: true })
  created.transaction(() => created.run(`${tables} PRAGMA application_id = ${rebuild}`)).immediate()
  return created
}

/** The number of the rebuild that the file was created for. In its header, for which the tables need not change. */
export const readRebuild = (database: Database): number =>
  database.query<{ application_id: number }, []>('PRAGMA application_id').get()?.application_id ?? 0

/** Whether the error means that the file is corrupt, is not a database, or lacks our tables or columns. */
export function isCorruption(error: unknown): boolean {
  const { code = '', message } = error as { code?: string; message: string }
  return /^SQLITE_(CORRUPT|NOTADB)/.test(code) || /no such (table|column)/.test(message)
}

/** Whether the error means that another process locks the file: it is creating or repairing it. */
export const isLocked = (error: unknown): boolean =>
  (error as { code?: string }).code?.startsWith('SQLITE_BUSY') === true

/** Whether the error means that there was no space for a change, which was not made. */
export const isFull = (error: unknown): boolean => (error as { code?: string }).code === 'SQLITE_FULL'

/** Whether the error means that the file cannot be read now, which says nothing about what is in it. */
export const isUnreadable = (error: unknown): boolean =>
  isLocked(error) ||
  /^(SQLITE_(CANTOPEN|IOERR|PERM|READONLY|NOMEM)|EACCES|EROFS|ENOTDIR)/.test((error as { code?: string }).code ?? '')

function connect(path: string, { create }: { create: boolean }): Database {
  const database = new Database(path, { create, readwrite: true })
  try {
    // First: while another process creates the file, or repairs it after a crash, the file is locked.
    database.run(`PRAGMA busy_timeout = ${BUSY_MS}`)
    // An existing file keeps the mode that it was created with.
    if (create) database.run('PRAGMA journal_mode = WAL')
    // With `synchronous = OFF` a crash of the machine may corrupt the index, which is then rebuilt. A crash of the
    // process loses nothing.
    database.run('PRAGMA synchronous = OFF')
    database.run('PRAGMA cache_size = -32000')
    database.run('PRAGMA temp_store = MEMORY')
    return database
  } catch (error) {
    database.close()
    throw error
  }
}
