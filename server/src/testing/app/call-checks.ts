import { problemsOf } from '@kyc/contract/endpoint-problems.ts'
import type { CallChecks } from '../../platform/http/route.ts'
import { ObservedWrites } from './observed-writes.ts'
import { undeclaredWrites } from './undeclared-writes.ts'

/** Fails a call that differs from the declaration of its endpoint, and collects the differences in `faults`. */
export function createCallChecks(): CallChecks & { readonly faults: readonly string[] } {
  const faults: string[] = []
  return {
    faults,
    async during(endpoint, handle) {
      const writes = new ObservedWrites()
      try {
        return await writes.during(handle)
      } finally {
        const found = undeclaredWrites(endpoint, writes)
        faults.push(...found)
        // The call fails with a 500, which the test receives.
        if (found.length > 0) requireDeclared(found)
      }
    },
    refused(endpoint, code) {
      if (!problemsOf(endpoint).includes(code))
        faults.push(`${endpoint.name} returns the problem ${code}, which it does not declare`)
    },
  }
}

function requireDeclared(found: readonly string[]): never {
  throw new Error(found.join('; '))
}
