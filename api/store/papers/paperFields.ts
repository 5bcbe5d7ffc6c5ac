import type { Paper } from '../../contract/papers.ts'

type Abstract = Pick<Paper, 'abstract' | 'abstract_segments' | 'abstract_from'>

/** An abstract of the source of the paper comes before one that another service gave. */
export function chooseAbstract(first: Abstract, second: Abstract): Abstract {
  const known = [first, second].filter(({ abstract }) => abstract !== '')
  const chosen = known.find(({ abstract_from }) => abstract_from === undefined) ?? known[0] ?? first
  const { abstract, abstract_segments, abstract_from } = chosen
  return { abstract, abstract_segments, abstract_from }
}

/** A withdrawn version has no PDF and no HTML page: the links of an earlier version stay. */
export function linksOfVersion(
  { pdf, html, ...others }: Paper['urls'],
  { withdrawn, version }: Pick<Paper, 'withdrawn' | 'version'>,
): Paper['urls'] {
  const isThere = (address: string | undefined) =>
    address !== undefined && !(withdrawn && (version === null || address.endsWith(`v${version}`)))
  return { ...others, ...(isThere(pdf) && { pdf }), ...(isThere(html) && { html }) }
}
