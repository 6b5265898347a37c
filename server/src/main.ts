import { runProcess } from './start/run-process.ts'

// tools/setup/server-command.mjs only imports this file, to fill the compile cache.
if (import.meta.main) process.exit(await runProcess(process.env))
