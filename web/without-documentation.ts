import type { Plugin } from 'vite'

/** The properties of a declared endpoint that are one string or a list without lists in it. */
const documentation =
  /^ {2}(?:(?:summary|unaudited):\s+(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`[^`]*`)|(?:problems|audit): \[[^\]]*\]),\n/gm

/**
 * Leaves out of the pages what only the server reads of the endpoints: summaries, problems and audit actions. The first
 * page would otherwise exceed its limit.
 */
export function withoutDocumentation(): Plugin {
  return {
    name: 'without-documentation',
    enforce: 'pre',
    transform: {
      filter: { id: /\/contract\/src\/[\w-]+\.ts$/ },
      handler: (code) => ({ code: code.replace(documentation, ''), map: null }),
    },
  }
}
