import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { Link as RouterLink, useSearchParams } from 'react-router-dom'
import { Bookmarklet } from '../../components/papers/Bookmarklet.tsx'
import { useKeptInput } from '../../shared/keptInput.ts'
import { refIn } from '../../shared/sharedPaper.ts'

interface SaveStartProps {
  /** What was shared and has no address or id in it. */
  words: string
}

/** Takes the address or id of a paper, and explains how a browser or a phone leads here. */
export function SaveStart({ words }: SaveStartProps) {
  const [typed, setTyped] = useKeptInput('address of a paper', words)
  const [, setSearch] = useSearchParams()
  const isRefused = words !== '' && typed === words
  const send = (event: React.FormEvent) => {
    event.preventDefault()
    const text = typed.trim()
    if (text === '') return
    if (refIn(text) !== undefined) setTyped('')
    setSearch({ url: text }, { replace: true })
  }
  return (
    <Box sx={{ display: 'grid', gap: 4, maxWidth: 720 }}>
      <Box component="form" onSubmit={send} sx={{ display: 'grid', gap: 2 }}>
        <Typography variant="h1">Save a paper from any page</Typography>
        <TextField
          label="Address of the page, DOI or arXiv id"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          error={isRefused}
          helperText={isRefused ? 'This has no address and no id of a paper in it.' : ' '}
          slotProps={{ htmlInput: { inputMode: 'url', autoComplete: 'off', spellCheck: false, dir: 'auto' } }}
        />
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          <Button type="submit" variant="contained" color="primary">
            Find the paper
          </Button>
          {isRefused && (
            <Button component={RouterLink} to={`/search?${new URLSearchParams({ q: words })}`}>
              Search for these words
            </Button>
          )}
        </Box>
      </Box>
      <Bookmarklet origin={location.origin} />
      <Box component="section" aria-labelledby="save-on-phones">
        <Typography id="save-on-phones" variant="section" component="h2">
          On a phone
        </Typography>
        <Typography sx={{ mt: 0.75 }}>
          On Android, install Paperdawn from the menu of the browser: then “Share” in any app has it among its targets.
          On an iPhone, copy the bookmark above and put it in place of the address of any bookmark. What you save is on
          your{' '}
          <Link component={RouterLink} to="/reading-list" underline="always">
            reading list
          </Link>
          .
        </Typography>
      </Box>
    </Box>
  )
}
