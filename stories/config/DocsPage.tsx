/* oxlint-disable no-underscore-dangle -- names of react-docgen and Storybook. */
import {
  ArgTypes,
  Canvas,
  Controls,
  DocsContainer,
  Heading,
  Markdown,
  Title,
  useOf,
  type DocsContainerProps,
} from '@storybook/addon-docs/blocks'
import { useEffect, useState, type PropsWithChildren } from 'react'
import { addons } from 'storybook/preview-api'
import { storybookTheme } from './storybookTheme.ts'

type Scheme = 'light' | 'dark'
const schemeOf = (globals: unknown): Scheme =>
  (globals as { scheme?: unknown } | undefined)?.scheme === 'dark' ? 'dark' : 'light'

/** Frame of a docs page in the colour scheme of the toolbar. */
export function DocsFrame({ children, ...props }: PropsWithChildren<DocsContainerProps>) {
  const { context } = props
  const [scheme, setScheme] = useState(() => {
    const first = context.componentStories()[0]
    return schemeOf(first && context.getStoryContext(first).globals)
  })
  useEffect(() => {
    const follow = ({ globals }: { globals: unknown }) => setScheme(schemeOf(globals))
    const channel = addons.getChannel()
    channel.on('globalsUpdated', follow)
    return () => channel.off('globalsUpdated', follow)
  }, [])
  return (
    <DocsContainer {...props} theme={storybookTheme(scheme)}>
      {children}
    </DocsContainer>
  )
}

type StoryFile = ReturnType<typeof useOf<'meta'>>['csfFile']

/** The stories of a file in its order, the plainest first: the exports of a module are in that of their names. */
function inOrderOfFile({ stories, moduleExports }: StoryFile) {
  const order = (moduleExports as { __namedExportsOrder?: string[] }).__namedExportsOrder ?? []
  const placeOf = ({ moduleExport }: (typeof stories)[string]) =>
    order.findIndex((name) => moduleExports[name] === moduleExport)
  return Object.values(stories).toSorted((one, other) => placeOf(one) - placeOf(other))
}

/**
 * What a component is for (its docstring), when to take it (the comment above the meta of its stories), its properties, and
 * its states. What fills the window or opens above the page has a frame of its own, and its other states are links.
 */
export function DocsPage() {
  const { csfFile, preparedMeta } = useOf('meta', ['meta'])
  const [first, ...others] = inOrderOfFile(csfFile)
  const { component, parameters } = preparedMeta
  const isFramed = parameters['layout'] === 'fullscreen' || parameters['docs']?.story?.inline === false
  // The fields copy the values of properties, which errors, being objects of a class, do not survive.
  const hasError = Object.values({ ...preparedMeta.initialArgs, ...first?.args }).some(
    (value) => value instanceof Error,
  )
  const what = (component as { __docgenInfo?: { description?: string } } | undefined)?.__docgenInfo?.description
  const when = parameters['docs']?.description?.component as string | undefined
  const frame = isFramed ? { story: { inline: false, height: '640px' } } : {}
  return (
    <>
      <Title />
      {what !== undefined && what !== '' && <Markdown>{what}</Markdown>}
      {when !== undefined && <Markdown>{when}</Markdown>}
      {first && <Canvas of={first.moduleExport} sourceState="none" {...frame} />}
      {component && (hasError ? <ArgTypes of={component} /> : <Controls />)}
      {others.length > 0 && <Heading>States</Heading>}
      {isFramed ? (
        <ul>
          {others.map(({ id, name }) => (
            <li key={id}>
              <a href={`?path=/story/${id}`} target="_top">
                {name}
              </a>
            </li>
          ))}
        </ul>
      ) : (
        others.map(({ id, name, moduleExport }) => (
          <div key={id}>
            <Heading>{name}</Heading>
            <Canvas of={moduleExport} sourceState="none" />
          </div>
        ))
      )}
    </>
  )
}
