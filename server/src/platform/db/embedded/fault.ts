/** The error in the output of PostgreSQL, as the end of a sentence. */
export function faultIn(output: string): string {
  if (/No space left on device/i.test(output)) return 'the disk is full'
  const lines = output.split('\n').filter((line) => line.trim() !== '')
  const worst =
    lines.findLast((line) => /FATAL|PANIC|error|denied|could not/i.test(line)) ?? lines.at(-1) ?? ''
  return worst.replace(/^.*(FATAL|PANIC|error):\s*/, '').trim()
}
