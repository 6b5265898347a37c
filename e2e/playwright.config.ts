import { defineConfig } from '@playwright/test'
import { findChromium } from '../tools/setup/chromium.mjs'

const executablePath = findChromium()

export default defineConfig({
  testDir: 'journeys',
  testMatch: '*.e2e.ts',
  outputDir: 'results/artifacts',
  globalSetup: './setup/global-setup.ts',
  // Journeys wait more than they work: on two cores a third one at a time fills the gaps.
  workers: 3,
  // A machine that is busy with something else may cost a journey its time once; the report names it as flaky.
  retries: 1,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  use: {
    locale: 'ja-JP',
    // Far from Japan, so that a time that is not shown in JST is seen to be wrong.
    timezoneId: 'America/New_York',
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
