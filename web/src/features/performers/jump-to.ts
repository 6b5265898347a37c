/** Scrolls a field or slot of the form into view and focuses it. */
export function jumpTo(target: string): void {
  const field = document.getElementById(`field-${target}`) ?? document.getElementById(`slot-${target}`)
  const control = field?.matches('input, select, textarea')
    ? field
    : [...(field?.querySelectorAll<HTMLElement>('input, button') ?? [])].find(isShown)
  field?.scrollIntoView({ block: 'center' })
  control?.focus({ preventScroll: true })
}

/** Excludes inputs that are hidden at the current screen width. */
function isShown(element: HTMLElement): boolean {
  return element.offsetParent !== null
}
