import type { Plugin } from 'vite'

/** Layers of the components that other components are built on; every other component uses `mantine`. */
const layers: Readonly<Record<string, string>> = {
  baseline: 'mantine-1',
  global: 'mantine-1',
  UnstyledButton: 'mantine-1',
  VisuallyHidden: 'mantine-1',
  Paper: 'mantine-1',
  Overlay: 'mantine-1',
  Loader: 'mantine-1',
  CloseButton: 'mantine-2',
  ScrollArea: 'mantine-2',
  Popover: 'mantine-2',
  Group: 'mantine-2',
  Flex: 'mantine-2',
  ModalBase: 'mantine-2',
  Input: 'mantine-2',
  InlineInput: 'mantine-2',
  FloatingIndicator: 'mantine-2',
  ActionIcon: 'mantine-2',
}

/**
 * Puts Mantine's styles into cascade layers. Pages load style sheets in any order, and without layers the
 * sheet loaded last would win: UnstyledButton would override Button, and both would override our own styles.
 */
export function mantineLayers(): Plugin {
  return {
    name: 'mantine-layers',
    enforce: 'pre',
    transform: {
      filter: { id: /\/@mantine\/\w+\/styles(?:\/\w+)?\.css$/ },
      handler(code, id) {
        const component = /(\w+)\.css$/.exec(id)?.[1] ?? ''
        return `@layer base, mantine-1, mantine-2, mantine;\n@layer ${layers[component] ?? 'mantine'} {\n${code}\n}`
      },
    },
  }
}
