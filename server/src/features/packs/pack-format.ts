// What a pack and its verification have in common.

/** The list of the hashes of all files, in the form of `sha256sum`. */
export const manifestName = 'SHA256SUMS'

/** The text that the key of the log signs for a list with this hash. It can never be the text of a checkpoint. */
export function signedText(packId: string, sha256: string): string {
  return `kyc-pack/1\n${packId}\n${sha256}\n`
}

/** The format of the extract of the log. Its first line has the signed checkpoint and the key that signed it. */
export const logFormat = 'kyc-pack-log/1'
