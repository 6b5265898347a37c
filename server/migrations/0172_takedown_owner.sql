-- The organisation that has a title handles the requests about it, also after a move of the title.
-- Accepted: only requests about titles that have moved are changed.
UPDATE takedown t SET owner_id = v.owner_id FROM video v WHERE v.id = t.video_id AND v.owner_id <> t.owner_id;
ALTER TABLE takedown ADD CONSTRAINT takedown_video_owner
  FOREIGN KEY (video_id, owner_id) REFERENCES video (id, owner_id) ON UPDATE CASCADE NOT VALID;
