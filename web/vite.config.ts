import { constants } from 'node:zlib'
import react from '@vitejs/plugin-react'
import presetMantine from 'postcss-preset-mantine'
import { defineConfig } from 'vite'
import { compression, defineAlgorithm } from 'vite-plugin-compression2'
import { mantineLayers } from './mantine-layers.ts'

/** The server sends the compressed files as they are. index.html is not among them: each answer has its own nonce. */
const compressed = compression({
  include: /\.(?:js|mjs|css|svg|json|wasm)$/,
  threshold: 1024,
  algorithms: [
    defineAlgorithm('brotliCompress', { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    defineAlgorithm('gzip', { level: 9 }),
  ],
})

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), mantineLayers(), compressed],
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
