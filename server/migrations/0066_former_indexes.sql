-- The indexes that 0065 replaces.
-- Accepted: nothing names an index, and the queries of the version before are served by those of 0065.
DROP INDEX IF EXISTS performer_created,
  performer_updated,
  performer_name,
  performer_status,
  performer_expires,
  performer_waiting,
  performer_resubmitted,
  performer_birth,
  performer_owner_updated,
  performer_owner_name;

-- The same grams, computed without a query: a list that compares thousands of titles took most of its time for them. An
-- empty gram may be among them, for which no search asks.
CREATE OR REPLACE FUNCTION text_grams(value text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL UNSAFE STRICT COST 5000
RETURN string_to_array(value, NULL)
  || string_to_array(regexp_replace(value, '(..)', E'\\1\x01', 'g'), E'\x01')
  || string_to_array(regexp_replace(substr(value, 2), '(..)', E'\\1\x01', 'g'), E'\x01');
