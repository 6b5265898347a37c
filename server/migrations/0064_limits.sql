-- What accounts and networks use of their limits now, counted over all processes. Unlogged, because it is written often: a
-- crash of the database may empty it, and an account then starts to count again. Replaces shared_slot and call_count, which
-- the version before still uses while it is replaced.
CREATE UNLOGGED TABLE limit_use (
  -- The limit and for whom, such as upload:<account>.
  name    text NOT NULL,
  -- A place, such as an upload, or a process that states its calls.
  holder  uuid NOT NULL,
  uses    integer NOT NULL,
  ends_at timestamptz NOT NULL,
  PRIMARY KEY (name, holder)
);
CREATE INDEX limit_use_holder ON limit_use (holder);
GRANT SELECT, INSERT, UPDATE, DELETE ON limit_use TO kyc_app;

-- Returns the uses of all holders, and stores those of this one for some seconds: in any case if p_most is null, else only
-- if the sum is at most p_most. Callers for one name run one after the other.
CREATE FUNCTION use_limit(p_name text, p_holder uuid, p_uses integer, p_most integer, p_seconds float8)
RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  total bigint;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(p_name, 720364));
  SELECT p_uses + coalesce(sum(uses), 0) INTO total FROM limit_use
    WHERE name = p_name AND holder <> p_holder AND ends_at > clock_timestamp();
  IF p_most IS NULL OR total <= p_most THEN
    INSERT INTO limit_use VALUES (p_name, p_holder, p_uses, clock_timestamp() + make_interval(secs => p_seconds))
    ON CONFLICT (name, holder) DO UPDATE SET uses = excluded.uses, ends_at = excluded.ends_at;
  END IF;
  RETURN total;
END $$;
