/** Brings a field or slot of the form into view and puts the focus into it. */
export function jumpTo(target: string): void {
  const field = document.getElementById(`field-${target}`) ?? document.getElementById(`slot-${target}`)
  const control = field?.matches('input, select, textarea')
    ? field
    : [...(field?.querySelectorAll<HTMLElement>('input, button') ?? [])].find(isShown)
  field?.scrollIntoView({ block: 'center' })
  control?.focus({ preventScroll: true })
}

/** Choosers for another width of the screen are there, but not shown. */
function isShown(element: HTMLElement): boolean {
  return element.offsetParent !== null
}
