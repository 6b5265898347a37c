-- A fresh sign-in within a session, and which device cookies count (D28, D31).

ALTER TABLE session
  -- When the session was last confirmed by a password or a second factor. authenticated_at stays the time of the
  -- sign-in itself: the provider's revocations and visits of partners compare with that.
  ADD COLUMN stepped_up_at timestamptz;

ALTER TABLE account
  -- Part of the MAC in device cookies. A new password or a change of the second factors raises it, so that cookies
  -- issued before no longer count.
  ADD COLUMN device_generation integer NOT NULL DEFAULT 0;
