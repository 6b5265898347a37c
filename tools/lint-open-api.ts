import { endpoints } from '@kyc/contract/endpoints.ts'
import { openApi } from '@kyc/server/platform/http/pages/open-api.ts'
import { createConfig, lintFromString } from '@redocly/openapi-core'

/**
 * Lints the published OpenAPI description with Redocly's recommended rules and returns all problems,
 * including warnings. Tests pass another `description`.
 */
export async function lintOpenApi(
  description: object = openApi(endpoints, 'https://kyc.example.jp'),
): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] })
  const source = JSON.stringify(description)
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config })
  return problems.map(({ severity, ruleId, message, location }) => {
    return `${severity} ${ruleId} at ${location[0]?.pointer ?? '#/'}: ${message}`
  })
}
