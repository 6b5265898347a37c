-- The day of the cancellation of an organisation, which is stopped some time after it (D64), and when its 代表 were reminded.
ALTER TABLE organisation
  ADD COLUMN cancelled_on date,
  ADD COLUMN cancellation_reminded_at timestamptz(3);
