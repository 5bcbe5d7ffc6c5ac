import Pagination from '@mui/material/Pagination'
import PaginationItem from '@mui/material/PaginationItem'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { Link } from 'react-router-dom'

export interface PagerProps {
  page: number
  pages: number
  /** Returns the URL of a page. Pages are links, so they can be shared or opened in another tab. */
  hrefFor: (page: number) => string
  /** Called when another page is opened here. */
  onTurn?: () => void
}

/** Numbered pagination. Renders nothing if there is only one page. */
export function Pager({ page, pages, hrefFor, onTurn }: PagerProps) {
  const isPhone = useMediaQuery((theme) => theme.breakpoints.down('sm'))
  if (pages <= 1) return null
  return (
    <Stack sx={{ alignItems: 'center', gap: 1, py: 3 }}>
      <Pagination
        page={page}
        count={pages}
        siblingCount={isPhone ? 0 : 1}
        showFirstButton={!isPhone}
        showLastButton={!isPhone}
        aria-label="Pages of results"
        renderItem={(item) =>
          item.page === null || item.disabled ? (
            <PaginationItem {...item} />
          ) : (
            <PaginationItem {...item} component={Link} to={hrefFor(item.page)} onClick={onTurn} />
          )
        }
      />
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        Page {page.toLocaleString('en')} of {pages.toLocaleString('en')}
      </Typography>
    </Stack>
  )
}
