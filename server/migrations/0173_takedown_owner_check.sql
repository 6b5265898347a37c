ALTER TABLE takedown VALIDATE CONSTRAINT takedown_video_owner;
