import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import List from '@mui/material/List'
import Typography from '@mui/material/Typography'
import { Suspense, useEffect } from 'react'
import { Link as RouterLink, useLocation, useSearchParams } from 'react-router-dom'
import { lazyPart } from '../../shared/lazyPart.tsx'
import { useUser } from '../../shared/useUser.ts'
import { MissingPart } from '../../components/atoms/MissingPart.tsx'
import { DigestSettings } from '../../components/settings/DigestSettings.tsx'
import { NewestDigest } from '../../components/settings/NewestDigest.tsx'
import { NewestReview } from '../../components/settings/NewestReview.tsx'
import { ReviewSettings } from '../../components/settings/ReviewSettings.tsx'
import { SettingsRow } from '../../components/settings/SettingsRow.tsx'
import { UnsubscribedNote } from '../../components/settings/UnsubscribedNote.tsx'
import { PageTitle } from '../../components/shell/PageTitle.tsx'
import { useMe } from '../../data/account/useMe.ts'
import { useMailStatus } from '../../data/account/useMailStatus.ts'
import { useSetting } from '../../data/account/useSetting.ts'
import { ReturnedMail } from '../ReturnedMail.tsx'
import { Taste } from '../Taste/Taste.tsx'
import { AccountSection } from './AccountSection.tsx'
import { CategoriesSection } from './CategoriesSection.tsx'
import { DataSection } from './DataSection.tsx'
import { InstallSection } from './InstallSection.tsx'
import { InterestsSection } from './InterestsSection.tsx'
import { ReadingSection } from './ReadingSection.tsx'
import { SampleRow } from './SampleRow.tsx'
import { Section } from './Section.tsx'
import { SessionsSection } from './SessionsSection.tsx'
import { StatsSection } from './StatsSection.tsx'
import { TopicsSection } from './TopicsSection.tsx'

const AlarmsRow = lazyPart(async () => (await import('./AlarmsRow.tsx')).AlarmsRow)
const ConnectionsRow = lazyPart(async () => (await import('./ConnectionsRow.tsx')).ConnectionsRow)
const EreaderRow = lazyPart(async () => (await import('./EreaderRow.tsx')).EreaderRow)
const FeedsRow = lazyPart(async () => (await import('./FeedsRow.tsx')).FeedsRow)
const TokensRow = lazyPart(async () => (await import('./TokensRow.tsx')).TokensRow)
const ZoteroRow = lazyPart(async () => (await import('./ZoteroRow.tsx')).ZoteroRow)
const Start = lazyPart(async () => (await import('../WarmStart/Start.tsx')).Start)

const sections = [
  ['account', 'Account'],
  ['categories', 'Categories'],
  ['topics', 'Followed searches'],
  ['interests', 'Keywords and authors'],
  ['taste', 'Your taste'],
  ['digest', 'E-mail digest'],
  ['reading', 'Reading'],
  ['appearance', 'Appearance'],
  ['shortcuts', 'Keyboard shortcuts'],
  ['statistics', 'Statistics'],
  ['sessions', 'Sessions'],
  ['connections', 'Connections'],
  ['data', 'Your data'],
] as const

/** The settings, or the part with a page of its own: `?section=taste` and `?section=start`. */
export function Profile() {
  const [params] = useSearchParams()
  const section = params.get('section')
  if (section === 'taste') return <Taste />
  if (section !== 'start') return <Settings />
  return (
    <Suspense>
      <Start />
    </Suspense>
  )
}

/** All settings and statistics of the user on one page. Each change is saved at once. */
function Settings() {
  const user = useUser()
  const { changeMe } = useMe()
  const { status: mail, error: mailError, refresh } = useMailStatus()
  const { hash } = useLocation()
  const digest = useSetting('mail', user.preferences.digest, async (wanted) => {
    await changeMe({ preferences: { digest: wanted } })
    await refresh()
  })
  const review = useSetting('review', user.preferences.review ?? { weekday: null }, (wanted) =>
    changeMe({ preferences: { review: wanted } }),
  )

  useEffect(() => {
    // The browser's own jump to the anchor ran before the sections were rendered.
    document.getElementById(hash.slice(1))?.scrollIntoView()
  }, [hash])

  return (
    <>
      <PageTitle title="Profile" />
      <Typography variant="h1" sx={{ mb: 3 }}>
        Profile
      </Typography>
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '200px minmax(0, 1fr)' }, gap: 4 }}>
        <Box component="nav" aria-label="On this page" sx={{ display: { xs: 'none', md: 'block' } }}>
          <List sx={{ position: 'sticky', top: 84 }}>
            {sections.map(([id, title]) => (
              <li key={id}>
                <Link href={`#${id}`} color="text.secondary" sx={{ display: 'block', py: 0.75 }}>
                  {title}
                </Link>
              </li>
            ))}
          </List>
        </Box>
        <Box sx={{ minWidth: 0 }}>
          <AccountSection user={user} onSave={changeMe} />
          <CategoriesSection categoryIds={user.category_ids} onSave={changeMe} />
          <TopicsSection categoryIds={user.category_ids} onSave={changeMe} />
          <InterestsSection interests={user.interests} onSave={changeMe} />
          <Section id="taste" title="Your taste">
            <SettingsRow label="What the order learns" help="From what you save, like, open and mark as not for you.">
              <Button variant="outlined" component={RouterLink} to="/profile?section=taste">
                See and correct it
              </Button>{' '}
              <Button component={RouterLink} to="/questions">
                Your questions
              </Button>
            </SettingsRow>
          </Section>
          <Section id="digest" title="E-mail digest">
            <ReturnedMail />
            {mailError && (
              <Box sx={{ px: { xs: 2, sm: 3 }, pt: 2 }}>
                <MissingPart
                  what="Whether mail reaches you"
                  error={mailError}
                  onRetry={() => void refresh()}
                  isShown={mail !== undefined}
                />
              </Box>
            )}
            {mail?.unsubscribed_at && !digest.value.enabled && (
              <UnsubscribedNote
                since={mail.unsubscribed_at}
                onSwitchOn={() => digest.change({ ...digest.value, enabled: true })}
              />
            )}
            <DigestSettings
              {...digest.saving}
              value={digest.value}
              email={user.email}
              withTime={review.value.weekday !== null}
              withDays={(mail?.targets ?? 0) > 0}
              onChange={(changes) => digest.change({ ...digest.value, ...changes })}
            />
            <ReviewSettings {...review.saving} value={review.value} onChange={review.change} />
            {mail?.review && <NewestReview review={mail.review} />}
            {user.is_admin && (
              <Suspense fallback={<SettingsRow label="Alarms for admins">{null}</SettingsRow>}>
                <AlarmsRow saved={user.preferences.alarms ?? false} />
              </Suspense>
            )}
            {mail?.digest && <NewestDigest digest={mail.digest} />}
            <SampleRow />
          </Section>
          <ReadingSection preferences={user.preferences} onSave={changeMe} />
          <StatsSection streakVisible={user.preferences.streak_visible} />
          <SessionsSection />
          <Section id="connections" title="Connections">
            <Suspense fallback={<SettingsRow label="Zotero">{null}</SettingsRow>}>
              <ZoteroRow />
            </Suspense>
            <Suspense fallback={<SettingsRow label="Your day elsewhere">{null}</SettingsRow>}>
              <ConnectionsRow />
            </Suspense>
            <Suspense fallback={<SettingsRow label="E-reader">{null}</SettingsRow>}>
              <EreaderRow />
            </Suspense>
            <Suspense fallback={<SettingsRow label="Feeds">{null}</SettingsRow>}>
              <FeedsRow />
            </Suspense>
            <Suspense fallback={<SettingsRow label="Tokens">{null}</SettingsRow>}>
              <TokensRow />
            </Suspense>
            <SettingsRow label="From any page" help="A bookmark, or “Share” on a phone, saves the paper of a page.">
              <Button variant="outlined" component={RouterLink} to="/save">
                Set it up
              </Button>
            </SettingsRow>
          </Section>
          <InstallSection />
          <DataSection />
        </Box>
      </Box>
    </>
  )
}
