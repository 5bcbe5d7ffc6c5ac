import type { Meta, StoryObj } from '@storybook/react-vite'
import { sampleUser } from '#tests/support/samples.ts'
import type { DeviceRequest } from '#api/contract/auth.ts'
import { Device } from '#web/pages/Device.tsx'
import { Failure, never, signedInAs, type Answers } from '../config/answers.ts'
import { answersFor } from '../config/siteAnswers.ts'

const request: DeviceRequest = {
  user_code: 'BCDF-GHJK',
  device: 'paperdawn on a laptop',
  ip_address: '192.0.2.7',
  expires_at: '2026-11-20T10:15:00.000Z',
}
const onSite = (answers: Answers) => ({
  site: { session: signedInAs(sampleUser), answers: { ...answersFor(), ...answers } },
})

const meta = {
  title: 'Pages/Device',
  component: Device,
  parameters: {
    path: '/device?code=BCDF-GHJK',
    layout: 'fullscreen',
    ...onSite({ 'GET /auth/device': request, 'POST /auth/device/approve': { approved: true } }),
  },
} satisfies Meta<typeof Device>

export default meta
type Story = StoryObj<typeof meta>

export const Decision: Story = {
  async play({ canvas }) {
    await canvas.findByRole('button', { name: 'Approve' })
  },
}
export const Approved: Story = {
  async play({ canvas, userEvent }) {
    await userEvent.click(await canvas.findByRole('button', { name: 'Approve' }))
    await canvas.findByRole('heading', { name: 'The terminal is signed in' })
  },
}
export const CodeForm: Story = {
  parameters: { path: '/device' },
  async play({ canvas }) {
    await canvas.findByRole('textbox')
  },
}
export const Loading: Story = {
  parameters: onSite({ 'GET /auth/device': never }),
  async play({ canvas }) {
    await canvas.findByText('Looking for the terminal…')
  },
}
export const UnknownCode: Story = {
  parameters: onSite({ 'GET /auth/device': new Failure('not-found', 404, 'No terminal is waiting for this code.') }),
  async play({ canvas }) {
    await canvas.findByRole('heading', { name: 'No terminal is waiting for this code' })
  },
}
