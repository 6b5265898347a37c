const pause = 500

/** The style sheets that failed to load. One without a `sheet` may still be loading. */
const failedStyles = new WeakSet<Element>()

/** Records the style sheets that fail to load, for the life of the page. */
export function watchStyles(): void {
  const record = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failedStyles.add(target)
  }
  document.addEventListener('error', record, { capture: true })
}

/**
 * Imports a module and tries once more if its code cannot be loaded. Browsers that follow the current module
 * specification request a failed file again; in older ones only a reload of the page does.
 */
export async function importAgain<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await importStyled(load)
  } catch {
    await new Promise((resolve) => setTimeout(resolve, pause))
    return importStyled(load)
  }
}

/**
 * Requests the style sheets again that failed to load in an earlier try: a repeated import skips its sheets,
 * and the part would appear without its styles.
 */
async function importStyled<T>(load: () => Promise<T>): Promise<T> {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')
  await Promise.all([...links].filter((link) => failedStyles.has(link)).map(reloadStyle))
  return load()
}

function reloadStyle(link: HTMLLinkElement): Promise<void> {
  return new Promise((resolve, reject) => {
    const again = link.cloneNode() as HTMLLinkElement // a clone has the type of its original
    again.nonce = link.nonce // not an attribute, so not cloned
    again.onload = () => resolve()
    again.onerror = () => reject(new Error(`cannot load ${link.href}`))
    link.replaceWith(again)
  })
}
