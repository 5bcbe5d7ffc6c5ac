import ExpandMoreIcon from '@mui/icons-material/ExpandMore'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import type { Category } from '#api/contract/categories.ts'
import { visuallyHidden } from '../../shared/visuallyHidden.ts'
import { groupCategories, headingOf } from './categoryChoice.ts'
import { CategoryOptions } from './CategoryOptions.tsx'

export interface CategoryGroupsProps {
  /** Undefined while loading. */
  categories: readonly Category[] | undefined
  /** Ids of the chosen categories. */
  chosen: readonly string[]
  disabled: boolean
  onToggle: (id: string) => void
}

/** All categories by group. A press on the heading of a group opens it, and chooses nothing. */
export function CategoryGroups({ categories, ...group }: CategoryGroupsProps) {
  return (
    <Box sx={{ borderTop: 1, borderColor: 'divider' }}>
      {categories ? (
        groupCategories(categories).map((members) => <Group key={members.name} {...members} {...group} />)
      ) : (
        <LoadingGroups />
      )}
    </Box>
  )
}

interface GroupProps extends Omit<CategoryGroupsProps, 'categories'> {
  name: string
  categories: Category[]
}

function Group({ name, categories, chosen, disabled, onToggle }: GroupProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const count = categories.filter((category) => chosen.includes(category.id)).length
  return (
    <Box sx={{ borderBottom: 1, borderColor: 'divider' }}>
      <Button
        fullWidth
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        endIcon={<ExpandMoreIcon sx={{ transform: open ? 'rotate(180deg)' : 'none' }} />}
        sx={{
          justifyContent: 'flex-start',
          textAlign: 'start',
          color: 'text.primary',
          minHeight: 44,
          '& .MuiButton-endIcon': { ml: 'auto' },
        }}
      >
        {headingOf({ name, categories })} ({categories.length})
        {count > 0 && (
          <Typography component="span" variant="meta" sx={{ ml: 1, color: 'primary.main' }}>
            {count} chosen
          </Typography>
        )}
      </Button>
      <Box id={id} hidden={!open} sx={{ pb: 1.5, px: 1 }}>
        {open && (
          <CategoryOptions
            label={name}
            categories={categories}
            chosen={chosen}
            disabled={disabled}
            onToggle={onToggle}
          />
        )}
      </Box>
    </Box>
  )
}

/** As high as the groups of arXiv's taxonomy and of the preprint servers, so that nothing below moves when they are loaded. */
const LOADING_GROUPS = ['45%', '25%', '70%', '31%', '30%', '35%', '38%', '32%', '19%', '20%', '28%', '62%']

function LoadingGroups() {
  return (
    <>
      <span style={visuallyHidden}>Loading categories</span>
      {LOADING_GROUPS.map((width) => (
        <Box
          key={width}
          sx={{ display: 'flex', alignItems: 'center', minHeight: 44, px: 1, borderBottom: 1, borderColor: 'divider' }}
        >
          <Skeleton width={width} sx={{ maxWidth: 260 }} animation={false} />
        </Box>
      ))}
    </>
  )
}
