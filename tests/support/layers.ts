/**
 * Layers from the highest to the lowest, which apply to type imports, too: a folder imports only from layers below it.
 * Elsewhere any folder may import types from any other, for its parameters.
 */
export const LAYERS: readonly (readonly string[])[] = [
  ['web/prerender', 'web/app', 'web/pages', 'web/components', 'web/data', 'web/auth', 'web/shared'],
  ['cli/commands', 'cli/options', 'cli/client', 'cli/terminal'],
  [
    'api/services/health',
    'api/services/schedule',
    'api/services/backup',
    'api/services/samples',
    'api/services/digests',
    'api/services/sending',
    'api/services/privacy',
    'api/services/taste',
    'api/services/review',
    'api/services/questions',
    'api/services/dashboard',
    'api/services/imports',
    'api/services/readingList',
    'api/services/papers',
    'api/services/delivery',
    'api/services/enrichment',
    'api/services/ingestion',
    'api/services/ranking',
    'api/services/search',
    'api/services/nearness',
    'api/services/days',
    'api/services/joining',
    'api/services/accounts',
    'api/services/jobs',
  ],
  ['api/search/order', 'api/search/index', 'api/search/query'],
  ['api/ranking/order', 'api/ranking/model', 'api/ranking/features'],
  ['api/ranking/questions', 'api/ranking/features'],
]
