import { runProcess } from './run-process.ts'

process.exit(await runProcess(process.env))
