import Alert from '@mui/material/Alert'
import AlertTitle from '@mui/material/AlertTitle'
import type { SourceTest } from '#api/contract/days.ts'
import { formatDuration } from '../../shared/format.ts'

/** What became of a test of the addresses of a source: each interface with its answer, and how long it took. */
export function SourceTestResult({ result: { ok, items } }: { result: SourceTest }) {
  return (
    <Alert
      severity={ok ? 'success' : 'error'}
      sx={{ '& .MuiAlert-message': { minWidth: 0, overflowWrap: 'anywhere' } }}
    >
      <AlertTitle>{ok ? 'It works' : items.length === 1 ? 'It does not work' : 'Not every address works'}</AlertTitle>
      {items.map((item) => (
        <div key={item.interface}>
          {interfaceName(item.interface)}: {item.message} ({formatDuration(item.ms)})
        </div>
      ))}
    </Alert>
  )
}

const names: Readonly<Record<string, string>> = {
  rss: 'Daily feeds (RSS)',
  oai: 'Changes (OAI-PMH)',
  api: 'Query API',
  old: 'Older papers (API 1)',
}

/** What an admin calls an interface of a source. Others than the usual ones have their own name. */
export const interfaceName = (id: string): string => names[id] ?? id
