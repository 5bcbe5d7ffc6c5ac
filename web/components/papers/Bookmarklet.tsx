import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useCopy } from '../atoms/useCopy.ts'

export interface BookmarkletProps {
  /** Where this site is. */
  origin: string
}

/** The program of the bookmark: opens the page on which it is pressed at `/save`, in another tab. */
export const bookmarkletCode = (origin: string): string =>
  `javascript:void open(${JSON.stringify(`${origin}/save?url=`)}+encodeURIComponent(location.href)+'&title='+encodeURIComponent(document.title))`

/** A bookmark to be dragged to the bar of bookmarks, which saves the paper of the page that is open. */
export function Bookmarklet({ origin }: BookmarkletProps) {
  const code = bookmarkletCode(origin)
  const { isCopied, copy } = useCopy('Copied')
  // React refuses addresses with a program in an attribute. Here it is a constant of ours.
  const setCode = (link: HTMLAnchorElement | null) => link?.setAttribute('href', code)
  return (
    <section aria-labelledby="save-by-bookmark">
      <Typography id="save-by-bookmark" variant="section" component="h2">
        From the bar of bookmarks
      </Typography>
      <Typography sx={{ mt: 0.75, mb: 1.25 }}>
        Drag{' '}
        <Link ref={setCode} draggable underline="always" onClick={(event) => event.preventDefault()}>
          Save to Paperdawn
        </Link>{' '}
        to the bar of bookmarks. Pressed on the page of a paper, at its publisher or anywhere else, it opens the paper
        here, with the button to save it. It sends the address and the title of that page, and nothing when it is not
        pressed.
      </Typography>
      <Button variant="outlined" size="small" onClick={() => copy(code)}>
        {isCopied ? 'Copied' : 'Copy it instead'}
      </Button>
    </section>
  )
}
