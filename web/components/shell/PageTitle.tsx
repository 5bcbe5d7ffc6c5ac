/** Sets the document's title, for example "Search: graph attention - Paperdawn". */
export function PageTitle({ title }: { title: string }) {
  return <title>{`${title} - Paperdawn`}</title>
}
