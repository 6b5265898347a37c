/** The pages of a PDF. */
export async function countPages(bytes: Uint8Array): Promise<number> {
  return (
    Buffer.from(bytes)
      .toString('latin1')
      .match(/\/Type \/Page\b/g)?.length ?? 1
  )
}
