import ReadingListIcon from '@mui/icons-material/BookmarkBorderOutlined'
import AdminIcon from '@mui/icons-material/BarChartOutlined'
import ProfileIcon from '@mui/icons-material/PersonOutlined'
import SearchIcon from '@mui/icons-material/SearchOutlined'
import DashboardIcon from '@mui/icons-material/TodayOutlined'
import type { Destination } from '../../shared/destinations.ts'

/** The icon of each main page, the same in every menu. */
export const destinationIcons = {
  dashboard: DashboardIcon,
  search: SearchIcon,
  'reading-list': ReadingListIcon,
  profile: ProfileIcon,
  admin: AdminIcon,
} satisfies Record<Destination['id'], typeof SearchIcon>
