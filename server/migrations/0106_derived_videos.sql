CREATE INDEX CONCURRENTLY IF NOT EXISTS video_derived ON video USING gin ((facts -> 'derivedFrom') jsonb_path_ops)
  WHERE facts ? 'derivedFrom';
