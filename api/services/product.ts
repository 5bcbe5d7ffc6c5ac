import type { Embedding } from '../embedding/embedding.ts'
import type { Config } from '../platform/config.ts'
import type { SmtpSink } from '../platform/embedded/smtpSink.ts'
import type { Secrets } from '../platform/secrets.ts'
import type { Tokens } from '../platform/identity/verifiedIdentity.ts'
import type { SearchIndex } from '../search/searchIndex.ts'
import type { Sources } from '../sources/sources.ts'
import type { Zotero } from '../sources/zotero/zotero.ts'
import type { NearestPapers } from './nearness/nearest.ts'

export type { Sources }

/** Dependencies that the composition root creates and passes to the services. Database access is in `store`. */
export interface Product {
  readonly config: Config
  readonly secrets: Secrets
  readonly tokens: Tokens
  readonly sources: Sources
  readonly index: SearchIndex
  readonly embedding: Embedding
  readonly nearest: NearestPapers
  /** The libraries that readers connect. */
  readonly zotero?: Zotero
  /** Development only: the embedded mail server. */
  readonly sink?: SmtpSink
}
