import { defineConfig } from '@playwright/test'
import { debianBrowser } from '../tools/setup/chromium.mjs'
import { cameraFile } from './setup/camera-file.ts'

const executablePath = debianBrowser()

export default defineConfig({
  testDir: 'journeys',
  testMatch: '*.e2e.ts',
  outputDir: 'results/artifacts',
  globalSetup: './setup/global-setup.ts',
  // Journeys are mostly idle: two cores can run three at a time while the other tests run.
  workers: 3,
  // A busy machine can cause a timeout; the report marks a journey that passes at its retry as flaky.
  retries: 1,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  use: {
    locale: 'ja-JP',
    // Far from Japan, so that a time that is not in JST makes a journey fail.
    timezoneId: 'America/New_York',
    viewport: { width: 1280, height: 800 },
    // Saves processor time, and prevents clicks on a menu that is still opening.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: [
        '--no-sandbox',
        // Pages are painted in the processor, without a process for it: a seventh of Chromium's processor time.
        '--disable-gpu',
        '--disable-software-rasterizer',
        '--in-process-gpu',
        // A page lives for seconds: optimizing its code costs more than it saves.
        '--js-flags=--no-turbofan --no-maglev',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // A camera for the page of a performer's link, which headless Chromium lacks, and no prompt for its permission.
        '--use-fake-device-for-media-stream',
        `--use-file-for-fake-video-capture=${cameraFile}`,
        '--use-fake-ui-for-media-stream',
      ],
    },
  },
})
