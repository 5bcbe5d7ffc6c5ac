const names: Readonly<Record<string, string>> = {
  rss: 'Daily feeds (RSS)',
  oai: 'Changes (OAI-PMH)',
  api: 'Query API',
  old: 'Older papers (API 1)',
}

/** What an admin calls an interface of a source. Others than the usual ones have their own name. */
export const interfaceName = (id: string): string => names[id] ?? id
