import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import type { SourceStatus } from '#api/contract/admin.ts'
import { EmptyState } from '../../components/atoms/EmptyState.tsx'
import { LoadedPart } from '../../components/atoms/LoadedPart.tsx'
import { ServiceTable } from '../../components/admin/ServiceTable.tsx'
import { SourceTable } from '../../components/admin/SourceTable.tsx'
import { isEnriching } from '../../components/admin/sourceUse.ts'
import { useSourcesStatus } from '../../data/admin/paperSources.ts'
import { AdminSection } from './AdminSection.tsx'
import { DaysSection } from './DaysSection.tsx'
import { DuplicatesSection } from './DuplicatesSection.tsx'
import { NoticesSection } from './NoticesSection.tsx'
import { FetchAllForm, FetchArxivForm } from './FetchForms.tsx'
import { PipelineTestCard, ProcessCard, RebuildIndexCard, SamplesCard, WipeCard } from './PipelineCards.tsx'
import { QuarantineSection } from './QuarantineSection.tsx'
import { RunHistory } from './RunHistory.tsx'
import { SourceSettingsDialog } from './SourceSettingsDialog.tsx'
import { useKeptDialog } from '../../shared/keptInput.ts'

/** The days of the sources, their state and settings, the jobs that an admin can start, and the job history. */
export function IngestionTab() {
  const { data: status, error, mutate } = useSourcesStatus()
  const [edited, setEdited] = useKeptDialog<SourceStatus | null>('source settings', null)
  const services = status?.items.filter(isEnriching) ?? []
  return (
    <>
      <DaysSection />
      <AdminSection title="Sources">
        <LoadedPart
          what="The state of the sources"
          data={status}
          error={error}
          onRetry={() => void mutate()}
          skeleton={<Skeleton animation={false} variant="rounded" height={120} />}
        >
          {({ items }) =>
            items.length === 0 ? (
              <EmptyState headingLevel="h3" title="No source is set up" text="Papers cannot be fetched without one." />
            ) : (
              <SourceTable sources={items.filter((source) => !isEnriching(source))} onSettings={setEdited} />
            )
          }
        </LoadedPart>
      </AdminSection>
      {services.length > 0 && (
        <AdminSection
          title="More about papers"
          description="Services that announce no papers and know more about those of the sources: citations, votes, code, summaries, missing abstracts. Each is off until you switch it on."
        >
          <ServiceTable services={services} onSettings={setEdited} />
        </AdminSection>
      )}
      <AdminSection title="Run now">
        <Box
          sx={{
            display: 'grid',
            gap: 2,
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
          }}
        >
          <FetchAllForm />
          <FetchArxivForm />
          <ProcessCard />
          <PipelineTestCard />
          <RebuildIndexCard />
          <SamplesCard />
          <WipeCard />
        </Box>
      </AdminSection>
      <RunHistory />
      <QuarantineSection />
      <DuplicatesSection />
      <NoticesSection />
      <SourceSettingsDialog source={edited} onClose={() => setEdited(null)} />
    </>
  )
}
