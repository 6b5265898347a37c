import { runProcess } from './start/run-process.ts'

// Imported and not run, it only has all the sources compiled (tools/setup/server-command.mjs).
if (import.meta.main) process.exit(await runProcess(process.env))
