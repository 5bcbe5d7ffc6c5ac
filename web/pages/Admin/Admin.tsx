import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import Typography from '@mui/material/Typography'
import type { ComponentType } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { useUser } from '../../shared/useUser.ts'
import { EmptyState } from '../../components/atoms/EmptyState.tsx'
import { PageTitle } from '../../components/shell/PageTitle.tsx'
import { adminTabs, type AdminTab } from './adminTabs.ts'
import { AuditTab } from './AuditTab.tsx'
import { EmailTab } from './EmailTab.tsx'
import { HealthTab } from './HealthTab.tsx'
import { IngestionTab } from './IngestionTab.tsx'
import { OverviewTab } from './OverviewTab.tsx'
import { StatisticsTab } from './StatisticsTab.tsx'
import { UsersTab } from './UsersTab.tsx'

const contents: Record<AdminTab, ComponentType> = {
  overview: OverviewTab,
  ingestion: IngestionTab,
  health: HealthTab,
  statistics: StatisticsTab,
  email: EmailTab,
  users: UsersTab,
  audit: AuditTab,
}

/** The admin panel. Other users see why they have no access. The server checks the admin's rights on every call. */
export function Admin() {
  const user = useUser()
  const [params] = useSearchParams()
  const [tab, title] = adminTabs.find(([id]) => id === params.get('tab')) ?? adminTabs[0]
  const Content = contents[tab]

  if (!user.is_admin) {
    return (
      <>
        <PageTitle title="Admin panel" />
        <EmptyState
          headingLevel="h1"
          title="You need administrator rights"
          text={`You are signed in as ${user.email}. Only administrators can see this page.`}
          action={
            <Button variant="outlined" component={Link} to="/dashboard">
              Dashboard
            </Button>
          }
        />
      </>
    )
  }
  return (
    <>
      <PageTitle title={`Admin panel: ${title}`} />
      <Typography variant="h1" sx={{ mb: 1.5 }}>
        Admin panel
      </Typography>
      <Tabs
        value={tab}
        variant="scrollable"
        scrollButtons="auto"
        aria-label="Parts of the admin panel"
        textColor="inherit"
        slotProps={{ indicator: { sx: { bgcolor: 'dawn' } } }}
        sx={{
          mb: 3,
          borderBottom: 1,
          borderColor: 'divider',
          // The first label is aligned with the title, as wide as its text.
          '& .MuiTabs-list': { columnGap: 3.5 },
          '& .MuiTab-root': { color: 'text.secondary', opacity: 1, minWidth: 0, px: 0 },
          '& .Mui-selected': { color: 'text.primary' },
        }}
      >
        {adminTabs.map(([id, label]) => (
          <Tab
            key={id}
            value={id}
            label={label}
            id={`admin-tab-${id}`}
            aria-controls={id === tab ? `admin-panel-${id}` : undefined}
            component={Link}
            to={`/admin?tab=${id}`}
          />
        ))}
      </Tabs>
      <Box role="tabpanel" id={`admin-panel-${tab}`} aria-labelledby={`admin-tab-${tab}`}>
        <Content />
      </Box>
    </>
  )
}
