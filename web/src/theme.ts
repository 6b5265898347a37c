import { type CSSVariablesResolver, createTheme, type MantineColorsTuple, Paper } from '@mantine/core'

/** Colour ramps of the design. Without our own dark ramp, Mantine renders fields in a brownish grey. */
const accent: MantineColorsTuple = [
  '#E9EFF9',
  '#D5E1F4',
  '#B0C6EA',
  '#8FB4F2',
  '#5F8DDB',
  '#3F72C7',
  '#2F62B8',
  '#1D4B98',
  '#183F80',
  '#123165',
]
const dark: MantineColorsTuple = [
  '#E6E9ED',
  '#AEB7C2',
  '#929DA9',
  '#6F7B88',
  '#414B56',
  '#2E363F',
  '#171C22',
  '#1B2027',
  '#171B21',
  '#13171C',
]
/** Danger buttons: index 7 in the light theme, 6 in the dark one. */
const red: MantineColorsTuple = [
  '#FCEBE9',
  '#F7D5D1',
  '#EFBDB7',
  '#FF9D93',
  '#E0665B',
  '#D4473B',
  '#C9352A',
  '#C2281D',
  '#B02318',
  '#8C1B12',
]

const fields = { size: 'sm' } as const
const noBanner = { defaultProps: { component: 'div' } } as const

export const theme = createTheme({
  black: '#1C232B',
  primaryColor: 'accent',
  primaryShade: { light: 7, dark: 6 },
  colors: { accent, dark, red },
  fontFamily: '"Hiragino Sans", "Noto Sans JP", "Yu Gothic UI", Meiryo, "Noto Sans CJK JP", sans-serif',
  fontFamilyMonospace: 'ui-monospace, "Cascadia Mono", Menlo, Consolas, "Noto Sans Mono CJK JP", monospace',
  headings: {
    fontWeight: '700',
    sizes: {
      // Smaller on phones: see styles.css.
      h1: { fontSize: 'var(--app-h1)', lineHeight: '1.4' },
      h2: { fontSize: '16px', lineHeight: '1.5' },
      h3: { fontSize: '14px', lineHeight: '1.5' },
    },
  },
  // xs: secondary text and notes; md: the page; lg: pages to read; xl: as large as a second heading.
  fontSizes: { xs: '13px', sm: '14px', md: '14px', lg: '15px', xl: '16px' },
  lineHeights: { xs: '1.5', sm: '1.5', md: '1.7', lg: '1.8', xl: '1.5' },
  // card: the padding of a card that is the page.
  spacing: {
    xxs: '4px',
    xs: '8px',
    sm: '12px',
    md: '16px',
    lg: '24px',
    xl: '32px',
    card: 'clamp(16px, 4vw, 28px)',
  },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '8px', xl: '8px' },
  defaultRadius: 'sm',
  // sm: below are phones; md: below is one column; lg: the review desk has room for all its parts.
  breakpoints: { xs: '30em', sm: '48em', md: '62em', lg: '68.75em', xl: '88em' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  components: {
    Button: { defaultProps: { size: 'sm' } },
    TextInput: { defaultProps: fields },
    PasswordInput: {
      defaultProps: {
        ...fields,
        visibilityToggleButtonProps: { 'aria-label': 'パスワードを表示', tabIndex: 0 },
      },
    },
    Textarea: { defaultProps: fields },
    Select: { defaultProps: fields },
    NativeSelect: { defaultProps: fields },
    Paper: Paper.extend({
      defaultProps: { radius: 'md' },
      styles: { root: { '--paper-border-color': 'var(--app-line)' } },
    }),
    // Mantine's <header> of a dialog would be a second banner of the page.
    ModalHeader: noBanner,
    DrawerHeader: noBanner,
    Progress: { defaultProps: { bg: 'var(--app-neutral-bg)' } },
    Divider: { defaultProps: { color: 'var(--app-line)' } },
    Table: {
      defaultProps: {
        borderColor: 'var(--app-line)',
        highlightOnHoverColor: 'var(--app-hover)',
        lh: 1.4,
      },
    },
    TableThead: { defaultProps: { bg: 'var(--app-raise)', c: 'dimmed', fz: 'xs' } },
  },
})

/** Overrides of Mantine's variables; styles.css defines the variables of the design. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: shared,
  dark: shared,
})

const shared = {
  '--mantine-color-body': 'var(--app-surface)',
  '--mantine-color-text': 'var(--app-text)',
  '--mantine-color-dimmed': 'var(--app-text-2)',
  // c="green", "yellow" and "red" are the three states.
  '--mantine-color-green-text': 'var(--app-ok-text)',
  '--mantine-color-yellow-text': 'var(--app-wait-text)',
  '--mantine-color-red-text': 'var(--app-bad-text)',
  '--mantine-color-placeholder': 'var(--app-text-3)',
  '--mantine-color-anchor': 'var(--app-accent-text)',
  '--mantine-color-error': 'var(--app-bad-text)',
  '--mantine-color-default': 'var(--app-surface)',
  '--mantine-color-default-hover': 'var(--app-hover)',
  '--mantine-color-default-color': 'var(--app-text)',
  '--mantine-color-default-border': 'var(--app-line-2)',
  // Buttons without a fill: their text needs contrast with the page in both themes.
  '--mantine-color-accent-outline': 'var(--app-accent-text)',
  '--mantine-color-accent-light-color': 'var(--app-accent-text)',
  '--mantine-color-red-outline': 'var(--app-bad-text)',
  '--mantine-color-red-light-color': 'var(--app-bad-text)',
  '--mantine-color-gray-light-color': 'var(--app-text-2)',
}
