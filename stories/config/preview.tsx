import type { Decorator, Preview } from '@storybook/react-vite'
import { configure } from 'storybook/test'
import type { Answers } from './answers.ts'
import { InProduct, type Site } from './InProduct.tsx'
import '#web/shared/theme/loadFonts.ts'
import '#web/components/styles.ts'

// Limit of `findBy…` and `waitFor`: far above what a page takes, also on a busy machine, so that only a fault reaches it.
configure({ asyncUtilTimeout: 150_000 })

/**
 * Renders the story at `parameters.path`, or the app's page of that path if `parameters.site` is set.
 * `parameters.answers` are the API's responses to a component.
 */
const inProduct: Decorator = (Story, { globals, parameters, id }) => (
  <InProduct
    key={id}
    scheme={globals['scheme'] === 'dark' ? 'dark' : 'light'}
    path={typeof parameters['path'] === 'string' ? parameters['path'] : '/dashboard'}
    site={parameters['site'] as Site | undefined}
    answers={(parameters['answers'] ?? {}) as Answers}
  >
    <Story />
  </InProduct>
)

const preview: Preview = {
  decorators: [inProduct],
  beforeEach: () => {
    localStorage.clear()
    sessionStorage.clear()
  },
  globalTypes: {
    scheme: {
      description: 'Colour scheme',
      toolbar: {
        title: 'Scheme',
        icon: 'contrast',
        items: [
          { value: 'light', title: 'Light' },
          { value: 'dark', title: 'Dark' },
        ],
        dynamicTitle: true,
      },
    },
  },
  initialGlobals: { scheme: 'light' },
  parameters: {
    layout: 'padded',
    options: {
      storySort: {
        order: [
          'Foundations',
          'Atoms',
          'Papers',
          'Search',
          'Lists',
          'Charts',
          'Settings',
          'Start',
          'Taste',
          'Dialogs',
          'Shell',
          'Admin',
          'Mails',
          'Pages',
        ],
      },
    },
  },
}

export default preview
