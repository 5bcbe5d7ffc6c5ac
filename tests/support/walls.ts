const BELOW_SERVICES = [
  'api/store',
  'api/search',
  'api/ranking',
  'api/mail',
  'api/citations',
  'api/text',
  'api/platform',
  'api/contract',
]

/**
 * Folders and files that each folder may import at run time, besides itself. A file belongs to the most specific folder
 * listed here. A name with a trailing `/` means the files directly in that folder; without it, the whole folder.
 */
export const MAY_LOAD: Record<string, readonly string[]> = {
  'api/contract': [],
  'api/text': [],
  'api/platform': ['api/contract'],
  'api/platform/identity': ['api/platform/', 'api/contract'],
  'api/platform/embedded': ['api/platform/', 'api/contract'],
  'api/ranking': ['api/contract', 'api/text'],
  'api/embedding': ['api/contract', 'api/platform'],
  'api/ranking/features': ['api/text'],
  'api/ranking/model': ['api/ranking/features', 'api/contract'],
  'api/ranking/order': ['api/ranking/model', 'api/ranking/features', 'api/contract'],
  'api/search': ['api/contract', 'api/platform', 'api/text'],
  'api/search/index': ['api/search/query', 'api/text', 'api/platform'],
  'api/search/order': ['api/search/index', 'api/search/query', 'api/text', 'api/contract'],
  'api/search/query': ['api/text', 'api/platform'],
  'api/sources': ['api/contract', 'api/platform', 'api/text'],
  'api/citations': ['api/contract', 'api/text'],
  'api/mail': ['api/contract', 'api/platform', 'api/text'],
  'api/http': ['api/services', 'api/platform', 'api/contract', 'package.json'],
  'api/jobs': ['api/services', 'api/store/jobs', 'api/platform', 'api/contract'],

  'api/store': ['api/contract', 'api/platform'],
  'api/store/papers': ['api/store/', 'api/contract', 'api/platform'],
  'api/store/jobs': ['api/store/', 'api/contract', 'api/platform'],
  'api/store/mail': ['api/store/', 'api/contract', 'api/platform'],
  'api/store/readers': ['api/store/', 'api/contract', 'api/platform'],
  'api/store/privacy': ['api/store/', 'api/store/papers', 'api/store/readers', 'api/contract', 'api/platform'],
  'api/store/sources': ['api/store/', 'api/contract', 'api/platform'],

  // The folders of the services, from the lowest layer to the highest.
  'api/services': ['api/contract', 'api/platform'],
  'api/services/jobs': BELOW_SERVICES,
  'api/services/accounts': BELOW_SERVICES,
  'api/services/embedding': ['api/embedding', ...BELOW_SERVICES],
  'api/services/search': ['api/services/embedding', ...BELOW_SERVICES],
  'api/services/days': BELOW_SERVICES,
  'api/services/taste': ['api/services/embedding', 'api/services/jobs', ...BELOW_SERVICES],
  'api/services/ingestion': [
    'api/services/jobs',
    'api/services/search',
    'api/services/days',
    'api/services/taste',
    ...BELOW_SERVICES,
  ],
  'api/services/delivery': ['api/services/jobs', 'api/services/days', 'api/services/taste', ...BELOW_SERVICES],
  'api/services/reading': ['api/services/delivery', 'api/services/days', 'api/services/taste', ...BELOW_SERVICES],
  'api/services/lookup': [
    'api/services/jobs',
    'api/services/ingestion',
    'api/services/reading',
    'api/services/search',
    ...BELOW_SERVICES,
  ],
  'api/services/onboarding': [
    'api/services/jobs',
    'api/services/ingestion',
    'api/services/reading',
    'api/services/taste',
    ...BELOW_SERVICES,
  ],
  'api/services/privacy': ['api/services/reading', ...BELOW_SERVICES],
  'api/services/mail': ['api/services/accounts', 'api/services/jobs', 'api/services/delivery', ...BELOW_SERVICES],
  'api/services/samples': [
    'api/services/accounts',
    'api/services/delivery',
    'api/services/ingestion',
    'api/services/jobs',
    'api/services/mail',
    'api/services/reading',
    ...BELOW_SERVICES,
  ],
  'api/services/operations': ['api/services', ...BELOW_SERVICES],

  cli: ['api/contract', 'package.json'],
  'cli/commands': ['cli/options', 'cli/client', 'cli/terminal', 'api/contract'],
  'cli/options': ['cli/client', 'cli/terminal', 'api/contract'],
  'cli/client': ['cli/terminal', 'api/contract'],
  'cli/terminal': ['api/contract', 'package.json'],

  // The web, in one direction: app -> pages -> components -> data -> auth -> shared.
  web: ['package.json'],
  'web/prerender': ['web/app', 'web/pages', 'web/auth', 'web/shared'],
  'web/app': ['web/pages', 'web/components', 'web/data', 'web/auth', 'web/shared'],
  'web/pages': ['web/components', 'web/data', 'web/auth', 'web/shared', 'api/contract/limits.ts'],
  'web/components': [],
  'web/components/atoms': ['web/shared'],
  'web/components/charts': ['web/components/atoms', 'web/shared'],
  'web/components/papers': ['web/components/atoms', 'web/shared', 'api/contract/limits.ts'],
  'web/components/search': [
    'web/components/papers',
    'web/components/atoms',
    'web/data',
    'web/shared',
    'api/contract/limits.ts',
  ],
  'web/components/lists': ['web/components/papers', 'web/components/atoms', 'web/shared'],
  'web/components/settings': ['web/components/atoms', 'web/shared', 'api/contract/limits.ts'],
  'web/components/taste': ['web/components/lists', 'web/components/papers', 'web/components/atoms', 'web/shared'],
  'web/components/start': [
    'web/components/settings',
    'web/components/papers',
    'web/components/atoms',
    'web/shared',
    'api/contract/limits.ts',
  ],
  'web/components/dialogs': [
    'web/components/lists',
    'web/components/papers',
    'web/components/atoms',
    'web/data',
    'web/shared',
    'api/contract/limits.ts',
  ],
  'web/components/shell': ['web/components/atoms', 'web/shared', 'api/contract/limits.ts'],
  'web/components/admin': ['web/components/lists', 'web/components/atoms', 'web/shared'],
  'web/data': ['web/auth', 'web/shared', 'api/contract/limits.ts'],
  'web/auth': ['web/shared', 'api/contract/limits.ts'],
  'web/shared': [],

  stories: ['web', 'tests/support/samples.ts'],
  'stories/mail': ['stories/config', 'api/mail', 'tests/support/samples.ts'],
}

/**
 * Layers from the highest to the lowest, which apply to type imports, too: a folder imports only from layers below it.
 * Elsewhere any folder may import types from any other, for its parameters.
 */
export const LAYERS: readonly (readonly string[])[] = [
  ['web/prerender', 'web/app', 'web/pages', 'web/components', 'web/data', 'web/auth', 'web/shared'],
  ['cli/commands', 'cli/options', 'cli/client', 'cli/terminal'],
  [
    'api/services/operations',
    'api/services/samples',
    'api/services/mail',
    'api/services/onboarding',
    'api/services/privacy',
    'api/services/reading',
    'api/services/delivery',
    'api/services/ingestion',
    'api/services/taste',
    'api/services/search',
    'api/services/accounts',
    'api/services/jobs',
    'api/services/embedding',
  ],
  ['api/search/order', 'api/search/index', 'api/search/query'],
  ['api/ranking/order', 'api/ranking/model', 'api/ranking/features'],
]

/** Packages that only these folders may import. */
export const ONLY_IN: Record<string, readonly string[]> = {
  // Stories and tests of pages use a small app of their own.
  elysia: ['api/http', 'api/contract', 'stories', 'tests'],
  '@elysia/openapi': ['api/http'],
  '@elysiajs/jwt': ['api/http'],
  '@citation-js/core': ['api/citations'],
  '@citation-js/plugin-bibtex': ['api/citations'],
  '@citation-js/plugin-ris': ['api/citations'],
  mongoose: ['api/store', 'tests'],
  mongodb: ['api/platform/embedded', 'tests'],
  firebase: ['web/auth'],
  'react-router': [],
}
