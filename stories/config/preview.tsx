import type { Decorator, Preview } from '@storybook/react-vite'
import { configure } from 'storybook/test'
import type { User } from '#api/contract/users.ts'
import type { Answers } from './answers.ts'
import { nameChoices } from './choices.ts'
import { DocsFrame, DocsPage } from './DocsPage.tsx'
import { InProduct, type Site } from './InProduct.tsx'
import '#web/shared/theme/loadFonts.ts'
import '#web/components/paperText.css'

// Limit of `findBy…` and `waitFor`: far above what a page takes, also on a busy machine, so that only a fault reaches it.
configure({ asyncUtilTimeout: 150_000 })

/**
 * Renders the story at `parameters.path`, or the app's page of that path if `parameters.site` is set.
 * `parameters.answers` are the API's responses to a component.
 */
const inProduct: Decorator = (Story, { args, globals, parameters, id }) => (
  <InProduct
    key={`${id} ${globals['density']}`}
    scheme={globals['scheme'] === 'dark' ? 'dark' : 'light'}
    path={typeof parameters['path'] === 'string' ? parameters['path'] : '/dashboard'}
    site={inDensity(parameters['site'] as Site | undefined, globals['density'])}
    answers={(parameters['answers'] ?? {}) as Answers}
  >
    {'density' in args && isDensity(globals['density']) ? (
      <Story args={{ ...args, density: globals['density'] }} />
    ) : (
      <Story />
    )}
  </InProduct>
)

type Density = User['preferences']['reading']['density']
const isDensity = (value: unknown): value is Density =>
  value === 'comfortable' || value === 'compact' || value === 'headlines'

/** The site with the density of the toolbar as its reader's setting, if one is chosen. */
function inDensity(site: Site | undefined, density: unknown): Site | undefined {
  const user = site?.session.status === 'signed-in' ? site.session.user : undefined
  if (!site || !user || !isDensity(density)) return site
  const reading = { ...user.preferences.reading, density }
  const reader: User = { ...user, preferences: { ...user.preferences, reading } }
  return {
    session: { ...site.session, user: reader } as Site['session'],
    answers: { ...site.answers, 'GET /auth/me': reader },
  }
}

const preview: Preview = {
  tags: ['autodocs'],
  decorators: [inProduct],
  argTypesEnhancers: [nameChoices],
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
    density: {
      description: 'Density of the lists',
      toolbar: {
        title: 'Density',
        icon: 'listunordered',
        items: [
          { value: 'story', title: 'Density of the story' },
          { value: 'comfortable', title: 'Comfortable' },
          { value: 'compact', title: 'Compact' },
          { value: 'headlines', title: 'Headlines' },
        ],
        dynamicTitle: true,
      },
    },
  },
  initialGlobals: { scheme: 'light', density: 'story' },
  parameters: {
    layout: 'padded',
    // Source text is that of the file: written from the rendered elements, it copies errors and other objects of classes.
    docs: { container: DocsFrame, page: DocsPage, source: { type: 'code' } },
    viewport: {
      options: {
        narrow: { name: 'Narrow, 320 px', styles: { width: '320px', height: '640px' }, type: 'mobile' },
        phone: { name: 'Phone, 390 px', styles: { width: '390px', height: '844px' }, type: 'mobile' },
        tablet: { name: 'Tablet, 768 px', styles: { width: '768px', height: '1024px' }, type: 'tablet' },
        desktop: { name: 'Desktop, 1280 px', styles: { width: '1280px', height: '900px' }, type: 'desktop' },
      },
    },
    options: {
      storySort: {
        order: [
          'Home',
          ['From drawing to component', 'One look for one thing'],
          'Foundations',
          ['Colours', 'Type', 'Space', 'Shape and elevation', 'Motion', 'Breakpoints', 'Icons'],
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
