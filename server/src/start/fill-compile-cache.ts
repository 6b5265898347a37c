/**
 * Fills the compile cache (NODE_COMPILE_CACHE) with the sources that a server loads at its start, and with those that it
 * loads when some work first needs them. A process that finds one of them missing has to load the compiler that removes
 * its types, and keeps it: 13 MiB. Run it with the flags of the server, since V8 accepts no code of other flags.
 */
import '../features/signings/pdf/create-certificate.ts'
import '../features/signings/pdf/render-paper.ts'
import '../features/signings/pdf/signed-copy.ts'
import '../main.ts'
import '../master-key/open-kms-key.ts'
import '../platform/metrics/metrics.ts'
import '../platform/s3/bucket-files.ts'
import '../platform/s3/s3-client.ts'
import '../platform/storage/bucket-store.ts'
import '../platform/tracing/tracing.ts'
import './start-server.ts'
