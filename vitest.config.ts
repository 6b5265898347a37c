import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // While the journeys run, too, two cores can run three: many tests wait for time limits, programs and failures of other systems.
    maxWorkers: 3,
    // Titles show the whole value of a row.
    taskTitleValueFormatTruncate: 0,
    // Workers end late on a busy machine.
    teardownTimeout: 60_000,
    tags: [{ name: 'long', description: 'Left to `npm run test:long`: see CONTRIBUTING.' }],
    projects: [
      // In the long run, alone after the others, since it needs the whole machine.
      { test: { name: 'crash', include: ['e2e/crash/**/*.test.ts'], sequence: { groupOrder: 1 } } },
      {
        test: {
          name: 'contract',
          include: ['contract/src/**/*.test.ts'],
          isolate: false,
          testTimeout: 30_000,
        },
      },
      {
        test: { name: 'web', include: ['web/src/**/*.test.ts'], isolate: false, testTimeout: 30_000 },
      },
      // Rendered components.
      {
        test: {
          name: 'pages',
          include: ['web/src/**/*.test.tsx'],
          // One document for all files of a worker: React and Mantine are loaded once.
          isolate: false,
          setupFiles: ['web/src/testing/browser.ts'],
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'tools',
          include: ['tools/**/*.test.ts', 'bench/*.test.ts'],
          isolate: false,
          // Some start programs or compile the pages, which is slow on a busy machine.
          testTimeout: 90_000,
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/src/**/*.test.ts'],
          // Test files share loaded modules; isolated files would load the product again.
          isolate: false,
          globalSetup: ['server/src/testing/app/global-setup.ts'],
          // Real servers, files and password hashes are slow on a busy machine.
          testTimeout: 90_000,
          hookTimeout: 120_000,
          // The default of one second is too short there.
          expect: { poll: { timeout: 20_000 } },
        },
      },
    ],
  },
})
