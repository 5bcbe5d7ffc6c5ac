import type { TokenScope } from '#api/contract/limits.ts'

/** What a token with the scope may do, in words that follow “It may”. */
export const SCOPE_SENTENCES: Readonly<Record<TokenScope, string>> = {
  'day:read': 'Read your days: the cards, their order and reasons, and what you follow.',
  'list:read': 'Read your reading list with its notes and tags.',
  'list:write': 'Save, remove, tag, annotate and rate papers for you.',
  'search:read': 'Search the papers, read one, find similar ones and cite them.',
  'admin:read': 'As an admin: read the state of the service, its jobs, users and log.',
  'admin:write': 'As an admin: start jobs, correct records, send mails again.',
}
