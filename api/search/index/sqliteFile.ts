import { Database } from 'bun:sqlite'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { log } from '../../platform/log.ts'

/** Increase it with every change of the tables or of the tokenizer: an index of another version is recreated. */
const VERSION = 3

// `texts` stores the original text. `words` is a contentless FTS5 table (`content=''`) of tokenized and stemmed words;
// its columns title, authors and abstract are weighted 3, 2, 1, and tags are only used to filter.
const tables = `
  CREATE TABLE papers (
    row INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, seq INTEGER NOT NULL, doi TEXT,
    dated_at TEXT, year INTEGER, categories TEXT NOT NULL
  );
  CREATE INDEX papers_doi ON papers (doi) WHERE doi IS NOT NULL;
  CREATE TABLE texts (row INTEGER PRIMARY KEY, title TEXT NOT NULL, abstract TEXT NOT NULL);
  CREATE VIRTUAL TABLE words USING fts5 (
    title, authors, abstract, tags,
    content='', contentless_delete=1, tokenize="unicode61 remove_diacritics 0 tokenchars '_'"
  );
  INSERT INTO words (words, rank) VALUES ('rank', 'bm25(3.0, 2.0, 1.0, 0.0)');
  CREATE TABLE vocabulary (word TEXT PRIMARY KEY, stem TEXT NOT NULL, papers INTEGER NOT NULL) WITHOUT ROWID;
  CREATE INDEX vocabulary_stem ON vocabulary (stem);
  CREATE TABLE abbreviations (
    short_key TEXT NOT NULL, long_key TEXT NOT NULL, short TEXT NOT NULL, long TEXT NOT NULL, texts INTEGER NOT NULL,
    PRIMARY KEY (short_key, long_key)
  ) WITHOUT ROWID;
  CREATE INDEX abbreviations_long ON abbreviations (long_key);
  CREATE TABLE state (seq INTEGER NOT NULL);
  INSERT INTO state VALUES (0);
  PRAGMA user_version = ${VERSION};
`

const FILE = 'search.sqlite'

/** Opens the database of an index. Recreates a file that is missing, damaged or of another version. */
export function openFile(folder: string): Database {
  if (folder !== ':memory:') mkdirSync(folder, { recursive: true })
  try {
    const existing = connect(folder)
    if (existing.query<{ user_version: number }, []>('PRAGMA user_version').get()?.user_version === VERSION)
      return existing
    existing.close()
  } catch (error) {
    // Recovered: the index is rebuilt from the papers in MongoDB.
    if (!isCorruption(error)) throw error
    log.warn({ err: error }, 'the search index is damaged and is recreated')
  }
  return createFile(folder)
}

/** Deletes the files of the index and creates an empty database. */
export function createFile(folder: string): Database {
  if (folder !== ':memory:')
    for (const ending of ['', '-wal', '-shm']) rmSync(join(folder, FILE + ending), { force: true })
  const created = connect(folder)
  created.transaction(() => created.run(tables)).immediate()
  return created
}

/** Whether the error means that the file is corrupt, is not a database, or lacks our tables or columns. */
export function isCorruption(error: unknown): boolean {
  const { code = '', message } = error as { code?: string; message: string }
  return /^SQLITE_(CORRUPT|NOTADB)/.test(code) || /no such (table|column)/.test(message)
}

function connect(folder: string): Database {
  const database = new Database(folder === ':memory:' ? folder : join(folder, FILE), { create: true })
  try {
    // With `synchronous = OFF` a crash of the machine may corrupt the index, which is then rebuilt. A crash of the
    // process loses nothing.
    database.run('PRAGMA journal_mode = WAL')
    database.run('PRAGMA synchronous = OFF')
    database.run('PRAGMA busy_timeout = 5000')
    database.run('PRAGMA cache_size = -32000')
    database.run('PRAGMA temp_store = MEMORY')
    return database
  } catch (error) {
    database.close()
    throw error
  }
}
