CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS video_share_open_partner ON video_share (video_id, partner_id)
  WHERE ended_at IS NULL AND partner_id IS NOT NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS video_share_partner_id ON video_share (partner_id, id DESC)
  WHERE ended_at IS NULL AND partner_id IS NOT NULL;
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS video_share_reference ON video_share (partner_id, reference)
  WHERE ended_at IS NULL AND reference IS NOT NULL;
