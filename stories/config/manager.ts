import { createElement } from 'react'
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
    render: ({ active }) => (active ? createElement(BothSchemes) : null),
  })
})

/**
 * The story in both colour schemes, each in a frame of its own: dialogs, menus and play functions do not meet. Without
 * JSX, which Storybook compiles here for a React that is not imported by itself.
 */
function BothSchemes() {
  const { storyId } = useStorybookState()
  const name = useStorybookApi().getCurrentStoryData()?.name
  const density = useStorybookApi().getGlobals()?.['density'] as string | undefined
  const frames = (['light', 'dark'] as const).map((scheme) =>
    // The page of the stories, which is our own.
    // oxlint-disable-next-line react/iframe-missing-sandbox
    createElement('iframe', {
      key: `${storyId} ${scheme}`,
      title: `${name}, ${scheme}`,
      src: `iframe.html?viewMode=story&id=${storyId}&globals=scheme:${scheme};density:${density ?? 'story'}`,
      style: { border: 0, width: '100%', height: '100%' },
    }),
  )
  const style = { display: 'grid', gridTemplateColumns: '1fr 1fr', width: '100%', height: '100%' }
  return createElement('div', { style }, frames)
}
