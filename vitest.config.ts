import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // Each server test file has a database of its own; more workers than this only wait for the disk.
    maxWorkers: 3,
    projects: [
      // By itself, after the others: it wants the machine for what it kills.
      { test: { name: 'crash', include: ['e2e/crash/**/*.test.ts'], sequence: { groupOrder: 1 } } },
      { test: { name: 'contract', include: ['contract/src/**/*.test.ts'], isolate: false } },
      { test: { name: 'web', include: ['web/src/**/*.test.{ts,tsx}'] } },
      { test: { name: 'tools', include: ['tools/**/*.test.ts'], isolate: false } },
      {
        test: {
          name: 'server',
          include: ['server/src/**/*.test.ts'],
          // Files share the modules of the product: each would load them again.
          isolate: false,
          globalSetup: ['server/src/testing/app/global-setup.ts'],
          // Real servers, files and password hashes on a busy machine.
          testTimeout: 90_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
