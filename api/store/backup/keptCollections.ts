/** What a backup has of a collection, and what a restore does with it. */
export interface KeptCollection {
  collection: string
  /**
   * "archive": it is in the archive. "empty": it is not, and is empty after a restore, because the product makes it again
   * or because it holds only for a moment. "stays": it is about this installation, and a restore does not touch it.
   */
  backup: 'archive' | 'empty' | 'stays'
  /** What is secret in it, to complete "without …". */
  secret?: string
  /** The secret fields. All of it is secret if they are left out. */
  fields?: readonly string[]
}

const archived = (...names: readonly string[]): KeptCollection[] =>
  names.map((collection) => ({ collection, backup: 'archive' }))

const ZOTERO = 'the connections to Zotero'

/**
 * All collections. A test fails for one that is not here. One that the product does not use any more needs an entry as long as
 * older archives are to be restored.
 */
export const KEPT: readonly KeptCollection[] = [
  // The number of the data's version is in `counters`.
  ...archived('counters', 'users', 'erasures', 'audit'),
  ...archived('papers', 'paper_versions', 'announcements', 'categories', 'quarantine', 'removed_papers'),
  ...archived('paper_references', 'paper_citations'),
  ...archived('merges', 'join_decisions', 'join_suspects', 'notices', 'notice_readings'),
  ...archived('feeds', 'feed_items', 'venues', 'venue_papers', 'fact_queue'),
  ...archived('deliveries', 'interactions', 'reading_list', 'list_imports', 'people', 'people_judgements'),
  ...archived('tastes', 'taste_seeds', 'questions', 'question_examples', 'question_days', 'order_outcomes'),
  ...archived('jobs', 'outbox', 'suppressions', 'mail_refusals', 'ereaders'),
  // Models are fitted to a version of the frequencies. A vector takes a tenth of a second of CPU.
  ...archived('frequencies', 'vectors', 'vector_means'),
  {
    collection: 'settings',
    backup: 'archive',
    secret: 'the password of the mail server',
    fields: ['sealed_password'],
  },
  { collection: 'sources', backup: 'archive', secret: 'the keys of sources', fields: ['sealed_key'] },
  { collection: 'feed_keys', backup: 'archive', secret: 'the secret addresses of readers’ feeds' },
  { collection: 'targets', backup: 'archive', secret: 'the addresses that readers’ days are posted to' },
  { collection: 'zotero_libraries', backup: 'archive', secret: ZOTERO },
  // They are about a connection that the archive does not have, and are read again with a new one.
  { collection: 'zotero_items', backup: 'archive', secret: ZOTERO },
  // Made again from the papers, in a minute for some thousand.
  { collection: 'features', backup: 'empty' },
  // After a restore everybody signs in again, and no session or token that was ended since the backup is valid again.
  { collection: 'personal_tokens', backup: 'empty' },
  { collection: 'sessions', backup: 'empty' },
  { collection: 'device_requests', backup: 'empty' },
  // About the present minute.
  { collection: 'workers', backup: 'empty' },
  { collection: 'mail_rate', backup: 'empty' },
  { collection: 'alarms', backup: 'empty' },
  { collection: 'backups', backup: 'stays' },
  { collection: 'restores', backup: 'stays' },
]

/** The collections of an archive, with the fields that it leaves out. */
export const listArchived = ({ withSecrets }: { withSecrets: boolean }) =>
  KEPT.flatMap(({ collection, backup, secret, fields = [] }) => {
    if (backup !== 'archive' || (!withSecrets && secret !== undefined && fields.length === 0)) return []
    return [{ collection, leftOut: withSecrets ? [] : fields }]
  })

/** What an archive without secrets does not have, to complete "without …". */
export const listSecrets = (): string[] => [...new Set(KEPT.flatMap(({ secret }) => secret ?? []))]

/** The collections that a restore replaces. */
export const listReplaced = (): string[] =>
  KEPT.filter(({ backup }) => backup !== 'stays').map(({ collection }) => collection)
