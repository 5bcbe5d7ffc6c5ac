import { addons, types, useStorybookApi, useStorybookState } from 'storybook/manager-api'
import { storybookTheme } from './storybookTheme.ts'

const dark = matchMedia('(prefers-color-scheme: dark)')
const applyTheme = () => addons.setConfig({ theme: storybookTheme(dark.matches ? 'dark' : 'light') })
applyTheme()
dark.addEventListener('change', applyTheme)

addons.register('paperdawn', () => {
  addons.add('paperdawn-schemes', {
    type: types.TAB,
    title: 'Light and dark',
    render: ({ active }) => (active ? <BothSchemes /> : null),
  })
})

/** The story in both colour schemes, each in a frame of its own: dialogs, menus and play functions do not meet. */
function BothSchemes() {
  const { storyId } = useStorybookState()
  const name = useStorybookApi().getCurrentStoryData()?.name
  const density = useStorybookApi().getGlobals()?.['density'] as string | undefined
  return (
    <div style={{ display: 'grid', gridTemplateColumns: '1fr 1fr', height: '100%' }}>
      {(['light', 'dark'] as const).map((scheme) => (
        // The page of the stories, which is our own.
        // oxlint-disable-next-line react/iframe-missing-sandbox
        <iframe
          key={`${storyId} ${scheme}`}
          title={`${name}, ${scheme}`}
          src={`iframe.html?viewMode=story&id=${storyId}&globals=scheme:${scheme};density:${density ?? 'story'}`}
          style={{ border: 0, width: '100%', height: '100%' }}
        />
      ))}
    </div>
  )
}
