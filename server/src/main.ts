import { runProcess } from './start/run-process.ts'

// start/fill-compile-cache.ts only imports this file.
if (import.meta.main) process.exit(await runProcess(process.env))
