import react from '@vitejs/plugin-react'
import presetMantine from 'postcss-preset-mantine'
import { defineConfig } from 'vite'
import { mantineLayers } from './mantine-layers.ts'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), mantineLayers()],
  // The server replaces the literal by a fresh nonce at each page request; so nothing inline needs 'unsafe-inline'.
  html: { cspNonce: '__CSP_NONCE__' },
  resolve: { alias: [{ find: /^zod$/, replacement: `${import.meta.dirname}/src/schema-stand-in.ts` }] },
  css: { postcss: { plugins: [presetMantine()] } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'baseline-widely-available',
    sourcemap: false,
    // The policy of the pages allows no data: addresses for code, and small files cache as well as large ones.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { '/api': 'http://localhost:3000' } },
})
