// Transformed before the tests, because the desk loads these on demand.
import '../../ReviewViewer.tsx'
import '../../rejection/Rejection.tsx'
import '../QueueFilter.tsx'
