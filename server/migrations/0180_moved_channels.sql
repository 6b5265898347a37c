-- What is on sale has a channel of the owner of its title, also if the title moved before: by it, the partner of the channel is
-- asked to stop (D112).
INSERT INTO channel (id, owner_id, name, created_at, consent_months, download)
SELECT DISTINCT ON (v.owner_id, former.name) gen_random_uuid(), v.owner_id, former.name, former.created_at,
  former.consent_months, former.download
FROM publication u JOIN video v ON v.id = u.video_id
  JOIN channel former ON former.id = u.channel_id AND former.owner_id <> v.owner_id
WHERE coalesce(u.ended_on, 'infinity') >= today_in_japan()
ON CONFLICT (owner_id, name) DO NOTHING;
-- Accepted: only publications of titles that have moved are changed.
UPDATE publication SET channel_id = own.id
FROM publication u JOIN video v ON v.id = u.video_id
  JOIN channel former ON former.id = u.channel_id AND former.owner_id <> v.owner_id
  JOIN channel own ON own.owner_id = v.owner_id AND own.name = former.name
WHERE publication.id = u.id AND coalesce(u.ended_on, 'infinity') >= today_in_japan()
  AND NOT (u.ended_on IS NULL AND EXISTS (
    SELECT FROM publication other
    WHERE other.video_id = u.video_id AND other.channel_id = own.id AND other.ended_on IS NULL));
