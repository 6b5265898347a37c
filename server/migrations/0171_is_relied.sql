-- Whether another organisation's check stands for the documents of a performer. Lists ask it for the few with a reliance: a call is
-- planned once for each connection, while the view in a search would be planned with each of them.
CREATE FUNCTION is_relied(performer uuid) RETURNS boolean LANGUAGE plpgsql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  RETURN EXISTS (SELECT FROM identity_reliance_now r WHERE r.performer_id = performer AND r.over IS NULL AND r.in_use);
END $$;
