/** The element around the notes of the performer page, which loads on demand. */
export const notesId = 'notes'

/** Moves the focus to a new note. */
export function focusNotes(): void {
  document.querySelector<HTMLInputElement>(`#${notesId} input`)?.focus()
}
