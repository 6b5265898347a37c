import { minute, second } from './durations.ts'
import { MiB } from './limits.ts'

/**
 * Cleaning untrusted files (D10): time for one file, and caps on the contents of a PDF. A separate module, so
 * that the first page does not load it.
 */
export const cleaningLimits = {
  timeout: 10 * second,
  /** Processor time for one file (D59). */
  imageCpu: 3 * second,
  pdfCpu: 5 * second,
  processes: 4,
  idle: minute,
  heapMiB: 512,
  /** The memory growth allowed to a helper after its start (D58): the largest accepted picture needs 600. */
  memoryMiB: 768,
  /** Processor time of a helper for all its files. */
  lifetimeCpu: minute,
  jpegQuality: 92,
  /**
   * D79: the boxes of one picture, and its longest side after the browser has drawn them into it, which phones can
   * encode. For a stored picture: the shortest side of a box, as a share of the picture and in pixels, and the share
   * that all boxes may cover.
   */
  mask: { boxes: 20, sidePx: 4096, leastShare: 0.005, leastPx: 8, mostShare: 0.5 },
  /** D81: the time for a reply of the virus scanner. */
  clamd: { ping: 2 * second, scan: 20 * second },
  pdfPages: 200,
  pdfInflatedBytes: 64 * MiB,
} as const
