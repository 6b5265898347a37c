/** Focuses the first invalid field of a form and scrolls it to the middle; without one, shows the alert. */
export function focusFault(form: HTMLElement | null): void {
  const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]')
  field?.focus({ preventScroll: true })
  const shown = field ?? form?.querySelector('[role="alert"]')
  shown?.scrollIntoView({ block: 'center' })
}
