/** Address of a paper's page: ".../paper/arxiv:2611.90001". A slash in the id stays a slash. */
export const paperPage = (publicUrl: string, id: string): string =>
  `${publicUrl}/paper/${encodeURIComponent(id).replaceAll('%3A', ':').replaceAll('%2F', '/')}`
