import { config } from 'zod'

// Before any schema is created: zod would try to compile it, which the content security policy refuses and reports.
config({ jitless: true })
