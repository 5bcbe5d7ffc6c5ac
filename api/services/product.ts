import type { Config } from '../platform/config.ts'
import type { SmtpSink } from '../platform/embedded/smtpSink.ts'
import type { Secrets } from '../platform/secrets.ts'
import type { Tokens } from '../platform/identity/verifiedIdentity.ts'
import type { SearchIndex } from '../search/searchIndex.ts'
import type { Source } from '../sources/source.ts'

/** What the composition root puts together and every use case may ask for. The database is reached through `store`. */
export interface Product {
  readonly config: Config
  readonly secrets: Secrets
  readonly tokens: Tokens
  readonly sources: ReadonlyMap<string, Source>
  readonly index: SearchIndex
  /** Development only: where the embedded mail goes. */
  readonly sink?: SmtpSink
}
