import { Database } from 'bun:sqlite'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { log } from '../../platform/log.ts'

/** Raised with every change of the tables or of how words are read: an index of another version is made anew. */
const VERSION = 2

// The words are kept apart from the texts: FTS5 gets them read and stemmed, and stores no text (`content=''`).
// Columns of `words` are weighted 3, 2, 1; tags only filter.
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
  CREATE TABLE state (seq INTEGER NOT NULL);
  INSERT INTO state VALUES (0);
  PRAGMA user_version = ${VERSION};
`

const FILE = 'search.sqlite'

/** The database of an index, ready for use. A file that is missing, damaged or of another version is made anew. */
export function openFile(folder: string): Database {
  if (folder !== ':memory:') mkdirSync(folder, { recursive: true })
  try {
    const kept = connect(folder)
    if (kept.query<{ user_version: number }, []>('PRAGMA user_version').get()?.user_version === VERSION) return kept
    kept.close()
  } catch (error) {
    // Recovered: whatever the file was, the papers are in the database.
    if (!isDamage(error)) throw error
    log.warn({ err: error }, 'the search index is damaged and is made anew')
  }
  return makeFile(folder)
}

/** An empty database in place of whatever was there. */
export function makeFile(folder: string): Database {
  if (folder !== ':memory:')
    for (const ending of ['', '-wal', '-shm']) rmSync(join(folder, FILE + ending), { force: true })
  const made = connect(folder)
  made.transaction(() => made.run(tables)).immediate()
  return made
}

/** Whether an error says that the file is not, or no longer, a sound database with our tables. */
export function isDamage(error: unknown): boolean {
  const { code = '', message } = error as { code?: string; message: string }
  return /^SQLITE_(CORRUPT|NOTADB)/.test(code) || /no such (table|column)/.test(message)
}

function connect(folder: string): Database {
  const database = new Database(folder === ':memory:' ? folder : join(folder, FILE), { create: true })
  try {
    // A crash of the machine may cost the index, never a paper; a crash of the process costs nothing.
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
